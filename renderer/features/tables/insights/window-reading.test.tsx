// The whole time window behind the charts: read in pages within a budget, stopped and continued, never stored as rows.
import '@renderer/testing/missing-in-jsdom';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import type { PackedPage } from '@shared/rows/packed-page';
import { ticksKey } from '@shared/query/key-tools';
import { ticksFromMs } from '@shared/query/ticks';
import { wadWindow } from '@shared/query/wad-window';
import { packBlocks } from '@shared/rows/packed-rows';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestPort } from '../fixtures/test-port';
import { RowList } from '../result/row-list';
import { type SessionState, emptyState } from '../result/run-state';
import { CounterGathering } from './counter-gathering';
import type { CounterBoard } from './counter-board';
import { CounterView } from './counter-view';
import { useWindowReading } from './use-window-reading';
import { type WindowReadingState, createWindowReading, nothingRead } from './window-reading';

let bridge: TestBridge | undefined;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const startMs = Date.UTC(2026, 9, 14, 2);
const minuteMs = 60_000;
const ticksAt = (minute: number): bigint => ticksFromMs(startMs + minute * minuteMs);

function sample(minute: number, value = String(minute)): Entity {
  return {
    partitionKey: ticksKey(ticksAt(minute)),
    rowKey: 'a',
    timestamp: '2026-10-14T08:21:07.1402918Z',
    etag: '',
    properties: [
      { name: 'Role', value: { type: 'Edm.String', value: 'web' } },
      { name: 'CounterName', value: { type: 'Edm.String', value: '\\Memory\\Available MBytes' } },
      { name: 'CounterValue', value: { type: 'Edm.Double', value } },
    ],
  };
}

const query: TableQuery = {
  table: 'WADPerformanceCountersTable',
  partitionKey: wadWindow(ticksAt(0), ticksAt(60)),
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
};

/** Six pages of ten minutes. */
const pages = Array.from({ length: 6 }, (_, page) => Array.from({ length: 10 }, (_, at) => sample(page * 10 + at)));

function begun(budget = 1000) {
  const port = createTestPort(pages);
  const states: WindowReadingState[] = [];
  const reading = createWindowReading({
    connectionId: 'c',
    query,
    port,
    turns: () => ({ rest: () => undefined }),
    now: () => 0,
    budget,
    onState: (state) => states.push(state),
  });
  return { port, report: states, reading, last: () => states.at(-1) };
}

describe('reading of a whole window', () => {
  it('requests the columns of the counters only, and gathers every page once', async () => {
    const { port, reading, last } = begun();
    reading.start();
    await waitFor(() => expect(last()).toMatchObject({ status: 'done', rows: 60, pages: 6 }));
    expect(last()?.gathering.samples).toBe(60);
    expect(port.opened).toMatchObject([
      {
        query: {
          select: ['PartitionKey', 'CounterName', 'CounterValue', 'Role', 'RoleInstance', 'EventTickCount'],
          pageSize: 1000,
        },
      },
    ]);
  });

  it('stops at its budget and reports it, then continues there', async () => {
    const { port, reading, last } = begun(25);
    reading.start();
    await waitFor(() => expect(last()).toMatchObject({ status: 'budget', rows: 30, pages: 3 }));
    reading.start();
    await waitFor(() => expect(last()).toMatchObject({ status: 'done', rows: 60, pages: 6 }));
    reading.start();
    expect(last(), 'there is nothing to go on with').toMatchObject({ status: 'done', rows: 60, pages: 6 });
    expect(last()?.gathering.samples).toBe(60);
    expect(port.opened).toHaveLength(1);
  });

  it('continues after the last received page when stopped or failed', async () => {
    const { port, reading, last } = begun();
    port.failNextPage(new StowageError('network.reset', 'Cut.'));
    reading.start();
    await waitFor(() => expect(last()).toMatchObject({ status: 'failed', error: { code: 'network.reset' } }));
    port.hold();
    reading.start();
    await waitFor(() => expect(port.opened).toHaveLength(2));
    reading.stop();
    await waitFor(() => expect(last()).toMatchObject({ status: 'stopped', error: null }));
    port.release();
    reading.start();
    await waitFor(() => expect(last()).toMatchObject({ status: 'done', rows: 60, pages: 6 }));
    expect(last()?.gathering.samples).toBe(60);
  });
});

describe('samples of a long window', () => {
  it('are bounded: nearby samples are averaged and none is lost', () => {
    const gathering = new CounterGathering(100);
    for (let minute = 0; minute < 5000; minute += 1) gathering.add(sample(minute));
    expect(gathering.times().length).toBeLessThanOrEqual(100);
    const [moments] = [...gathering.counters.values()].flatMap((sources) => [...sources.values()]);
    const all = [...(moments?.values() ?? [])];
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
    expect(all.reduce((sum, moment) => sum + moment.sum, 0)).toBe((4999 * 5000) / 2);
    expect(new Set(moments?.keys())).toEqual(new Set(gathering.times()));
  });
});

const board: CounterBoard = {
  beside: [],
  thresholds: {},
  follow: 'still',
  setFollow: () => undefined,
  setBeside: () => undefined,
  setThreshold: () => undefined,
};
const ofTab = { connectionId: 'c', table: query.table, zone: 'utc', view: 'figures', beside: [], board } as const;

describe('charts of a partly loaded window', () => {
  it('show the whole window and name their source', async () => {
    let answer: () => void = () => undefined;
    const later = new Promise<void>((resolve) => (answer = resolve));
    const page = (of: readonly Entity[], token: string | null): PackedPage => {
      const stats = { latencyMs: 1, firstByteMs: 1, rows: of.length, bytes: 1, retries: 0, decodeMs: 0 };
      return { blocks: packBlocks([...of]), more: token !== null, token, stats: { ...stats, ended: 'page-size' } };
    };
    let timesRequested = 0;
    bridge = installBridge({
      calls: {
        'tables.open': () => ({ sessionId: 's', filter: '', costClass: 'partition-range' }),
        'tables.next-packed-page': async () => {
          timesRequested += 1;
          if (timesRequested === 1) return page(pages.slice(0, 3).flat(), 'on');
          await later;
          return page(pages.slice(3).flat(), null);
        },
        'tables.close': () => ({}),
      },
    });
    const rows = new RowList();
    rows.append(packBlocks([...(pages[0] ?? [])]));
    const [first] = [page(pages[0] ?? [], 'on').stats];
    const state: SessionState = { ...emptyState, run: 1, status: 'waiting', query, rowCount: 10, pages: [first] };
    function Tab({ status = 'waiting', front }: { status?: SessionState['status']; front: 'counters' | 'rows' }) {
      const now: SessionState = { ...state, status };
      const whole = useWindowReading('c', now, front === 'counters' ? 'in-front' : 'behind');
      return front === 'counters' ? <CounterView {...ofTab} state={now} rows={rows} whole={whole} /> : null;
    }
    const { rerender } = render(<Tab front="counters" />);
    const statusText = async (text: RegExp) =>
      waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text));
    await statusText(/^From 10 rows loaded rows with 1 page; the result has more · one point per 1 min$/);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Stop' }));
    await statusText(/^The first 30 rows of 1 page, up to 2026-10-14 02:29:00; there is more · one point per 1 min$/);
    // Another page of the rows is loaded.
    for (const status of ['fetching', 'waiting'] as const) rerender(<Tab status={status} front="counters" />);
    expect(screen.getByRole('button', { name: 'Continue' })).not.toBeNull();
    answer();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Continue' }));
    await statusText(/^All 60 rows of 2 pages · one point per 1 min$/);
    expect(screen.getAllByRole('rowheader')).toHaveLength(60);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();

    const before = bridge.requested.length;
    for (const front of ['rows', 'counters'] as const) rerender(<Tab front={front} />);
    await statusText(/^All 60 rows of 2 pages/);
    expect(bridge.requested, 'nothing is read again').toHaveLength(before);
  });

  it('report a requested window without samples', async () => {
    const rows = new RowList();
    rows.append(packBlocks([...(pages[2] ?? [])]));
    const stats = { latencyMs: 1, firstByteMs: 1, rows: 10, bytes: 1, retries: 0, decodeMs: 0, ended: 'last' } as const;
    const state: SessionState = { ...emptyState, run: 1, status: 'complete', query, rowCount: 10, pages: [stats] };
    const whole = { ...nothingRead(), start: () => undefined, stop: () => undefined };
    render(<CounterView {...ofTab} state={state} rows={rows} whole={whole} />);
    const statusText =
      'All 10 rows of 1 page · no samples before 2026-10-14 02:20:00 · no samples after 2026-10-14 02:29:00 · one point per 1 min';
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(statusText));
  });
});
