// Plans exports and imports of tables: cuts a table into ranges of keys by looking at single rows of it, and a file into
// slices at the ends of its rows. Nothing is read twice for it but a page of each range.
import { open as openFile, type FileHandle } from 'node:fs/promises';
import type { FilterNode, TableQuery } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { group, stringComparison } from '@shared/query/normal-form';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { localError } from '../../disk/local-error';
import { systemClock } from '../system-clock';
import type { Account } from '../azure/account';
import { type KeyRange, keyAlphabet, keyIn, middleKey, rangeFilter, scanTarget } from '../tables/scan/key-range';
import { applyCuts, sampleCuts } from '../tables/scan/key-sampler';
import { type FetchedPage, type RowKeys, entityForm, fetchPage } from '../tables/page';
import type { Findings, PlanPorts } from './findings';
import type { WalkFrom } from './messages';
import type { SpecOf } from './specs';

/** Of one shard, as far as one page of its range tells. */
const maxRows = 250_000;
/** A range with more becomes so many, of which each is looked at again. */
const partsOfRange = 16;
const pageRows = 1000;

/** The whole table, or what its conditions on keys leave of it; null where it is not worth cutting. */
export async function planRanges(
  from: WalkFrom,
  spec: SpecOf<'export'>,
  found: Findings,
  { open, signal }: PlanPorts,
): Promise<void> {
  const target = scanTarget(checkedFilter(spec.query).node);
  if (target === null) return addRange(null, spec, found);
  const range = from.at === 'range' ? from.range : target.whole;
  const account = await open(spec.endpoint);
  const page = await pageOf(account, spec.query.table, range, pageRows, signal);
  if (page.isWhole) {
    if (page.rows.length > 0) await addRange(range, spec, found);
    return;
  }
  const probe = async (of: KeyRange): Promise<RowKeys | null> =>
    (await pageOf(account, spec.query.table, of, 1, signal)).rows[0] ?? null;
  if ((await estimated(range, page.rows, probe)) <= maxRows) return addRange(range, spec, found);
  const [first] = page.rows;
  const cuts = first === undefined ? null : await sampleCuts(range, first, partsOfRange, probe);
  const parts = cuts === null ? [range] : applyCuts(range, null, cuts);
  if (parts.length === 1) return addRange(range, spec, found);
  for (const part of parts) await found.goOn({ at: 'range', range: part });
}

async function addRange(range: KeyRange | null, spec: SpecOf<'export'>, found: Findings): Promise<void> {
  await found.addAlone([JSON.stringify(range), spec.query.table, 0]);
}

interface KeysPage {
  readonly rows: readonly RowKeys[];
  readonly isWhole: boolean;
}

async function pageOf(
  account: Account,
  table: string,
  range: KeyRange,
  top: number,
  signal: AbortSignal,
): Promise<KeysPage> {
  const request = { table, filter: rangeFilter(range, []), select: ['PartitionKey', 'RowKey'], top };
  let position: Parameters<typeof fetchPage>[2] = { kind: 'start' };
  // A page may be empty although rows follow.
  for (;;) {
    const page: FetchedPage = await fetchPage(account, request, position, entityForm, { clock: systemClock, signal });
    if (page.rows.length > 0 || page.next.kind === 'end') return { rows: page.rows, isWhole: page.next.kind === 'end' };
    position = page.next;
  }
}

/**
 * Rows of the range if its keys continue as they begin: it is halved until a half is no larger than what was seen.
 * Infinite where that tells nothing, because the range has no end or is one partition.
 */
async function estimated(
  range: KeyRange,
  rows: readonly RowKeys[],
  probe: (of: KeyRange) => Promise<RowKeys | null>,
): Promise<number> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || range.to === null) return Infinity;
  let seen: RowKeys | null = last;
  if (range.partitionKey === null && first.partitionKey === last.partitionKey) {
    seen = await probe({ ...range, from: { value: first.partitionKey, inclusive: false } });
    if (seen === null) return Infinity;
  }
  const alphabet = keyAlphabet([...rows, seen].map((row) => keyIn(range, row)));
  const end = keyIn(range, seen);
  let high = range.to.value;
  let parts = 1;
  for (
    let middle = middleKey(keyIn(range, first), high, alphabet);
    middle !== null && middle > end;
    middle = middleKey(keyIn(range, first), high, alphabet)
  ) {
    high = middle;
    parts *= 2;
  }
  return rows.length * parts;
}

/** The query of one shard. */
export function queryWithin(query: TableQuery, range: KeyRange | null): TableQuery {
  if (range === null) return query;
  const { partitionKey, from, to } = range;
  const key = partitionKey === null ? 'PartitionKey' : 'RowKey';
  const nodes: FilterNode[] = [
    ...(partitionKey === null ? [] : [stringComparison('PartitionKey', 'eq', partitionKey)]),
    ...(from === null ? [] : [stringComparison(key, from.inclusive ? 'ge' : 'gt', from.value)]),
    ...(to === null ? [] : [stringComparison(key, to.inclusive ? 'le' : 'lt', to.value)]),
  ];
  if (query.filterText !== undefined) {
    const { rest } = scanTarget(checkedFilter(query).node) ?? { rest: [] };
    return { ...query, filterText: rangeFilter(range, rest) };
  }
  if (nodes.length === 0) return query;
  return { ...query, where: group('and', query.where === undefined ? nodes : [query.where, ...nodes]) };
}

/** Of one shard of an import. */
const maxSliceBytes = 16 * MiB;
const maxSliceRows = 100_000;
/** Of one part of the plan. */
const slicesInPart = 8;
const readBytes = MiB;
const [lineFeed, quote] = [0x0a, 0x22];

export async function planSlices(
  from: WalkFrom,
  spec: SpecOf<'import'>,
  found: Findings,
  { signal }: PlanPorts,
): Promise<void> {
  const file = await openFile(spec.path, 'r').catch((thrown: unknown) => {
    throw localError(thrown, spec.path);
  });
  try {
    if ((await file.stat()).size !== spec.bytes) throw changed(spec);
    let start = from.at === 'bytes' ? from.from : spec.headerBytes;
    for (let slices = 0; slices < slicesInPart && start < spec.bytes; slices += 1) {
      const end = await endOfSlice(file, start, spec, signal);
      await found.addAlone([JSON.stringify({ from: start, to: end }), spec.table, end - start]);
      start = end;
    }
    if (start < spec.bytes) await found.goOn({ at: 'bytes', from: start });
  } finally {
    await file.close();
  }
}

/** After the last row that fits, or after the first one. */
async function endOfSlice(
  file: FileHandle,
  start: number,
  { bytes, quotes }: SpecOf<'import'>,
  signal: AbortSignal,
): Promise<number> {
  const buffer = Buffer.allocUnsafe(readBytes);
  let [end, rows, isQuoted] = [start, 0, false];
  for (let at = start; at < bytes; at += readBytes) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, readBytes, at);
    if (bytesRead === 0) break;
    for (let index = 0; index < bytesRead; index += 1) {
      const byte = buffer[index];
      if (byte === quote && quotes === 'cells') isQuoted = !isQuoted;
      if (byte !== lineFeed || isQuoted) continue;
      const after = at + index + 1;
      if (rows > 0 && after - start > maxSliceBytes) return end;
      [end, rows] = [after, rows + 1];
      if (rows === maxSliceRows) return end;
    }
  }
  return bytes;
}

function changed({ path, bytes }: SpecOf<'import'>): StowageError {
  const problem = `“${path}” was changed after its import started. Rows already written stay.`;
  return new StowageError('conflict.source-changed', problem, {
    context: { source: path, plannedBytes: bytes, finding: 'import-changed', problem },
  });
}
