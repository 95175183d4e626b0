import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisResult } from '@shared/analysis/analysis-result';
import { analysisStreams } from '@shared/ipc/contract/analysis';
import type { StreamEvent, StreamInput } from '@shared/ipc/contract';
import { systemClock } from '../../../testing/clock';
import type { Account } from '../../azure/account';
import { writeEntities } from '../batch-write';
import { type TableBench, open, pagesOf, query, row, startTableBench } from '../fixtures/table-bench';
import { type Analyses, createAnalyses } from './analyses';

type Event = StreamEvent<'tables.analyse'>;

const rows = 2_345;
const partitions = 7;
let bench: TableBench;
let analyses: Analyses;
/** Where the connection leads. */
let account: Account;
beforeAll(async () => {
  bench = await startTableBench();
  const entities = Array.from({ length: rows }, (_, index) =>
    row(`p${index % partitions}`, String(index).padStart(6, '0'), [
      { name: 'Number', value: { type: 'Edm.Int64', value: String(9_007_199_254_740_990n + BigInt(index)) } },
      {
        name: 'Mixed',
        value: index % 3 === 0 ? { type: 'Edm.String', value: 'three' } : { type: 'Edm.Int32', value: '3' },
      },
      ...(index % 5 === 0 ? [{ name: 'Rare', value: { type: 'Edm.Boolean' as const, value: true } }] : []),
    ]),
  );
  await bench.fill('Analysed', entities);
  account = bench.direct;
  analyses = createAnalyses({
    accounts: { open: async () => account, openForWriting: async () => account },
    clock: systemClock,
  });
});
afterEach(() => {
  bench.proxy.clearFaults();
  account = bench.direct;
});
afterAll(async () => {
  analyses.dispose();
  await bench.dispose();
});

const never = new AbortController().signal;
type Input = StreamInput<'tables.analyse'>;
const input = (change: Partial<Input> = {}): Input => ({
  connectionId: 'c',
  analysisId: 'one',
  query: query('Analysed', { pageSize: 200 }),
  depth: 'profile',
  from: 'start',
  ...change,
});
async function events(given: Input, signal = never): Promise<Event[]> {
  const seen: Event[] = [];
  await analyses.streams['tables.analyse'](given, { signal, push: (event) => seen.push(event) });
  return seen;
}

const soFar = async (analysisId: string) => analyses.calls['tables.analysis-so-far']({ analysisId }, { signal: never });

describe('analysing a whole result', () => {
  it('counts every row and partition, and reports exactly what the properties hold', async () => {
    const seen = await events(input({ analysisId: 'profile' }));
    for (const event of seen) expect(analysisStreams['tables.analyse'].event.parse(event)).toEqual(event);
    const last = seen.at(-1);
    expect(seen.slice(0, -1).every(({ result, progress }) => result === null && progress.ended === 'no')).toBe(true);
    expect(last?.progress).toMatchObject({
      rows,
      ended: 'end',
      distinctPartitions: { count: partitions, exactness: 'exact' },
    });
    expect(last?.progress.bytes).toBe(last?.result?.bytes);
    expect(last?.result?.partitions.reduce((sum, partition) => sum + partition.rows, 0)).toBe(rows);
    const named = new Map(last?.result?.properties.map((property) => [property.name, property]));
    expect(named.get('Number')?.types).toMatchObject([
      { type: 'Edm.Int64', rows, least: { text: '9007199254740990' }, greatest: { text: '9007199254743334' } },
    ]);
    expect(named.get('Mixed')).toMatchObject({
      rows,
      distinct: { count: 2, exactness: 'exact' },
      types: [{ type: 'Edm.Int32' }, { type: 'Edm.String' }],
    });
    expect(named.get('Rare')?.rows).toBe(rows / 5);
    expect(named.get('Timestamp')?.rows).toBe(rows);
  });

  it('counts with keys alone, which are fewer bytes', async () => {
    const [whole, counted] = await Promise.all([
      events(input({ analysisId: 'whole' })),
      events(input({ analysisId: 'count', depth: 'count' })),
    ]);
    expect(counted.at(-1)?.progress).toMatchObject({ rows, distinctPartitions: { count: partitions } });
    expect(counted.at(-1)?.result?.properties).toEqual([]);
    expect(counted.at(-1)?.progress.bytes).toBeLessThan((whole.at(-1)?.progress.bytes ?? 0) / 2);
  });

  it('reports only its requests, whatever else runs on the same account', async () => {
    await bench.fill('Beside', []);
    account = bench.proxied;
    const before = bench.proxy.requests.length;
    const other = open(account, query('Analysed', { pageSize: 50 }));
    const [seen] = await Promise.all([
      events(input({ analysisId: 'beside', depth: 'count' })),
      writeEntities(account, 'Beside', [row('beside', 'one')], { mode: 'insert' }),
      pagesOf(other),
    ]);
    const sent = bench.proxy.requests.slice(before);
    const own = sent.filter(({ query: requested }) => requested.get('$select') === 'PartitionKey,RowKey');
    const whole = own.filter(({ query: requested }) => requested.get('$top') === '1000').length;
    const { requests = 0, probes = 0, pages = 0 } = seen.at(-1)?.progress ?? {};
    expect(requests - probes).toBe(whole);
    expect(pages).toBeLessThanOrEqual(whole);
    // A request that searched for a split key may be aborted once everything has been read.
    expect(probes).toBeGreaterThan(0);
    expect(probes).toBeLessThanOrEqual(own.length - whole);
  });

  it('resumes where it was paused, counting nothing twice', async () => {
    const pausing = new AbortController();
    const given = input({ analysisId: 'paused' });
    const paused = analyses.streams['tables.analyse'](given, { signal: pausing.signal, push: () => pausing.abort() });
    await expect(paused).rejects.toMatchObject({ code: 'cancelled.by-user' });
    const { progress, result } = await soFar('paused');
    expect(progress.ended).toBe('no');
    expect(result.rows).toBe(progress.rows);
    const last = (await events(goingOn(given))).at(-1);
    expect(last?.progress).toMatchObject({ rows, ended: 'end' });
    expect(last?.result?.rows).toBe(rows);
    expect((await events(goingOn(given))).at(-1)?.progress.rows).toBe(rows);
  });

  it('never calls the rows up to a limit the end', async () => {
    const last = (await events(input({ analysisId: 'limit', query: query('Analysed', { limit: 500 }) }))).at(-1);
    expect(last?.progress).toMatchObject({ rows: 500, ended: 'limit' });
  });

  it('is discarded on request', async () => {
    await events(input({ analysisId: 'gone', depth: 'count' }));
    await analyses.calls['tables.forget-analysis']({ analysisId: 'gone' }, { signal: never });
    expect(() => analyses.calls['tables.analysis-so-far']({ analysisId: 'gone' }, { signal: never })).toThrow(
      /start it again/,
    );
  });

  it('fails as the query fails, and is not stored if it has not begun', async () => {
    const missing = input({ analysisId: 'missing', query: query('NoSuchTable') });
    await expect(events(missing)).rejects.toMatchObject({ code: 'not-found.table' });
    await expect(events(goingOn(missing))).rejects.toMatchObject({ code: 'not-found.session' });
    const again = { ...missing, query: query('Analysed') };
    expect((await events(again)).at(-1)?.progress.rows).toBe(rows);
  });
});

describe('an analysis that broke off', () => {
  const split = { filterText: "PartitionKey eq 'p1' or PartitionKey eq 'p4' or PartitionKey eq 'p6'", splitOr: true };
  const requested = [
    { name: 'statistics', depth: 'profile', change: { pageSize: 200 }, skip: 2, whole: rows },
    { name: 'a count', depth: 'count', change: {}, skip: 2, whole: rows },
    { name: 'ranges of a split', depth: 'profile', change: { pageSize: 40, ...split }, skip: 4, whole: 335 * 3 },
    { name: 'rows up to a limit', depth: 'profile', change: { pageSize: 100, limit: 900 }, skip: 2, whole: 900 },
  ] as const;

  it.each(requested)('resumes where it stopped: $name', async ({ name, depth, change, skip, whole }) => {
    const given = input({ analysisId: name, depth, query: query('Analysed', { ...change }) });
    const undisturbed = (await events({ ...given, analysisId: `${name}, undisturbed` })).at(-1);
    account = bench.proxied;
    // The third page and all that follow; a rejected request is not sent again.
    const isPage = ({ query: parameters }: { readonly query: URLSearchParams }) => parameters.get('$top') !== '1';
    bench.proxy.inject({ when: isPage, skip, times: Infinity, fault: { kind: 'answer', status: 403 } });
    await expect(events(given)).rejects.toMatchObject({ kind: 'auth' });
    await expect(events(goingOn(given))).rejects.toMatchObject({ kind: 'auth' });

    const { progress, result } = await soFar(given.analysisId);
    expect(progress).toMatchObject({ ended: 'no' });
    expect(result.rows).toBe(progress.rows);
    expect(result.rows).toBeLessThan(whole);
    expect(result.rows).toBeGreaterThan(0);

    // The connection leads there another way by now.
    account = bench.direct;
    const last = (await events(goingOn(given))).at(-1);
    expect(last?.progress).toMatchObject({ rows: whole, ended: undisturbed?.progress.ended });
    expect(readingsLeftOut(last?.result)).toEqual(readingsLeftOut(undisturbed?.result));
  });

  it('starts over on request, and does not resume in another account', async () => {
    const given = input({ analysisId: 'anew', query: query('Analysed', { pageSize: 200 }) });
    account = bench.proxied;
    bench.proxy.inject({ skip: 3, times: Infinity, fault: { kind: 'answer', status: 403 } });
    await expect(events(given)).rejects.toMatchObject({ kind: 'auth' });
    account = { ...bench.direct, descriptor: { ...bench.direct.descriptor, accountName: 'another' } };
    await expect(events(goingOn(given))).rejects.toMatchObject({ code: 'not-found.session' });
    account = bench.direct;
    expect((await events(given)).at(-1)?.progress).toMatchObject({ rows, ended: 'end' });
  });
});

const goingOn = (given: Input): Input => ({ ...given, from: 'where-it-stopped' });

/** The rows read, without the cost of reading them: page boundaries differ when ranges are read in parallel. */
function readingsLeftOut(result: AnalysisResult | null | undefined): unknown {
  if (result === null || result === undefined) return result;
  const { rows, properties, partitions, distinctPartitions } = result;
  return {
    rows,
    distinctPartitions,
    partitions: partitions.map(({ key, rows, firstAt, lastAt }) => ({ key, rows, firstAt, lastAt })),
    properties: properties.map(({ name, rows, types, distinct }) => ({ name, rows, types, distinct })),
  };
}
