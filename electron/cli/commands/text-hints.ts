// What is said of constants in quotes: they are text, which the service finds in no date, number or GUID. An emulator may. Pure.
import type { EdmValue, Entity } from '@shared/model/entity';
import { edmTextProblem } from '@shared/query/edm-value';
import type { Comparison, FilterNode, TableQuery } from '@shared/query/filter';
import { wholeFilter } from '@shared/query/key-filter';
import { isKey } from '@shared/query/normal-form';
import { renderFilter } from '@shared/query/odata';
import { momentText, parseMoment } from '@shared/query/ticks';

/**
 * A sentence for each condition on a property whose text reads like something else; none for most queries.
 * @param found rows of the query: where there are any, only properties are told of that hold no text in them
 */
export function textHints(query: TableQuery, found: readonly Entity[]): readonly string[] {
  const option = query.filterText === undefined ? '--where' : '--filter';
  const hints = comparisonsOf(wholeFilter(query).node).flatMap((comparison) => {
    const { property, operand } = comparison;
    const meant = operand.type === 'Edm.String' && !isKey(property) ? readsLike(operand.value) : null;
    if (meant === null || (found.length > 0 && !holdsNoText(property, found))) return [];
    const written = renderFilter({ ...comparison, operand: meant.operand });
    return [`${option}: what is in quotes is text. If ${property} is a ${meant.kind}, write ${written}`];
  });
  return [...new Set(hints)];
}

function holdsNoText(property: string, rows: readonly Entity[]): boolean {
  const types = rows.flatMap(({ properties }) => properties.find(({ name }) => name === property)?.value.type ?? []);
  return types.length > 0 && !types.includes('Edm.String');
}

function comparisonsOf(node: FilterNode | null): readonly Comparison[] {
  switch (node?.kind) {
    case 'comparison':
      return [node];
    case 'not':
      return comparisonsOf(node.node);
    case 'and':
    case 'or':
      return node.nodes.flatMap(comparisonsOf);
    default:
      return [];
  }
}

interface Meant {
  readonly kind: string;
  readonly operand: EdmValue;
}

function readsLike(text: string): Meant | null {
  const moment = /^\d{4}-/.test(text) ? parseMoment(text, 'utc') : null;
  const wireText = moment === null ? text : `${momentText(moment, 'utc').replace(' ', 'T')}Z`;
  if (isWireText('Edm.DateTime', wireText)) return { kind: 'date', operand: { type: 'Edm.DateTime', value: wireText } };
  if (isWireText('Edm.Guid', text)) return { kind: 'GUID', operand: { type: 'Edm.Guid', value: text } };
  const number = (['Edm.Int32', 'Edm.Int64', 'Edm.Double'] as const).find((type) => isWireText(type, text));
  return number === undefined || !/\d/.test(text) ? null : { kind: 'number', operand: { type: number, value: text } };
}

const isWireText = (
  type: 'Edm.DateTime' | 'Edm.Guid' | 'Edm.Int32' | 'Edm.Int64' | 'Edm.Double',
  text: string,
): boolean => edmTextProblem(type, text) === null;
