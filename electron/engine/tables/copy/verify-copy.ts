// Reads source and target of a copy once more, side by side in key order, and says whether every row arrived.
import { canonicalRow } from '@shared/diff/canonical';
import { type KeyPair, type RowPages, pairsByKey } from '@shared/diff/key-merge';
import type { Entity } from '@shared/model/entity';
import type { CopyRule, CopyVerdict } from '@shared/model/table-copy';
import type { KeyCondition, TableQuery } from '@shared/query/filter';
import { type KeyBounds, keyBounds } from '@shared/query/key-bounds';
import { checkedFilter } from '@shared/query/key-filter';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { scanEntities } from '../scan/scan-entities';
import type { CopyStand } from './copy-run';
import { RowHash } from './row-hash';

export interface VerifyOptions {
  readonly source: { readonly account: Account; readonly query: TableQuery };
  readonly target: { readonly account: Account; readonly table: string };
  readonly rule: CopyRule;
  /** Rows and hash as the copy read them. */
  readonly read: Pick<CopyStand, 'rows' | 'hash'>;
  /** Rows that existed and were left alone. */
  readonly kept: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly whileAllowed: () => Promise<void>;
  readonly onProgress: (rows: number) => void;
}

const concurrency = 4;
const examplesKept = 5;

/** @throws StowageError of the queries */
export async function verifyCopy(options: VerifyOptions): Promise<CopyVerdict> {
  const { source, target, rule, read, whileAllowed, onProgress } = options;
  const now = RowHash.empty();
  const found = RowHash.empty();
  const counts = { missing: 0, different: 0, others: 0 };
  const examples: string[] = [];
  const example = ({ partitionKey, rowKey }: Entity): void => {
    if (examples.length < examplesKept) examples.push(`${partitionKey} / ${rowKey}`);
  };
  const judge = ({ left, right }: KeyPair): void => {
    if (left === null) {
      counts.others += 1;
      return;
    }
    const expected = canonicalRow(left, all);
    now.add(expected);
    if (right === null) {
      counts.missing += 1;
      example(left);
      return;
    }
    const names = new Set(rule === 'merge' ? left.properties.map(({ name }) => name) : []);
    const stored = canonicalRow(right, rule === 'merge' ? (name) => names.has(name) : all);
    found.add(stored);
    if (stored === expected) return;
    counts.different += 1;
    example(left);
  };
  const lefts = pagesOf(options, source.account, source.query);
  const rights = pagesOf(options, target.account, sameKeys(source.query, target.table));
  for await (const pairs of pairsByKey(lefts, rights)) {
    pairs.forEach(judge);
    onProgress(now.rows);
    await whileAllowed();
    // What stands behind the last row of a limited source was not asked for.
    if (source.query.limit !== undefined && now.rows >= source.query.limit) break;
  }
  const hashes = { hashRead: read.hash, hashNow: now.text(), hashFound: found.text() };
  const rows = { rowsRead: read.rows, rowsNow: now.rows, rowsFound: found.rows };
  return { ...rows, ...counts, ...hashes, examples, outcome: outcomeOf(options, { ...rows, ...counts, ...hashes }) };
}

function outcomeOf(
  { rule, kept }: VerifyOptions,
  found: Omit<CopyVerdict, 'outcome' | 'examples'>,
): CopyVerdict['outcome'] {
  const { rowsRead, rowsNow, missing, different, hashRead, hashNow, hashFound } = found;
  if (rowsRead !== rowsNow || hashRead !== hashNow) return 'source-changed';
  if (missing === 0 && different === 0 && hashFound === hashRead) return 'same';
  const mayKeep = rule === 'insert' || rule === 'skip';
  return mayKeep && missing === 0 && different <= kept ? 'kept' : 'differs';
}

async function* pagesOf({ clock, signal }: VerifyOptions, account: Account, query: TableQuery): RowPages {
  const asked = { ...query, pageSize: 1000 };
  for await (const { entities } of scanEntities(account, asked, { concurrency, order: 'key', signal, clock })) {
    yield entities;
  }
}

/**
 * The rows of the target that can have keys of the source: by the bounds of the keys only, since a row that was left
 * alone need not match the other conditions.
 */
function sameKeys(query: TableQuery, table: string): TableQuery {
  const { node } = checkedFilter(query);
  const any: KeyCondition = { kind: 'any' };
  const partition = node === null ? null : keyBounds(node, 'PartitionKey');
  const row = node === null ? null : keyBounds(node, 'RowKey');
  return {
    table,
    partitionKey: partition === null ? any : conditionOf(partition),
    rowKey: row === null ? any : conditionOf(row),
    select: query.select,
    pageSize: query.pageSize,
  };
}

function conditionOf({ exact, from, to }: KeyBounds): KeyCondition {
  if (exact !== null) return { kind: 'is', value: exact };
  if (from === null && to === null) return { kind: 'any' };
  return { kind: 'range', ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
}

const all = (): boolean => true;
