// A filter as the text the service understands, with the parentheses that are needed and no others.
import type { FilterNode } from '../model/table-query';
import { invalidCondition } from './filter-error';
import { isPropertyName } from './key-rules';
import { normaliseFilter } from './normal-form';
import { endsUnseen } from './odata-lexer';
import { renderLiteral } from './odata-literal';
import { isReservedWord } from './odata-terms';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';

/**
 * @throws StowageError `invalid.filter` (or `invalid.key` for a key prefix) when a name or value cannot be written
 */
export function renderFilter(node: FilterNode): string {
  return render(normaliseFilter(node));
}

function render(node: FilterNode): string {
  switch (node.kind) {
    case 'comparison':
      return `${name(node.property)} ${node.operator} ${renderLiteral(node.property, node.operand)}`;
    case 'truth':
      return name(node.property);
    case 'not':
      // `not` binds tighter than a comparison, so only a bare property needs no parentheses.
      return node.node.kind === 'truth' ? `not ${render(node.node)}` : `not (${render(node.node)})`;
    case 'and':
      return node.nodes.map((part) => (part.kind === 'or' ? `(${render(part)})` : render(part))).join(' and ');
    case 'or':
      return node.nodes.map(render).join(' or ');
    case 'starts-with':
      return render(normaliseFilter(node));
  }
}

function name(property: string): string {
  if (isPropertyName(property) && !isReservedWord(property) && !endsUnseen(property)) return property;
  if (isReservedWord(property)) {
    throw invalidCondition(
      inQuotes(property),
      t`this name is a reserved word, so the service cannot filter by it.`,
      t`Filter by other properties, then search for its values in the rows.`,
    );
  }
  throw invalidCondition(
    inQuotes(property),
    t`this name cannot be used in a filter.`,
    t`The service only filters by names that consist of letters, digits and underscores.`,
  );
}
