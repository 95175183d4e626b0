// Reads source and target of a copy again, side by side in key order, and determines whether every row arrived.
import { canonicalRow } from '@shared/diff/canonical';
import { type KeyPair, type RowPages, pairsByKey } from '@shared/diff/key-merge';
import type { Entity } from '@shared/model/entity';
import type { CopyRule, CopyVerdict } from '@shared/model/table-copy';
import type { KeyCondition, TableQuery } from '@shared/model/table-query';
import { type KeyBounds, keyBounds } from '@shared/query/key-bounds';
import { checkedFilter } from '@shared/query/key-filter';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { sortedPages } from '../sorted-pages';
import type { CopyCheckpoint } from './copy-run';
import { RowHash } from './row-hash';

export interface VerifyOptions {
  readonly source: { readonly account: Account; readonly query: TableQuery };
  readonly target: { readonly account: Account; readonly table: string };
  readonly rule: CopyRule;
  /** Count and hash of the rows that the copy read. */
  readonly read: Pick<CopyCheckpoint, 'rows' | 'hash'>;
  /** Count and hash of the existing rows that were left unchanged and differ from the source. */
  readonly kept: { readonly different: number; readonly hash: string };
  /**
   * Whether the copy created the table: then rows that the source has since lost can be distinguished from foreign
   * ones.
   */
  readonly madeTarget: 'yes' | 'no';
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly whileAllowed: () => Promise<void>;
  readonly onProgress: (rows: number) => void;
}

const concurrency = 4;
const maxExamples = 5;
/** If more rows than this are missing from the source, they are not removed automatically. */
const othersHeld = 100_000;

export interface Verified {
  readonly verdict: CopyVerdict;
  /** The rows that the verdict calls stale, with their current ETags. */
  readonly stale: readonly Entity[];
}

/** @throws StowageError from the queries */
export async function verifyCopy(options: VerifyOptions): Promise<Verified> {
  const { source, target, rule, read, whileAllowed, onProgress } = options;
  const now = RowHash.empty();
  const found = RowHash.empty();
  const foundOthers = RowHash.empty();
  const differing = RowHash.empty();
  const others: Entity[] = [];
  const isCompared = comparedColumns(source.query.select);
  const counts = { missing: 0, different: 0, others: 0 };
  const examples: string[] = [];
  const example = ({ partitionKey, rowKey }: Entity): void => {
    if (examples.length < maxExamples) examples.push(`${partitionKey} / ${rowKey}`);
  };
  const judge = ({ left, right }: KeyPair): void => {
    if (left === null) {
      counts.others += 1;
      if (right === null || options.madeTarget === 'no') return;
      foundOthers.add(canonicalRow(right, all));
      if (others.length < othersHeld) others.push(right);
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
    differing.add(canonicalRow(right, isCompared));
    example(left);
  };
  const lefts = pagesOf(options, source.account, source.query);
  const sought = sameKeys(source.query, target.table);
  const rights = sought === null ? noPages() : pagesOf(options, target.account, sought);
  for await (const pairs of pairsByKey(lefts, rights)) {
    pairs.forEach(judge);
    onProgress(now.rows);
    await whileAllowed();
    // Rows after the last one of a limited source were not requested.
    if (source.query.limit !== undefined && now.rows >= source.query.limit) break;
  }
  const hashes = { hashRead: read.hash, hashNow: now.text(), hashFound: found.text() };
  const rows = { rowsRead: read.rows, rowsNow: now.rows, rowsFound: found.rows };
  // The whole target contains only rows that were read, so rows without a source can only be copies.
  const whole = found.plus(foundOthers);
  const isCopyAlone = whole.rows === read.rows && whole.text() === read.hash && others.length === counts.others;
  const stale = isCopyAlone ? others : [];
  const counted = { ...rows, ...counts, stale: stale.length, ...hashes };
  return { verdict: { ...counted, examples, outcome: outcomeOf(options, counted, differing) }, stale };
}

function outcomeOf(
  { rule, kept: retained }: VerifyOptions,
  found: Omit<CopyVerdict, 'outcome' | 'examples'>,
  differing: RowHash,
): CopyVerdict['outcome'] {
  const { rowsRead, rowsNow, missing, different, hashRead, hashNow, hashFound } = found;
  if (rowsRead !== rowsNow || hashRead !== hashNow) return 'source-changed';
  if (missing === 0 && different === 0 && hashFound === hashRead) return 'same';
  const mayKeep = rule === 'insert' || rule === 'skip';
  const areUnchanged = differing.rows === retained.different && differing.text() === retained.hash;
  return mayKeep && missing === 0 && areUnchanged ? 'kept' : 'differs';
}

/** Which columns a copy includes: all, or those of its query. */
export function comparedColumns(select: readonly string[]): (name: string) => boolean {
  const names = new Set(select);
  return names.size === 0 ? all : (name) => names.has(name);
}

function pagesOf({ clock, signal }: VerifyOptions, account: Account, query: TableQuery): RowPages {
  return sortedPages(account, { ...query, pageSize: 1000 }, { concurrency, signal, clock });
}

async function* noPages(): RowPages {
  yield [];
}

/**
 * The rows of the target that can have keys of the source: selected by the bounds of the keys only, as a row that was
 * left unchanged need not match the other conditions. Null when no key satisfies all of them.
 */
function sameKeys(query: TableQuery, table: string): TableQuery | null {
  const { node } = checkedFilter(query);
  const any: KeyCondition = { kind: 'any' };
  const partition = node === null ? null : keyBounds(node, 'PartitionKey');
  const row = node === null ? null : keyBounds(node, 'RowKey');
  if (partition?.impossible === true || row?.impossible === true) return null;
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
