// Checks the pages of one range before their rows are used: a server, proxy or cache that drops the filter, the columns
// or the continuation token of a request, or repeats rows, must not get rows shown, counted, exported, changed or deleted
// that were never selected, or any row twice.
import type { Entity } from '@shared/model/entity';
import type { FilterNode, TableQuery } from '@shared/model/table-query';
import { compareKeys, valueOf } from '@shared/query/evaluate';
import { filterProperties } from '@shared/query/filter-properties';
import { isKey } from '@shared/query/normal-form';
import { type MissingRule, type ValueOf, canMatch, textsSortApart } from '@shared/query/possible-match';
import { type PackedRows, keysOf, valueReader, withoutColumns } from '@shared/rows/packed-rows';
import { TokenProgress } from '@shared/token-progress';
import { type FetchedPage, type PageRows, type ReadingAccount, type RowKeys, accepted, tokenText } from './page';
import { partTargetOf } from '../azure/account';
import { type KeyRange, containsKeys, filterIgnored, keyCheck, orderIgnored, rangeIgnored } from './scan/key-range';

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
  readonly #isInBounds: ((keys: RowKeys) => boolean) | null;
  readonly #progress: TokenProgress;
  /** The last row of the pages so far. */
  #last: RowKeys | null = null;

  constructor(options: ReadCheckOptions) {
    this.#options = options;
    this.#isOrdered = isInKeyOrder(options.account);
    this.#missing = this.#isOrdered ? 'excluded' : 'may-match';
    this.#isInBounds = keyCheck(options.node);
    this.#progress = new TokenProgress({ table: options.table });
  }

  /**
   * The rows of a page with the columns that the query has. Call it once for each page, in the order of reading.
   * @throws StowageError `network.range-ignored`, `network.repeated-page`
   */
  checked({ rows, next }: Pick<FetchedPage<PageRows>, 'rows' | 'next'>): PageRows {
    const order: SeenOrder = { last: this.#last, holds: true };
    if (rows.form === 'entities') {
      for (const row of rows.rows) this.#checkRow(row, (name) => valueOf(row, name), order);
    } else for (const block of rows.blocks) this.#checkBlock(block, order);
    // A repeated token explains repeated rows.
    if (next.kind === 'at') this.#progress.follow(tokenText(next));
    if (!order.holds) throw orderIgnored(this.#options.table);
    this.#last = order.last === null ? null : { partitionKey: order.last.partitionKey, rowKey: order.last.rowKey };
    const { columns, accept } = this.#options;
    return columns.wanted === null ? rows : projected(columns.isWider ? accepted(rows, accept) : rows, columns);
  }

  #checkBlock(block: PackedRows, order: SeenOrder): void {
    const readers = new Map<string, ReturnType<typeof valueReader>>();
    let index = 0;
    let keys: RowKeys = { partitionKey: '', rowKey: '' };
    const valueAt: ValueOf = (name) => {
      if (name === 'PartitionKey') return { type: 'Edm.String', value: keys.partitionKey };
      if (name === 'RowKey') return { type: 'Edm.String', value: keys.rowKey };
      let reader = readers.get(name);
      if (reader === undefined) {
        reader = valueReader(block, name === 'Timestamp' ? 'timestamp' : 'property', name);
        readers.set(name, reader);
      }
      return reader(index) ?? null;
    };
    for (; index < block.count; index += 1) {
      keys = keysOf(block, index);
      this.#checkRow(keys, valueAt, order);
    }
  }

  #checkRow(keys: RowKeys, valueAt: ValueOf, order: SeenOrder): void {
    const { table, node, range } = this.#options;
    if (range !== undefined && !containsKeys(range, keys)) throw rangeIgnored(table);
    if (node !== null && !canMatch(node, valueAt, this.#missing)) {
      throw this.#isInBounds?.(keys) === false ? rangeIgnored(table) : filterIgnored(table);
    }
    if (order.last !== null && !this.#mayFollow(order.last, keys)) order.holds = false;
    order.last = keys;
  }

  /** Without a promised order, at least not the same row again. */
  #mayFollow(before: RowKeys, keys: RowKeys): boolean {
    const order = compareKeys(before, keys);
    if (order < 0) return true;
    if (order === 0) return false;
    if (!this.#isOrdered) return true;
    return before.partitionKey === keys.partitionKey
      ? textsSortApart(before.rowKey, keys.rowKey)
      : textsSortApart(before.partitionKey, keys.partitionKey);
  }
}

interface SeenOrder {
  last: RowKeys | null;
  holds: boolean;
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
