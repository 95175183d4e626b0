// Why a filter may have found nothing. Compared with the rows that were read before: a name that is spelled
// differently, is in none of them, or is of another type there. From the filter alone: keys that exclude each other,
// and values with invisible characters, as pasted ones have. Pure.
import type { ReadColumns } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import type { FilterNode, TableQuery } from '@shared/model/table-query';
import { wholeFilter } from '@shared/query/key-filter';
import { isKey, normaliseFilter } from '@shared/query/normal-form';
import { t } from '@shared/strings/t';
import type { ColumnSummary } from '../result/grid-column';
import type { SessionState } from '../result/run-state';
import { isNumeric, typeName, unseenNotes } from '../result/value-format';
import { keyBounds } from '@shared/query/key-bounds';
import { propertyPrefix } from '@shared/query/to-builder';

/** What rows read before have taught: the columns, and whether those are all that the rows have. */
export type ReadBefore = Pick<SessionState, 'columns' | 'columnsRead'>;

/** One sentence for each property that does not fit; none where nothing was read before. */
export function mismatches(query: TableQuery, { columns, columnsRead }: ReadBefore): readonly string[] {
  if (columns.length === 0) return [];
  const sentences = conditionsOf(filterOf(query)).map(({ property, type }) => {
    const types = typesOf(property, columns);
    if (types === undefined) return unknownName(property, columns, columnsRead);
    const fits = types.some((held) => held === type || (isNumeric(held) && isNumeric(type)));
    return fits
      ? undefined
      : t`In previously read rows, ${property} is of type ${types.map(typeName).join(', ')}; the filter compares it with ${typeName(type)}.`;
  });
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
}

interface Condition {
  readonly property: string;
  readonly type: EdmType;
}

/** Null for none, and for one that cannot be read. */
export function filterOf(query: TableQuery): FilterNode | null {
  try {
    return wholeFilter(query).node;
  } catch {
    return null;
  }
}

/** Whether only keys are compared. */
export function readsKeysOnly(node: FilterNode | null): boolean {
  return conditionsOf(node).every(({ property }) => isKey(property));
}

function conditionsOf(node: FilterNode | null): readonly Condition[] {
  switch (node?.kind) {
    case undefined:
      return [];
    case 'comparison':
      return [{ property: node.property, type: node.operand.type }];
    case 'starts-with':
      return [{ property: node.property, type: 'Edm.String' }];
    case 'truth':
      return [{ property: node.property, type: 'Edm.Boolean' }];
    case 'not':
      return conditionsOf(node.node);
    case 'and':
    case 'or':
      return node.nodes.flatMap(conditionsOf);
  }
}

function typesOf(property: string, columns: readonly ColumnSummary[]): readonly EdmType[] | undefined {
  if (isKey(property)) return ['Edm.String'];
  return property === 'Timestamp' ? ['Edm.DateTime'] : columns.find(({ name }) => name === property)?.types;
}

function unknownName(property: string, columns: readonly ColumnSummary[], read: ReadColumns): string | undefined {
  const names = ['PartitionKey', 'RowKey', 'Timestamp', ...columns.map(({ name }) => name)];
  const alike = names.find((name) => name.toLowerCase() === property.toLowerCase());
  if (alike !== undefined)
    return t`Previously read rows contain ${alike}, not ${property}: comparisons are case-sensitive.`;
  // Where only some columns were fetched, the rows may well hold it.
  return read === 'all' ? t`No previously read row has a property ${property}.` : undefined;
}

/** One sentence for each trap; none for most filters. */
export function valuePitfalls(filter: FilterNode | null): readonly string[] {
  if (filter === null) return [];
  const node = normaliseFilter(filter);
  const isImpossible = keyBounds(node, 'PartitionKey').impossible || keyBounds(node, 'RowKey').impossible;
  const traps = textsOf(filter).flatMap(({ property, text }) =>
    unseenNotes(text).map((note) => t`The value for ${property} ${note}.`),
  );
  return [...(isImpossible ? [t`The key conditions exclude each other: no row can match.`] : []), ...new Set(traps)];
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
