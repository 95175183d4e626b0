// Why conditions may find nothing by themselves, whatever the table holds: keys that exclude each other, and values with
// what nobody sees in them, as pasted ones have. Pure.
import type { FilterNode } from '@shared/query/filter';
import { keyBounds } from '@shared/query/key-bounds';
import { normaliseFilter } from '@shared/query/normal-form';
import { propertyPrefix } from '@shared/query/to-builder';
import { t } from '@shared/strings/t';
import { unseenNotes } from '../result/value-format';

/** One sentence for each trap; none for most filters. */
export function valueTraps(filter: FilterNode | null): readonly string[] {
  if (filter === null) return [];
  const node = normaliseFilter(filter);
  const isImpossible = keyBounds(node, 'PartitionKey').impossible || keyBounds(node, 'RowKey').impossible;
  const traps = textsOf(filter).flatMap(({ property, text }) =>
    unseenNotes(text).map((note) => t`The value for ${property} ${note}.`),
  );
  return [
    ...(isImpossible ? [t`The conditions on the keys exclude each other: no row can match.`] : []),
    ...new Set(traps),
  ];
}

function textsOf(node: FilterNode): readonly { readonly property: string; readonly text: string }[] {
  switch (node.kind) {
    case 'comparison':
      return node.operand.type === 'Edm.String' ? [{ property: node.property, text: node.operand.value }] : [];
    case 'starts-with':
      return [{ property: node.property, text: node.prefix }];
    case 'truth':
      return [];
    case 'not':
      return textsOf(node.node);
    case 'and':
      return node.nodes.filter((one) => !isEndOfPrefix(one, node.nodes)).flatMap(textsOf);
    case 'or':
      return node.nodes.flatMap(textsOf);
  }
}

/** The end of a prefix range is computed, not typed: after `tenant~` it holds a character that is invisible. */
function isEndOfPrefix(upper: FilterNode, nodes: readonly FilterNode[]): boolean {
  return nodes.some((lower) => propertyPrefix(lower, upper) !== null);
}
