import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisStreams } from '@shared/ipc/contract/analysis';
import type { StreamEvent, StreamInput } from '@shared/ipc/contract';
import { systemClock } from '../../../testing/clock';
import { type TableBench, query, row, startTableBench } from '../fixtures/table-bench';
import { type Analyses, createAnalyses } from './analyses';

type Event = StreamEvent<'tables.analyse'>;

const rows = 2_345;
const partitions = 7;
let bench: TableBench;
let analyses: Analyses;
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
  analyses = createAnalyses({
    accounts: { open: async () => bench.direct, openForWriting: async () => bench.direct },
    clock: systemClock,
  });
});
afterAll(async () => {
  analyses.dispose();
  await bench.dispose();
});

const never = new AbortController().signal;
const input = (change: Partial<StreamInput<'tables.analyse'>> = {}): StreamInput<'tables.analyse'> => ({
  connectionId: 'c',
  analysisId: 'one',
  query: query('Analysed', { pageSize: 200 }),
  depth: 'profile',
  ...change,
});
async function events(given: StreamInput<'tables.analyse'>, signal = never): Promise<Event[]> {
  const seen: Event[] = [];
  await analyses.streams['tables.analyse'](given, { signal, push: (event) => seen.push(event) });
  return seen;
}

describe('analysing a whole result', () => {
  it('counts every row and partition, and says exactly what the properties hold', async () => {
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

  it('goes on where it was paused, counting nothing twice', async () => {
    const pausing = new AbortController();
    const given = input({ analysisId: 'paused' });
    const paused = analyses.streams['tables.analyse'](given, { signal: pausing.signal, push: () => pausing.abort() });
    await expect(paused).rejects.toMatchObject({ code: 'cancelled.by-user' });
    const so = analyses.calls['tables.analysis-so-far'];
    const { progress, result } = await so({ analysisId: 'paused' }, { signal: never });
    expect(progress.ended).toBe('no');
    expect(result.rows).toBe(progress.rows);
    const last = (await events(given)).at(-1);
    expect(last?.progress).toMatchObject({ rows, ended: 'end' });
    expect(last?.result?.rows).toBe(rows);
    expect((await events(given)).at(-1)?.progress.rows).toBe(rows);
  });

  it('never calls the rows up to a limit the end', async () => {
    const last = (await events(input({ analysisId: 'limit', query: query('Analysed', { limit: 500 }) }))).at(-1);
    expect(last?.progress).toMatchObject({ rows: 500, ended: 'limit' });
  });

  it('is forgotten when told so', async () => {
    await events(input({ analysisId: 'gone', depth: 'count' }));
    await analyses.calls['tables.forget-analysis']({ analysisId: 'gone' }, { signal: never });
    expect(() => analyses.calls['tables.analysis-so-far']({ analysisId: 'gone' }, { signal: never })).toThrow(
      /start it again/,
    );
  });

  it('fails as the query fails, and starts anew afterwards', async () => {
    const missing = input({ analysisId: 'missing', query: query('NoSuchTable') });
    await expect(events(missing)).rejects.toMatchObject({ code: 'not-found.table' });
    const again = { ...missing, query: query('Analysed') };
    expect((await events(again)).at(-1)?.progress.rows).toBe(rows);
  });
});
