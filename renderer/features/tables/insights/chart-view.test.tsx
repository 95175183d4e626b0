// The chart view: what it states about its rows, and charts that the engine aggregates.
import '@renderer/testing/missing-in-jsdom';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ChartAggregate } from '@shared/charting/chart-aggregate';
import type { StreamInput } from '@shared/ipc/contract';
import type { Entity } from '@shared/model/entity';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestPort, testEntity } from '../fixtures/test-port';
import { QueryRun } from '../result/query-run';
import { ChartView, chartNotes, sourceText } from './chart-view';
import { panned, zoomed } from '@renderer/charts/zoom';

const rating = (value: string) => ({ name: 'Rating', value: { type: 'Edm.Double' as const, value } });
const rows: readonly Entity[] = ['1.5', 'NaN', '3.0'].map((value, index) => testEntity(index, [rating(value)]));
const query = {
  table: 'Movies',
  partitionKey: { kind: 'any' as const },
  rowKey: { kind: 'any' as const },
  select: [],
  pageSize: 3,
};

let bridge: TestBridge;
let requested: StreamInput<'tables.chart'>[] = [];
/** What the engine reads; it stays at the first page where there is more. */
let stored: { readonly rows: readonly Entity[]; readonly requests: number; readonly isAll: boolean };
beforeEach(() => {
  requested = [];
  stored = { rows, requests: 1, isAll: false };
  bridge = installBridge({
    streams: {
      'tables.chart': (input, { push, signal }) => {
        requested.push(input);
        const gathered = new ChartAggregate(input.chart);
        stored.rows.forEach((row, index) => gathered.add(row, index + 1));
        const { requests, isAll } = stored;
        const read = { rows: stored.rows.length, requests, bytes: 300, data: gathered.result() };
        push({ state: isAll ? 'done' : 'reading', ...read });
        if (isAll) return Promise.resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        });
      },
    },
  });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

async function show(pages: readonly (readonly Entity[])[]): Promise<void> {
  const session = new QueryRun({ calls: createTestPort(pages), wait: () => Promise.resolve() });
  session.run('local', query);
  await vi.waitFor(() => expect(['waiting', 'complete']).toContain(session.store.getState().status));
  const input = {
    connectionId: 'local',
    table: 'Movies',
    state: session.store.getState(),
    rows: session.rows,
    zone: 'utc' as const,
  };
  render(<ChartView input={input} />);
}

describe('chart view', () => {
  it('names its rows and what it omits', async () => {
    await show([rows, rows]);
    await screen.findByText(/rows loaded/);
    expect(screen.getByRole('status').textContent).toBe(
      '3 rows loaded; the result has more · 1 not shown: NaN or infinite',
    );
    await userEvent.click(screen.getByText('Data'));
    const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(['1', '1.5', '3', '3.0']);
  });

  it('is read in full by the engine, and stops on request', async () => {
    await show([rows, rows]);
    await userEvent.click(await screen.findByRole('button', { name: 'Chart whole result' }));
    await screen.findByText(/Reading the result: 3 rows with 1 request, 300 B so far/);
    expect(requested[0]).toMatchObject({ query, chart: { kind: 'line', y: ['Rating'] } });
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Stop' })));
    await screen.findByText(/Stopped: the first 3 rows/);
    expect(screen.getByRole('button', { name: 'Chart whole result' })).toBeTruthy();
  });

  it('explains what is missing when no column has numbers', async () => {
    await show([[testEntity(0)]]);
    expect(screen.getByText('No numbers to draw')).toBeTruthy();
  });
});

describe('zoomed chart', () => {
  const many = Array.from({ length: 2000 }, (_, index) => testEntity(index, [rating(String(index % 7))]));
  const zoomIn = () => userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  const text = () => screen.getAllByRole('status')[0]?.textContent ?? '';

  it('has finer steps at once when the window holds the rows', async () => {
    await show([many]);
    await screen.findByText(/^Whole result, 2,000 rows · one point per 4: /);
    await zoomIn();
    await screen.findByText(/ one point per 2: /);
    await zoomIn();
    // Five hundred rows and some at the ends are drawn one by one.
    await vi.waitFor(() => expect(text()).toBe('Whole result, 2,000 rows'));
    await userEvent.click(screen.getByRole('button', { name: 'Reset zoom' }));
    expect(text()).toContain('one point per 4');
    expect(requested).toEqual([]);
  });

  it('shows the cost of finer steps when the engine has to read again', async () => {
    stored = { rows: many, requests: 12, isAll: true };
    await show([many.slice(0, 20), many.slice(20)]);
    await userEvent.click(await screen.findByRole('button', { name: 'Chart whole result' }));
    await screen.findByText(/2,000 rows with 12 requests, 300 B · one point per 4: /);
    expect(screen.queryByRole('button', { name: /higher resolution/ })).toBeNull();
    await zoomIn();
    expect(text()).toContain('one point per 4');
    await userEvent.click(screen.getByRole('button', { name: 'Read again at higher resolution (about 12 requests)' }));
    await screen.findByText(/ one point per 2: /);
    // A step more than the zoom on both sides.
    expect(requested[1]).toMatchObject({ query, chart: { ...requested[0]?.chart, range: { from: 497, to: 1507 } } });
    expect(screen.queryByRole('button', { name: /higher resolution/ })).toBeNull();
    await zoomIn();
    expect(text()).toContain('one point per 2');
    expect(screen.getByRole('button', { name: /higher resolution/ })).toBeTruthy();
    screen.getByRole('group', { name: /^Chart/ }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(text()).toContain('one point per 4');
    await userEvent.keyboard('{ArrowLeft}');
    expect(text()).toContain('one point per 2');
    await userEvent.keyboard('--');
    expect(text()).toContain('one point per 4');
    expect(requested).toHaveLength(2);
  });
});

describe('notes', () => {
  it('count the values that cannot be drawn', () => {
    expect(sourceText({ from: 'loaded', used: 5000, loaded: 12_000, result: 'part' })).toBe(
      'The first 5,000 rows of 12,000 loaded rows',
    );
    const gathered = new ChartAggregate({ kind: 'histogram', x: { kind: 'row-number' }, y: ['Rating', 'Votes'] });
    rows.forEach((row, index) => gathered.add(row, index + 1));
    expect(chartNotes(gathered.result()).slice(1)).toEqual([
      '3 not shown: without a value',
      '1 not shown: NaN or infinite',
    ]);
  });
});

describe('zoom', () => {
  it('halves, doubles, moves, and never leaves the axis', () => {
    const whole = { from: 0, to: 100 };
    const half = zoomed(whole, whole, 'in');
    expect(half).toEqual({ from: 25, to: 75 });
    expect(panned({ from: 25, to: 75 }, whole, 5)).toEqual({ from: 50, to: 100 });
    expect(zoomed({ from: 25, to: 75 }, whole, 'out')).toBeNull();
    expect(zoomed({ from: 1, to: 2 }, whole, 'reset')).toBeNull();
  });
});
