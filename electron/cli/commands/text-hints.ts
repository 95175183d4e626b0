// Warns about constants whose type may differ from that of the property: the service then finds nothing and reports no
// error, although an emulator may find something. Pure.
import type { EdmValue, Entity } from '@shared/model/entity';
import { edmTextProblem } from '@shared/query/edm-value';
import type { Comparison, FilterNode, TableQuery } from '@shared/model/table-query';
import { wholeFilter } from '@shared/query/key-filter';
import { isKey } from '@shared/query/normal-form';
import { renderFilter } from '@shared/query/odata';
import { momentText, parseMoment } from '@shared/query/ticks';

/**
 * A sentence for each condition on a property whose constant reads like another type; none for most queries.
 * @param found rows of the query: if there are any, only properties are reported that hold no text in them
 */
export function textHints(query: TableQuery, found: readonly Entity[]): readonly string[] {
  const option = query.filterText === undefined ? '--where' : '--filter';
  const hints = comparisonsOf(wholeFilter(query).node).flatMap((comparison) => {
    const { property, operand } = comparison;
    if (isKey(property)) return [];
    if (operand.type === 'Edm.Int32') return found.length === 0 ? [otherNumbers(comparison)] : [];
    if (operand.type !== 'Edm.String') return [];
    const types = typesOf(property, found);
    if (found.length > 0 && (types.size === 0 || types.has('Edm.String'))) return [];
    const meant = readsLike(operand.value, types);
    if (meant === null) return [];
    return [`quoted values are text. If ${property} is a ${meant.kind}, use ${writings(comparison, meant.operands)}`];
  });
  return [...new Set(hints)].map((hint) => `${option}: ${hint}`);
}

/** A whole number without a suffix is found in no Int64 and in no double. */
function otherNumbers(comparison: Comparison): string {
  const value = String(comparison.operand.value);
  const others = (['Edm.Int64', 'Edm.Double'] as const).map((type) => ({ type, value }));
  return `${value} is an Int32. If ${comparison.property} is another number type, use ${writings(comparison, others)}`;
}

function writings(comparison: Comparison, operands: readonly EdmValue[]): string {
  const written = operands.map((operand) => {
    const text = renderFilter({ ...comparison, operand });
    return operands.length === 1 ? text : `${text} (${operand.type.slice('Edm.'.length)})`;
  });
  const last = written.pop() ?? '';
  return written.length === 0 ? last : `${written.join(', ')} or ${last}`;
}

function typesOf(property: string, rows: readonly Entity[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ properties }) => properties.find(({ name }) => name === property)?.value.type ?? []));
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
  readonly operands: readonly EdmValue[];
}

const numbers = ['Edm.Int32', 'Edm.Int64', 'Edm.Double'] as const;

/** @param types of the property in rows that were found; empty if unknown */
function readsLike(text: string, types: ReadonlySet<string>): Meant | null {
  const moment = /^\d{4}-/.test(text) ? parseMoment(text, 'utc') : null;
  const wireText = moment === null ? text : `${momentText(moment, 'utc').replace(' ', 'T')}Z`;
  if (isWireText('Edm.DateTime', wireText)) {
    return { kind: 'date', operands: [{ type: 'Edm.DateTime', value: wireText }] };
  }
  if (isWireText('Edm.Guid', text)) return { kind: 'GUID', operands: [{ type: 'Edm.Guid', value: text }] };
  if (!/\d/.test(text)) return null;
  const possible = numbers.filter((type) => isWireText(type, text) && (types.size === 0 || types.has(type)));
  return possible.length === 0 ? null : { kind: 'number', operands: possible.map((type) => ({ type, value: text })) };
}

const isWireText = (
  type: 'Edm.DateTime' | 'Edm.Guid' | 'Edm.Int32' | 'Edm.Int64' | 'Edm.Double',
  text: string,
): boolean => edmTextProblem(type, text) === null;
