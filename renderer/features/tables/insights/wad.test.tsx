// The time window and the counters of a diagnostics table: input, requests and charts.
import type { Entity } from '@shared/model/entity';
import { reversedTicksKey, ticksKey } from '@shared/query/key-tools';
import { ticksFromMs } from '@shared/query/ticks';
import type { KeyCondition } from '@shared/model/table-query';
import { type WadReading, wadWindow } from '@shared/query/wad-window';
import { packBlocks } from '@shared/rows/packed-rows';
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStore, written } from '../fixtures/memory-store';
import { RowList } from '../result/row-list';
import { RowMemory } from '../result/row-memory';
import { chartClock } from '@renderer/charts/chart-clock';
import { CounterGathering } from './counter-gathering';
import { type CounterCharts, counterCharts, maxPoints, maxSources } from './counter-series';
import { counterUnit } from './counter-chart';
import { counterCells, counterCsv } from './counter-export';
import { useGathered } from './use-window-reading';
import { WadBar } from './wad-bar';
import { windowEndingWith, windowKeyDraft, windowResult } from '../query/window-draft';

afterEach(cleanup);

const noYield = () => ({ rest: () => undefined });
const startMs = Date.UTC(2026, 9, 14, 2);
const minuteMs = 60_000;

function sample(minute: number, instance: string, value: string, counter = '\\Memory\\Available MBytes'): Entity {
  const text = (name: string, content: string) => ({ name, value: { type: 'Edm.String' as const, value: content } });
  return {
    partitionKey: ticksKey(ticksFromMs(startMs + minute * minuteMs)),
    rowKey: `${instance}${minute}`,
    timestamp: '',
    etag: '',
    properties: [
      text('Role', 'web'),
      text('RoleInstance', instance),
      text('CounterName', counter),
      { name: 'CounterValue', value: { type: 'Edm.Double', value } },
    ],
  };
}

function gathered(rows: readonly Entity[]): CounterGathering {
  const gathering = new CounterGathering();
  for (const row of rows) gathering.add(row);
  return gathering;
}

const chartsOf = (rows: readonly Entity[]): CounterCharts | null => counterCharts(gathered(rows));

describe('time window', () => {
  it('becomes a range of partitions once both ends are given', async () => {
    const read: WadReading[] = [];
    render(
      <WadBar zone="utc" onZoneChange={() => undefined} newestTicks={null} onRead={(range) => read.push(range)} />,
    );
    const user = userEvent.setup();
    await user.type(screen.getByRole('textbox', { name: 'From (inclusive)' }), '2026-10-14 02:00{Enter}');
    expect(screen.getByText('Enter the start and the end of the time window.')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'To (exclusive)' }), '2026-10-14 01:00{Enter}');
    expect(screen.getByText('The time window must end after it starts.')).toBeTruthy();
    expect(read).toEqual([]);
    await user.clear(screen.getByRole('textbox', { name: 'To (exclusive)' }));
    await user.type(screen.getByRole('textbox', { name: 'To (exclusive)' }), '2026-10-14 03:00{Enter}');
    expect(read).toHaveLength(1);
    expect(windowKeyDraft((read[0] as WadReading).range)).toMatchObject({
      operator: 'range',
      from: '0639275400000000000',
      fromBound: 'inclusive',
      to: '0639275436000000000',
      toBound: 'exclusive',
    });
  });

  it('time window: follows with the same length until now, at once and every minute', async () => {
    vi.useFakeTimers({ now: startMs + 10 * minuteMs, shouldAdvanceTime: true });
    const ends: string[] = [];
    const requested = { partitionKey: wadWindow(ticksFromMs(startMs - 60 * minuteMs), ticksFromMs(startMs)) };
    render(
      <WadBar
        zone="utc"
        onZoneChange={() => undefined}
        newestTicks={null}
        requested={requested}
        onRead={({ range }) => ends.push(`${range.from.value} ${range.to.value}`)}
      />,
    );
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const hourUntil = (minute: number): string =>
      [minute - 60, minute].map((at) => ticksKey(ticksFromMs(startMs + at * minuteMs))).join(' ');
    await user.click(screen.getByRole('button', { name: /^Follow/ }));
    expect(ends).toEqual([hourUntil(11)]);
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(ends).toEqual([hourUntil(11), hourUntil(12)]);
    await user.click(screen.getByRole('button', { name: /^Follow/ }));
    await vi.advanceTimersByTimeAsync(3 * minuteMs);
    expect(ends).toHaveLength(2);
    vi.useRealTimers();
  });

  it('includes the newest row when it ends there', () => {
    const newest = ticksFromMs(startMs + 59 * minuteMs);
    const draft = windowEndingWith(newest, 60, 'utc');
    expect([draft.from, draft.to]).toEqual(['2026-10-14 02:00', '2026-10-14 03:00']);
    const result = windowResult(draft, 'EventTickCount');
    expect(result.state === 'ready' && result.range.to.value > ticksKey(newest)).toBe(true);
  });
});

describe('window from another query', () => {
  const hour = wadWindow(ticksFromMs(startMs), ticksFromMs(startMs + 60 * minuteMs));
  const bar = (condition: KeyCondition | undefined) => (
    <WadBar
      zone="utc"
      onZoneChange={() => undefined}
      newestTicks={null}
      requested={condition && { partitionKey: condition }}
      onRead={() => undefined}
    />
  );
  const shown = (): readonly string[] => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

  it('is shown as its times at once and later; other conditions do not replace typed text', async () => {
    const { rerender } = render(bar(hour));
    expect(shown()).toEqual(['2026-10-14 02:00', '2026-10-14 03:00']);
    rerender(bar({ kind: 'is', value: hour.from.value }));
    expect(shown()).toEqual(['2026-10-14 02:00', '2026-10-14 03:00']);
    rerender(bar(wadWindow(ticksFromMs(startMs + minuteMs), ticksFromMs(startMs + 2 * minuteMs))));
    expect(shown()).toEqual(['2026-10-14 02:01', '2026-10-14 02:02']);
    await userEvent.setup().type(screen.getByRole('textbox', { name: 'To (exclusive)' }), ':30');
    expect(shown()).toEqual(['2026-10-14 02:01', '2026-10-14 02:02:30']);
    cleanup();
    render(bar({ ...hour, to: { ...hour.to, inclusive: true } }));
    expect(shown()).toEqual(['', '']);
  });
});

describe('typed window before it is read', () => {
  const after = (minutes: number, until: number): KeyCondition =>
    wadWindow(ticksFromMs(startMs + minutes * minuteMs), ticksFromMs(startMs + until * minuteMs));
  const bar = (condition: KeyCondition | undefined, zone: 'utc' | 'local' = 'utc') => (
    <WadBar
      zone={zone}
      onZoneChange={() => undefined}
      newestTicks={null}
      requested={condition && { partitionKey: condition }}
      onRead={() => undefined}
    />
  );
  const shown = (): readonly string[] => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

  it('stays when another query has a window, and follows it when unchanged', async () => {
    const user = userEvent.setup();
    const { rerender } = render(bar(after(0, 60)));
    await user.type(screen.getByRole('textbox', { name: 'To (exclusive)' }), ':30');
    rerender(bar(after(0, 60)));
    expect(shown()).toEqual(['2026-10-14 02:00', '2026-10-14 03:00:30']);
    rerender(bar(after(1, 2)));
    expect(shown()).toEqual(['2026-10-14 02:00', '2026-10-14 03:00:30']);
    const [from, to] = screen.getAllByRole('textbox');
    for (const [box, text] of [
      [from, '2026-10-14 02:01'],
      [to, '2026-10-14 02:02:00'],
    ] as const) {
      await user.clear(box as HTMLElement);
      await user.type(box as HTMLElement, text);
    }
    rerender(bar(after(5, 6)));
    expect(shown()).toEqual(['2026-10-14 02:05', '2026-10-14 02:06']);
  });
});

describe('time without a day', () => {
  it('is on the day of the newest row, which is shown once it is parsed', async () => {
    const user = userEvent.setup();
    const ranges: WadReading[] = [];
    render(
      <WadBar
        zone="utc"
        onZoneChange={() => undefined}
        newestTicks={ticksFromMs(startMs)}
        onRead={(range) => ranges.push(range)}
      />,
    );
    await user.type(screen.getByRole('textbox', { name: 'From (inclusive)' }), '8:30');
    await user.type(screen.getByRole('textbox', { name: 'To (exclusive)' }), '09:00:30{Enter}');
    const typed = windowResult({ from: '2026-10-14 08:30', to: '2026-10-14 09:00:30', zone: 'utc' }, 'EventTickCount');
    expect(typed).toEqual({ state: 'ready', ...ranges[0] });
    expect(screen.getByRole('note').textContent).toBe(
      'Keys contain whole minutes: reads 2026-10-14 08:30 to 2026-10-14 09:01, then filters by EventTickCount.',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From (inclusive)' }).value).toBe('2026-10-14 08:30');
    await user.clear(screen.getByRole('textbox', { name: 'To (exclusive)' }));
    await user.type(screen.getByRole('textbox', { name: 'To (exclusive)' }), '25:00{Enter}');
    expect(ranges).toHaveLength(1);
  });
});

describe('counters', () => {
  it('have one chart each, a series per role instance, gaps, and means of several samples', () => {
    const charts = chartsOf([
      sample(0, 'a', '1'),
      sample(0, 'a', '3'),
      sample(1, 'a', '5'),
      sample(1, 'b', '7'),
      sample(2, 'b', '9', '\\Other'),
      sample(3, 'a', '11'),
    ]);
    expect(charts?.stepMs).toBe(minuteMs);
    expect(charts?.charts.map(({ counter }) => counter)).toEqual(['\\Memory\\Available MBytes', '\\Other']);
    const [memory] = charts?.charts ?? [];
    expect(memory?.series.map(({ label }) => label)).toEqual(['web · a', 'web · b']);
    expect(memory?.rows.map((row) => [row['series-0'], row['series-1']])).toEqual([
      [2, null],
      [5, 7],
      [null, null],
      [11, null],
    ]);
  });

  it('choose steps that suit the range, and state where a point is a mean', () => {
    const day = Array.from({ length: 1440 }, (_, minute) => sample(minute, 'a', String(minute)));
    const whole = counterCharts(gathered(day));
    expect(whole).toMatchObject({ stepMs: 3 * minuteMs, means: 'some' });
    const stretch = { from: startMs + 600 * minuteMs, to: startMs + 660 * minuteMs };
    const hour = counterCharts(gathered(day), undefined, stretch);
    expect(hour).toMatchObject({ stepMs: minuteMs, means: 'none', fromMs: stretch.from, toMs: stretch.to });
    expect(hour?.charts[0]?.rows.map((row) => row['series-0'])).toEqual(
      Array.from({ length: 61 }, (_, minute) => 600 + minute),
    );
    expect(counterCharts(gathered(day), undefined, { from: 0, to: 1 })?.fromMs).toBe(startMs);
  });

  it('are exported with every digit, and empty cells where nothing was measured', () => {
    const [chart] = chartsOf([sample(0, 'a', '0.1234567890123'), sample(1, 'b', '7')])?.charts ?? [];
    expect(chart && counterCells(chart, 'utc').split('\n')).toEqual([
      'Time, UTC\tweb · a\tweb · b',
      '2026-10-14 02:00:00\t0.1234567890123\t',
      '2026-10-14 02:01:00\t\t7',
    ]);
    expect(chart && counterCsv(chart).split('\r\n').slice(0, 2)).toEqual([
      'time,web · a,web · b',
      '2026-10-14T02:00:00.000Z,0.1234567890123,',
    ]);
  });

  it('counters: are drawn at their exact times, and a step shows its mean between its extremes', () => {
    const at = (second: number, value: string): Entity => {
      const row = sample(Math.floor(second / 60), 'a', value);
      const ticks = ticksFromMs(startMs + second * 1000) + 1_200_000n;
      const exact = { name: 'EventTickCount', value: { type: 'Edm.Int64' as const, value: String(ticks) } };
      return { ...row, properties: [...row.properties, exact] };
    };
    const fine = chartsOf([at(0, '1'), at(15, '9'), at(30, '2'), at(45, '4')]);
    expect(fine).toMatchObject({ stepMs: 15_000, means: 'none' });
    expect(fine?.charts[0]?.rows.map((row) => row['series-0'])).toEqual([1, 9, 2, 4]);
    expect(fine?.charts[0]?.bands).toEqual([]);
    const day = chartsOf(Array.from({ length: 5760 }, (_, index) => at(index * 15, String(index % 4))));
    const [chart] = day?.charts ?? [];
    expect(chart?.bands).toMatchObject([{ key: 'series-0-min', high: 'series-0-max', shape: 'band' }]);
    expect(chart?.rows[0]).toMatchObject({ 'series-0-min': 0, 'series-0-max': 3 });
    expect(chart && counterCsv(chart).split('\r\n')[0]).toBe('time,web · a,web · a min,web · a max');
  });

  it('counters: one sample a minute is a point of its minute, whenever it was measured within it', () => {
    const rows = [5, 62, 121, 239].map((second, minute): Entity => {
      const row = sample(minute, 'a', String(minute));
      const value = String(ticksFromMs(startMs + second * 1000));
      const exact = { name: 'EventTickCount', value: { type: 'Edm.Int64' as const, value } };
      return { ...row, properties: [...row.properties, exact] };
    });
    expect(chartsOf(rows)).toMatchObject({ stepMs: minuteMs, means: 'none', fromMs: startMs });
    expect(chartsOf(rows)?.charts[0]?.rows.map((row) => row['series-0'])).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ['mean', [4, 6], 'mean of 2 instances'],
    ['sum', [8, 12], 'sum of 2 instances'],
  ] as const)('counters: the %s of all instances is one series', (aggregate, values, label) => {
    const rows = [sample(0, 'a', '2'), sample(0, 'b', '6'), sample(1, 'a', '4'), sample(1, 'b', '8')];
    const charts = counterCharts(gathered(rows), undefined, undefined, aggregate);
    expect(charts?.charts[0]?.series.map((series) => series.label)).toEqual([label]);
    expect(charts?.charts[0]?.rows.map((row) => row['series-0'])).toEqual(values);
  });

  it('counters: come from the columns of the service’s own metrics, and from WADMetrics with their extremes', () => {
    const number = (name: string, value: string) => ({ name, value: { type: 'Edm.Double' as const, value } });
    const own = chartsOf([
      {
        ...sample(0, 'a', '1'),
        partitionKey: '20261014T0200',
        rowKey: 'user;All',
        properties: [number('Availability', '99.5')],
      },
      {
        ...sample(0, 'a', '1'),
        partitionKey: '20261014T0300',
        rowKey: 'user;All',
        properties: [number('Availability', '100')],
      },
    ]);
    expect(own).toMatchObject({ stepMs: 60 * minuteMs, sources: ['user;All'] });
    expect(own?.charts[0]).toMatchObject({
      counter: 'Availability',
      rows: [{ 'series-0': 99.5 }, { 'series-0': 100 }],
    });
    const name = { name: 'CounterName', value: { type: 'Edm.String' as const, value: '\\Memory' } };
    const wad = gathered([
      {
        ...sample(0, 'a', '1'),
        partitionKey: ':002Fvm',
        rowKey: `${reversedTicksKey(ticksFromMs(startMs))}__:005CMemory`,
        properties: [name, number('Average', '5'), number('Minimum', '1'), number('Maximum', '9')],
      },
    ]);
    const [moment] = wad.counters.get('\\Memory')?.get('no role')?.values() ?? [];
    expect(moment).toEqual({ sum: 5, count: 1, min: 1, max: 9 });
  });

  it('are empty when rows hold no counter', () => {
    expect(chartsOf([{ ...sample(0, 'a', '1'), properties: [] }])).toBeNull();
    expect(chartsOf([{ ...sample(0, 'a', '1'), partitionKey: 'Action' }])).toBeNull();
    expect(chartsOf([sample(0, 'a', 'NaN')])).toBeNull();
  });

  it('never have more points than can be drawn, and count every sample', () => {
    const minutes = fc.uniqueArray(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(minutes, (at) => {
        const charts = chartsOf(at.map((minute) => sample(minute, 'a', '4')));
        const rows = charts?.charts[0]?.rows ?? [];
        expect(rows.length).toBeLessThanOrEqual(maxPoints);
        expect(rows.some((row) => row['series-0'] === 4)).toBe(true);
        const stepMs = charts?.stepMs ?? 0;
        for (const minute of at) {
          const atMs = startMs + minute * minuteMs;
          expect(rows.find((row) => row.atMs <= atMs && atMs < row.atMs + stepMs)?.['series-0']).toBe(4);
        }
      }),
    );
  });

  it('draw the instances with most samples, and others when chosen', () => {
    const names = Array.from({ length: 20 }, (_, index) => `i${String(index).padStart(2, '0')}`);
    const rows = names.flatMap((name, index) =>
      Array.from({ length: index + 1 }, (_, minute) => sample(minute, name, '1')),
    );
    const charts = chartsOf(rows);
    expect(charts?.shown.size).toBe(maxSources);
    expect(charts?.charts[0]?.series.map(({ label }) => label)).toEqual(names.slice(8).map((name) => `web · ${name}`));
    expect(charts?.charts[0]?.leftOut).toBe(8);
    const chosen = counterCharts(gathered(rows), new Set(['web · i00']));
    expect(chosen?.charts[0]?.series.map(({ label }) => label)).toEqual(['web · i00']);
  });

  it('are the same page by page as at once, and read each row once', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => sample(index % 30, `i${index % 3}`, String(index)));
    const list = new RowList();
    list.append(packBlocks(rows));
    const props = { run: 1, rowCount: 10, rows: list, turns: noYield };
    const { result, rerender } = renderHook(useGathered, { initialProps: props });
    for (const rowCount of [40, 70, 90]) rerender({ ...props, rowCount });
    await waitFor(() => expect(result.current).toMatchObject({ rows: 90, status: 'done' }));
    expect(result.current.gathering.samples).toBe(90);
    expect(counterCharts(result.current.gathering)).toEqual(chartsOf(rows));
    list.clear();
    list.append(packBlocks(rows.slice(0, 30)));
    rerender({ ...props, run: 2, rowCount: 30 });
    await waitFor(() => expect(result.current).toMatchObject({ run: 2, rows: 30, status: 'done' }));
    expect(counterCharts(result.current.gathering)).toEqual(chartsOf(rows.slice(0, 30)));
  });

  it('include rows on disk, and report when those cannot be read back', async () => {
    const rows = Array.from({ length: 4200 }, (_, index) => sample(index % 30, `i${index % 3}`, String(index)));
    const store = memoryStore();
    const list = new RowList({ memory: new RowMemory(1), store });
    list.append(packBlocks(rows));
    await written();
    expect(list.at(1500)).toBeUndefined();
    const props = { run: 1, rowCount: list.length, rows: list, turns: noYield };
    const { result } = renderHook(useGathered, { initialProps: props });
    await waitFor(() => expect(result.current).toMatchObject({ rows: 4200, status: 'done' }));
    expect(counterCharts(result.current.gathering)).toEqual(chartsOf(rows));

    store.blocks.clear();
    const broken = new RowList({ memory: new RowMemory(1), store });
    broken.append(packBlocks(rows));
    await written();
    store.blocks.delete(2);
    const { result: part } = renderHook(useGathered, { initialProps: { ...props, run: 2, rows: broken } });
    await waitFor(() => expect(part.current).toMatchObject({ rows: 2000, status: 'unreadable' }));
  });

  it.each([
    ['\\Processor(_Total)\\% Processor Time', 90, '%'],
    ['PercentIOWaitTime', 90, '%'],
    ['\\Memory\\Available MBytes', 2000, 'MiB'],
    ['\\Network Interface(eth0)\\Bytes Total/sec', 2_000_000, 'MiB/s'],
    ['\\Process(w3wp)\\Private Bytes', 4096, 'KiB'],
    ['\\ASP.NET\\Requests/Sec', 5, 'per s'],
    ['\\System\\Processor Queue Length', 5, ''],
  ])('have a unit: %s up to %d in %j', (counter, max, unit) => {
    expect(counterUnit(counter, max).unit).toBe(unit);
  });

  it('have ticks at round times of day', () => {
    const clock = chartClock(startMs, startMs + 59 * minuteMs, 'utc');
    expect(clock.ticksMs.map(clock.tickText)).toEqual(['02:00', '02:10', '02:20', '02:30', '02:40', '02:50']);
    expect(chartClock(startMs - 6 * 3_600_000, startMs, 'utc').ticksMs.map(clock.tickText)).toContain('10-14');
    expect(clock.momentText(startMs)).toBe('2026-10-14 02:00:00 UTC');
  });
});
