// Checks the pages of one range before their rows are used: a server, proxy or cache that drops the filter, the columns
// or the continuation token of a request, or repeats rows, must not get rows shown, counted, exported, changed or deleted
// that were never selected, or any row twice.
import type { EdmValue, Entity } from '@shared/model/entity';
import type { FilterNode, TableQuery } from '@shared/model/table-query';
import { compareKeys, valueOf } from '@shared/query/evaluate';
import { filterProperties } from '@shared/query/filter-properties';
import { group, isKey } from '@shared/query/normal-form';
import { type MissingRule, type ValueOf, canMatch, textsSortApart } from '@shared/query/possible-match';
import { type PackedRows, type ValueSource, keysOf, valueReader, withoutColumns } from '@shared/rows/packed-rows';
import { orderOfTexts } from '@shared/rows/text-vector';
import { TokenProgress, maxEmptyScanPages } from '@shared/token-progress';
import { type FetchedPage, type PageRows, type ReadingAccount, type RowKeys, accepted, tokenText } from './page';
import { partTargetOf } from '../azure/account';
import { type KeyRange, containsKeys, filterIgnored, orderIgnored, rangeIgnored, scanTarget } from './scan/key-range';

export interface ReadCheckOptions {
  readonly account: ReadingAccount;
  readonly table: string;
  /** The filter of the requests in normal form; null for none. */
  readonly node: FilterNode | null;
  readonly columns: ReadColumns;
  /** Drops rows that the filter can only approximate. */
  readonly accept: ((row: Entity) => boolean) | null;
  /** A part of what the filter selects, if the requests are limited to it. */
  readonly range?: KeyRange;
}

/** Whether the service returns rows in the order of their keys. */
export function isInKeyOrder({ descriptor }: Pick<ReadingAccount, 'descriptor'>): boolean {
  return partTargetOf(descriptor).service === 'storage';
}

/** One for each range that is read page by page. */
export class ReadCheck {
  readonly #options: ReadCheckOptions;
  readonly #missing: MissingRule;
  readonly #isOrdered: boolean;
  readonly #range: KeyRange | null;
  /** What the range leaves to be checked row by row. */
  readonly #rest: FilterNode | null;
  readonly #progress: TokenProgress;
  /** The last row of the pages so far. */
  #last: RowKeys | null = null;

  constructor(options: ReadCheckOptions) {
    this.#options = options;
    this.#isOrdered = isInKeyOrder(options.account);
    this.#missing = this.#isOrdered ? 'excluded' : 'may-match';
    const target = scanTarget(options.node);
    this.#range = options.range ?? target?.whole ?? null;
    this.#rest = target === null ? options.node : target.rest.length === 0 ? null : group('and', target.rest);
    this.#progress = new TokenProgress(
      { table: options.table },
      { max: maxEmptyScanPages, onNotice: options.account.onEmptyPages?.('QueryEntities') },
    );
  }

  /**
   * The rows of a page with the columns that the query has. Call it once for each page, in the order of reading.
   * @throws StowageError `network.range-ignored`, `network.repeated-page`
   */
  checked({ rows, next }: Pick<FetchedPage<PageRows>, 'rows' | 'next'>): PageRows {
    const { columns, accept, table } = this.#options;
    const parts = rows.form === 'entities' ? [entityRows(rows.rows)] : rows.blocks.map(packedRows);
    let last = this.#last;
    let isRepeated = false;
    let count = 0;
    for (const part of parts) {
      if (part.count === 0) continue;
      count += part.count;
      const order = orderOf(part, last);
      if (order === 'repeated' || (order === 'unsure' && this.#isOrdered && !this.#mayAscend(part, last))) {
        isRepeated = true;
      }
      this.#checkRows(part, order);
      last = part.keysAt(part.count - 1);
    }
    // A repeated token explains repeated rows.
    if (next.kind === 'at') this.#progress.follow(tokenText(next), count);
    if (isRepeated) throw orderIgnored(table);
    this.#last = last;
    return columns.wanted === null ? rows : projected(columns.isWider ? accepted(rows, accept) : rows, columns);
  }

  #checkRows(rows: CheckedRows, order: 'ascending' | 'unsure' | 'repeated'): void {
    const { table } = this.#options;
    const rest = this.#rest;
    // Between two rows of a range, in key order, there are only rows of it.
    const inRange = order === 'ascending' ? [0, rows.count - 1] : rows.indexes();
    const range = this.#range;
    if (range !== null) {
      for (const index of inRange) if (!containsKeys(range, rows.keysAt(index))) throw rangeIgnored(table);
    }
    if (rest === null) return;
    let index = 0;
    const valueOfRow: ValueOf = (name) => rows.valueAt(name, index);
    for (; index < rows.count; index += 1) {
      if (canMatch(rest, valueOfRow, this.#missing)) continue;
      throw filterProperties(rest).every(isKey) ? rangeIgnored(table) : filterIgnored(table);
    }
  }

  /** Whether some order of texts has these rows ascend, each once. */
  #mayAscend(rows: CheckedRows, last: RowKeys | null): boolean {
    let before = last;
    for (const index of rows.indexes()) {
      const keys = rows.keysAt(index);
      if (before !== null && compareKeys(before, keys) > 0 && !mayFollow(before, keys)) return false;
      before = keys;
    }
    return true;
  }
}

function mayFollow(before: RowKeys, keys: RowKeys): boolean {
  return before.partitionKey === keys.partitionKey
    ? textsSortApart(before.rowKey, keys.rowKey)
    : textsSortApart(before.partitionKey, keys.partitionKey);
}

/** Rows in either form, so that only what is needed of packed ones becomes text. */
interface CheckedRows {
  readonly count: number;
  indexes(): Iterable<number>;
  keysAt(index: number): RowKeys;
  /** The order of a row and the one after it: negative where keys ascend, 0 for the same keys. */
  orderAt(index: number): number;
  valueAt(name: string, index: number): EdmValue | null;
}

/** `unsure`: rows descend, by UTF-16 units; `repeated`: a row directly follows itself. */
function orderOf(rows: CheckedRows, last: RowKeys | null): 'ascending' | 'unsure' | 'repeated' {
  let highest = last === null ? -1 : compareKeys(last, rows.keysAt(0));
  for (let index = 0; index < rows.count - 1 && highest < 0; index += 1) highest = rows.orderAt(index);
  if (highest < 0) return 'ascending';
  if (highest === 0) return 'repeated';
  let before = last;
  for (const index of rows.indexes()) {
    const keys = rows.keysAt(index);
    if (before !== null && compareKeys(before, keys) === 0) return 'repeated';
    before = keys;
  }
  return 'unsure';
}

function entityRows(rows: readonly Entity[]): CheckedRows {
  const none: RowKeys = { partitionKey: '', rowKey: '' };
  return {
    count: rows.length,
    indexes: () => rows.keys(),
    keysAt: (index) => rows[index] ?? none,
    orderAt: (index) => compareKeys(rows[index] ?? none, rows[index + 1] ?? none),
    valueAt: (name, index) => {
      const row = rows[index];
      return row === undefined ? null : valueOf(row, name);
    },
  };
}

const keySources: Readonly<Record<string, ValueSource>> = {
  PartitionKey: 'partition-key',
  RowKey: 'row-key',
  Timestamp: 'timestamp',
};

function packedRows(block: PackedRows): CheckedRows {
  const { count, partitionKeys, rowKeys } = block;
  const readers = new Map<string, ReturnType<typeof valueReader>>();
  return {
    count,
    indexes: () => Array(count).keys(),
    keysAt: (index) => keysOf(block, index),
    orderAt: (index) => orderOfTexts(partitionKeys, index, index + 1) || orderOfTexts(rowKeys, index, index + 1),
    valueAt: (name, index) => {
      let reader = readers.get(name);
      if (reader === undefined) {
        reader = valueReader(block, keySources[name] ?? 'property', name);
        readers.set(name, reader);
      }
      return reader(index) ?? null;
    },
  };
}

/** Which columns are requested, and which of them the query has. */
export interface ReadColumns {
  /** Empty for all. */
  readonly requested: readonly string[];
  /** Null for all. */
  readonly wanted: ReadonlySet<string> | null;
  /** Columns are requested that only serve to check the filter. */
  readonly isWider: boolean;
  /** `drop`: the Timestamp is one of them. */
  readonly timestamps: 'leave' | 'drop';
}

/** A filter can only be checked by the properties that it refers to, so they are requested with the others. */
export function readColumns({ select }: Pick<TableQuery, 'select'>, node: FilterNode | null): ReadColumns {
  if (select.length === 0) return { requested: [], wanted: null, isWider: false, timestamps: 'leave' };
  const added = filterProperties(node).filter((name) => !isKey(name) && !select.includes(name));
  return {
    requested: [...select, ...added],
    wanted: new Set(select),
    isWider: added.length > 0,
    timestamps: added.includes('Timestamp') ? 'drop' : 'leave',
  };
}

function projected(rows: PageRows, { wanted, timestamps }: ReadColumns): PageRows {
  if (wanted === null) return rows;
  const isDropped = (name: string): boolean => !wanted.has(name);
  if (rows.form === 'packed') {
    return { form: 'packed', blocks: rows.blocks.map((block) => withoutColumns(block, isDropped, timestamps)) };
  }
  if (timestamps === 'leave' && !rows.rows.some(({ properties }) => properties.some(({ name }) => isDropped(name)))) {
    return rows;
  }
  const entities = rows.rows.map((row) => ({
    ...row,
    timestamp: timestamps === 'drop' ? '' : row.timestamp,
    properties: row.properties.filter(({ name }) => wanted.has(name)),
  }));
  return { form: 'entities', rows: entities };
}
