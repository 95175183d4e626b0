// The active view: the chosen one, if it can show the rows.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { learnColumns } from './grid-column';
import { packRows } from '@shared/rows/packed-rows';
import { type ViewedRows, tableViews, useViewChoice } from './table-view';

afterEach(cleanup);

const columnsNamed = (name: string): ViewedRows['columns'] =>
  learnColumns(
    [],
    [
      packRows([
        {
          partitionKey: 'p',
          rowKey: 'r',
          timestamp: '',
          etag: '',
          properties: [{ name, value: { type: 'Edm.Double', value: '1' } }],
        },
      ]),
    ],
  );
const samples: ViewedRows = { time: 'ticks', columns: columnsNamed('CounterValue') };
const unread: ViewedRows = { time: null, columns: [] };
const others: readonly ViewedRows[] = [
  { time: null, columns: samples.columns },
  { time: 'ticks', columns: columnsNamed('Message') },
  { time: 'ticks', columns: [] },
];

it.each(tableViews)('%s is in front where the rows are samples of counters', (view) => {
  const { result } = renderHook(() => useViewChoice(view, samples));
  expect(result.current).toMatchObject({ chosen: view, inFront: view, hasCounters: true });
});

it.each(others)('views of counters give way to the rows where there are none, and stay chosen', (rows) => {
  for (const view of tableViews) {
    const { result } = renderHook(() => useViewChoice(view, rows));
    const inFront = view === 'counters' || view === 'figures' ? 'rows' : view;
    expect(result.current).toMatchObject({ chosen: view, inFront, hasCounters: false });
  }
});

it('a view of counters that a tab was left with is in front once its rows are read', () => {
  const { result, rerender } = renderHook((rows: ViewedRows) => useViewChoice('counters', rows), {
    initialProps: unread,
  });
  expect(result.current.inFront).toBe('rows');
  rerender(samples);
  expect(result.current.inFront).toBe('counters');
  act(() => result.current.choose('schema'));
  expect(result.current).toMatchObject({ chosen: 'schema', inFront: 'schema' });
});
