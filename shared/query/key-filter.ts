// Builds the whole filter from the conditions of a query, as tree and as text: key conditions first, then `where`. Or
// parses and checks the text that the user wrote.
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import type { BulkRequest } from '../model/table-bulk';
import type { FilterNode, KeyCondition, TableQuery } from '../model/table-query';
import { StowageError } from '../errors';
import { ordinal } from './edm-value';
import { checkKey, checkKeyBound, checkTableName } from './key-rules';
import { group, normaliseFilter, prefixAsRange, stringComparison } from './normal-form';
import { isBlank, withPlainBlanks } from './odata-lexer';
import { parseFilter } from './odata-parser';
import { keyPrefixRange } from './prefix-range';
import { renderFilter } from './odata-renderer';

/** The parts of a query that decide the filter. */
export type FilterParts = Pick<TableQuery, 'partitionKey' | 'rowKey' | 'where' | 'filterText'>;

export interface WholeFilter {
  /** In normal form; null where the query has no condition. */
  readonly node: FilterNode | null;
  /** The text sent as `$filter`; empty if there is none. */
  readonly text: string;
}

/**
 * `filterText` is sent as it was written, but for blanks that the service does not know, once it has been understood;
 * otherwise the text is made from the conditions.
 * @throws StowageError `invalid.filter`, `invalid.key`, `invalid.input`
 */
export function wholeFilter(query: FilterParts): WholeFilter {
  if (query.filterText !== undefined) {
    const written = query.filterText.trim();
    return isBlank(written) ? { node: null, text: '' } : { node: parseFilter(written), text: withPlainBlanks(written) };
  }
  const nodes = [
    keyConditionNode('PartitionKey', query.partitionKey),
    keyConditionNode('RowKey', query.rowKey),
    query.where === undefined ? null : normaliseFilter(query.where),
  ].filter((node) => node !== null);
  if (nodes.length === 0) return { node: null, text: '' };
  const node = group('and', nodes);
  return { node, text: renderFilter(node) };
}

/**
 * One key condition in normal form; null where it lets every key pass.
 * @throws StowageError `invalid.key` for text that is no key, `invalid.input` for an empty list or a reversed range
 */
export function keyConditionNode(key: 'PartitionKey' | 'RowKey', condition: KeyCondition): FilterNode | null {
  switch (condition.kind) {
    case 'any':
      return null;
    case 'is':
      checkKey(key, condition.value);
      return stringComparison(key, 'eq', condition.value);
    case 'one-of':
      return oneOf(key, condition.values);
    case 'starts-with':
      return condition.prefix === '' ? null : prefixAsRange(key, condition.prefix, condition.delimiter);
    case 'range':
      return range(key, condition);
  }
}

/**
 * Everything about a query that can be wrong before it is sent, beyond its shape: table name, column names, keys,
 * filter.
 * @throws StowageError `invalid.name`, `invalid.input`, `invalid.key`, `invalid.filter`
 */
export function checkedFilter(query: TableQuery): WholeFilter {
  checkTableName(query.table);
  for (const column of query.select) {
    if (!/^[^\s,'"&?#/\\()]+$/u.test(column)) {
      throw inputError(
        'select',
        t`${inQuotes(column)} is not a valid column name.`,
        t`Use column names without spaces or commas.`,
      );
    }
  }
  return wholeFilter(query);
}

/** Whether a bulk change deletes every row of the table. Throws as `checkedFilter` does. */
export function clearsTable({ action, scope }: BulkRequest): boolean {
  if (action.kind !== 'delete' || scope.kind !== 'query') return false;
  return scope.query.limit === undefined && checkedFilter(scope.query).text === '';
}

function oneOf(key: 'PartitionKey' | 'RowKey', values: readonly string[]): FilterNode {
  const distinct = [...new Set(values)];
  for (const value of distinct) checkKey(key, value);
  if (distinct.length === 0) {
    throw inputError(key, t`the list of values is empty.`, t`Enter at least one value.`);
  }
  return group(
    'or',
    distinct.map((value) => stringComparison(key, 'eq', value)),
  );
}

function range(
  key: 'PartitionKey' | 'RowKey',
  { from, to, delimiter }: Extract<KeyCondition, { readonly kind: 'range' }>,
): FilterNode | null {
  if (from) checkKeyBound(`${key} (from)`, from.value);
  if (to) checkKeyBound(`${key} (to)`, to.value);
  const start = from && startOf(key, from, delimiter);
  const end = to && endOf(key, to, delimiter);
  if (from && to && ordinal(from.value, end?.operator === 'lt' ? end.value : to.value) > 0) {
    throw inputError(
      key,
      t`the range starts at ${inQuotes(from.value)}, which sorts after its end ${inQuotes(to.value)}.`,
      t`Swap start and end.`,
    );
  }
  if (start?.operator === 'ge' && end?.operator === 'le' && start.value === end.value) {
    return stringComparison(key, 'eq', start.value);
  }
  const nodes = [start, end]
    .filter((bound) => bound !== undefined && bound !== null)
    .map(({ operator, value }) => stringComparison(key, operator, value));
  return nodes.length === 0 ? null : group('and', nodes);
}

interface RangeEnd {
  readonly operator: 'ge' | 'gt' | 'le' | 'lt';
  readonly value: string;
}

/** "After" a part of a composite key leaves out everything that begins with this part. */
function startOf(
  key: string,
  { value, inclusive }: { readonly value: string; readonly inclusive: boolean },
  delimiter: string | undefined,
): RangeEnd {
  if (inclusive) return { operator: 'ge', value };
  const next = delimiter === undefined ? null : keyPrefixRange(`${key} (from)`, value, delimiter).to;
  return next === null ? { operator: 'gt', value } : { operator: 'ge', value: next };
}

/** An inclusive end includes everything that begins with this part; null where no key lies above that. */
function endOf(
  key: string,
  { value, inclusive }: { readonly value: string; readonly inclusive: boolean },
  delimiter: string | undefined,
): RangeEnd | null {
  if (!inclusive) return { operator: 'lt', value };
  if (delimiter === undefined || value === '') return { operator: 'le', value };
  const next = keyPrefixRange(`${key} (to)`, value, delimiter).to;
  return next === null ? null : { operator: 'lt', value: next };
}

function inputError(field: string, problem: string, fix: string): StowageError {
  return new StowageError('invalid.input', `${field}: ${problem} ${fix}`, { context: { field, problem, fix } });
}
