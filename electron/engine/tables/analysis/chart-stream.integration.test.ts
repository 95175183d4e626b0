// A chart of a whole result, read from a real table: every row counts, only the chart's columns travel.
import type { StreamEvent } from '@shared/ipc/contract';
import type { Entity } from '@shared/model/entity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../testing/clock';
import { type TableBench, query, startTableBench } from '../fixtures/table-bench';
import { createChartStream } from './chart-stream';

const count = 6_000;
let bench: TableBench;

function measured(index: number): Entity {
  return {
    partitionKey: 'P',
    rowKey: String(index).padStart(6, '0'),
    timestamp: '',
    etag: '',
    properties: [
      { name: 'Load', value: { type: 'Edm.Double', value: index % 1000 === 0 ? 'NaN' : `${index}.0` } },
      { name: 'Ballast', value: { type: 'Edm.String', value: 'not fetched' } },
    ],
  };
}

beforeAll(async () => {
  bench = await startTableBench();
  await bench.fill(
    'Charted',
    Array.from({ length: count }, (_, index) => measured(index)),
  );
});
afterAll(() => bench.dispose());

const chart = {
  kind: 'line',
  x: { kind: 'key', key: 'RowKey', reading: 'number' },
  y: ['Load'],
} as const;

function streamOf(signal: AbortSignal, pushed: StreamEvent<'tables.chart'>[]): Promise<void> {
  const accounts = { open: () => Promise.resolve(bench.proxied), openForWriting: () => Promise.resolve(bench.proxied) };
  const { 'tables.chart': run } = createChartStream({ accounts, clock: systemClock });
  const input = { connectionId: 'bench', query: query('Charted', { pageSize: 10 }), chart: { ...chart, y: ['Load'] } };
  return run(input, { signal, push: (event) => pushed.push(event) });
}

it('gathers every row of the result in full pages of the chart columns', async () => {
  const before = bench.proxy.requests.length;
  const pushed: StreamEvent<'tables.chart'>[] = [];
  await streamOf(new AbortController().signal, pushed);
  const last = pushed.at(-1);
  expect(last).toMatchObject({ state: 'done', rows: count, requests: 6 });
  expect(last?.data).toMatchObject({ values: count - 6, leftOut: { notFinite: 6 }, form: 'aggregated', xWidth: 16 });
  const [series] = last?.data.series ?? [];
  expect(series?.marks).toHaveLength(375);
  expect(series?.marks[1]).toEqual({ x: 16, y: 23.5, low: 16, high: 31, count: 16 });
  const sent = bench.proxy.requests.slice(before);
  expect(sent.map((request) => request.query.get('$select'))).toEqual(Array(6).fill('PartitionKey,RowKey,Load'));
});

it('chart stream: stops on request', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(streamOf(controller.signal, [])).rejects.toMatchObject({ kind: 'cancelled' });
});
