// The Monitor tab: nothing before the first request, totals, the table, pause; and figures over longer times, of some
// requests only, zoomed.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallInput, StreamEvent } from '@shared/ipc/contract';
import { type MonitorSeries, type PartitionHeat, everyRequest } from '@shared/model/monitor';
import type { MonitorState } from '@shared/model/monitor-state';
import type { ProcessSample } from '@shared/model/app';
import { MiB } from '@shared/units';
import { bandsAt, sampleAt } from '@renderer/live/fixtures/samples';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { busy, idle, noHeat, quiet, silent } from './fixtures/quiet-monitor';
import { useMonitor } from './monitor-store';
import { MonitorTab } from './monitor-tab';

let bridge: TestBridge;
let pushMetrics: ((event: StreamEvent<'metrics.watch'>) => void) | null = null;

/** One step with a request, and none before it in the requested time. */
let series: (requested: CallInput<'monitor.series'>) => MonitorSeries;
let heat: (requested: CallInput<'monitor.partitions'>) => PartitionHeat;
let state: MonitorState;
let processes: ProcessSample[] = [];
let saved: CallInput<'files.save-text'> | null = null;
const requested = (): CallInput<'monitor.series'>[] =>
  bridge.requested
    .filter(({ name }) => name === 'monitor.series')
    .map(({ input }) => input as CallInput<'monitor.series'>);

function open(first: StreamEvent<'metrics.watch'>): void {
  bridge = installBridge({
    calls: {
      'monitor.series': (input) => series(input),
      'monitor.partitions': (input) => heat(input),
      'monitor.standing': () => state,
      'app.processes': () => ({ samples: processes }),
      'files.save-text': ({ suggestedName, text }) => {
        saved = { suggestedName, text };
        return { saved: true };
      },
      'monitor.facets': () => ({
        connections: [],
        operations: [{ value: 'PutBlock', requests: 2 }],
        resources: [],
      }),
      'monitor.requests': () => ({ rows: [], matched: 0, newest: 1, retained: 1, oldestAtMs: 1_000 }),
    },
    streams: {
      'metrics.watch': (_input, { push, signal }) => {
        pushMetrics = push;
        push(first);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  render(<MonitorTab isActive connections={[{ id: 'local', name: 'Harbour', kind: 'embedded' }]} />);
}

beforeEach(() => {
  series = silent;
  heat = noHeat;
  state = quiet;
  processes = [];
  saved = null;
  useMonitor.setState(useMonitor.getInitialState(), true);
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  pushMetrics = null;
});

describe('MonitorTab', () => {
  it('invites to do something until the first request, then shows totals and one chart a quantity', async () => {
    open({ samples: [], totals: idle });
    expect(await screen.findByText('No measurements yet')).toBeTruthy();
    await waitFor(() => expect(pushMetrics).not.toBeNull());
    pushMetrics?.({ samples: [sampleAt(1_000_000)], totals: busy });
    expect(await screen.findByText('20,418')).toBeTruthy();
    expect(screen.getByText('200.0 MiB')).toBeTruthy();
    await screen.findByRole('figure', { name: /^Requests by operation/ });
    expect(screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))).toEqual([
      'Throughput, MiB/s',
      'Request latency, ms',
      'Requests by operation, requests/s',
      'Retries and throttles, per 0.25 s',
      'In flight, concurrent',
    ]);
  });

  it('offers the same figures as a table, with gaps as dashes', async () => {
    const user = userEvent.setup();
    open({
      samples: [
        sampleAt(2_000_000, { uploadBytesPerSecond: 3 * MiB, latencyMs: bandsAt({ p50: 18, p95: 41, p99: 64 }) }),
        sampleAt(2_000_250),
      ],
      totals: busy,
    });
    await user.click(await screen.findByRole('radio', { name: 'Table' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows[0]?.textContent).toContain('–');
    expect(rows[1]?.textContent).toContain('3.0 MiB/s');
    expect(rows[1]?.textContent).toContain('64 ms');
    await user.click(screen.getByRole('radio', { name: 'Charts' }));
  });

  it('freezes the charts while paused and catches up afterwards', async () => {
    const user = userEvent.setup();
    open({ samples: [sampleAt(3_000_000, { uploadBytesPerSecond: MiB })], totals: busy });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    pushMetrics?.({
      samples: [sampleAt(3_000_250, { uploadBytesPerSecond: 9 * MiB })],
      totals: { ...busy, requests: 20_419 },
    });
    await screen.findByText('20,419');
    expect(screen.queryByText('9.0 MiB/s')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(screen.getByText('9.0 MiB/s')).toBeTruthy());
  });

  it('hides a series by its legend', async () => {
    const user = userEvent.setup();
    open({ samples: [sampleAt(4_000_000)], totals: busy });
    const upload = await screen.findByRole('button', { name: /upload/, pressed: true });
    await user.click(upload);
    expect(screen.getByRole('button', { name: /upload/, pressed: false })).toBeTruthy();
  });

  it('draws the last hours from the history, and shows since when it is complete', async () => {
    const user = userEvent.setup();
    const bands = bandsAt({ p50: 20, p95: 90, p99: 95 });
    series = ({ toMs }) => ({
      stepMs: 60_000,
      points: [
        {
          atMs: Math.floor(toMs / 60_000) * 60_000,
          uploadBytesPerSecond: 7 * MiB,
          downloadBytesPerSecond: 0,
          requestsPerSecond: 4,
          latencyMs: bands,
          throttled: 0,
          retries: 0,
          failed: 0,
        },
      ],
      completeFromMs: toMs - 3 * 3_600_000,
      operations: [{ operation: 'PutBlock', perStep: [4] }],
      throttles: [{ cause: '503 ServerBusy, egress', perStep: [3] }],
    });
    open({ samples: [sampleAt(5_000_000)], totals: busy });
    await user.click(await screen.findByRole('radio', { name: '6 h' }));
    await waitFor(() => expect(requested().some(({ fromMs, toMs }) => toMs - fromMs === 6 * 3_600_000)).toBe(true));
    const operations = await screen.findByRole('figure', { name: /^Requests by operation/ });
    expect(await within(operations).findByRole('button', { name: /PutBlock/ })).toBeTruthy();
    const throttles = screen.getByRole('figure', { name: 'Throttled by cause, per 1 min' });
    expect(within(throttles).getByRole('button', { name: /503 ServerBusy, egress/ })).toBeTruthy();
    expect(screen.queryByRole('figure', { name: /^In flight/ })).toBeNull();
    expect(screen.queryByRole('figure', { name: /^CPU/ })).toBeNull();
    expect(await screen.findByText(/in steps of 1 min. It goes back to \d{4}-/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(await screen.findByText('7.0 MiB/s')).toBeTruthy();
  });

  it('queries the log with the filters, and shows how long ago it starts', async () => {
    const user = userEvent.setup();
    series = (input) => ({ ...silent(input), completeFromMs: input.toMs - 1_000 });
    open({ samples: [sampleAt(6_000_000)], totals: busy });
    await user.click(await screen.findByRole('radio', { name: 'Throttled' }));
    await waitFor(() => expect(requested().at(-1)?.filter).toEqual({ ...everyRequest, outcome: 'throttled' }));
    expect(await screen.findByText(/The log goes back to \d{4}-/)).toBeTruthy();
  });

  it('zooms by buttons, keeps the stretch for the requests, and forgets it by its chip', async () => {
    const user = userEvent.setup();
    open({ samples: [sampleAt(7_000_000), sampleAt(7_060_000)], totals: busy });
    await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
    expect(useMonitor.getState().filter).toMatchObject({ fromMs: 7_015_000, toMs: 7_045_000 });
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(useMonitor.getState().filter).toMatchObject({ fromMs: 7_022_500, toMs: 7_052_500 });
    await waitFor(() => expect(requested().at(-1)).toMatchObject({ fromMs: 7_022_500, toMs: 7_052_500 }));
    await user.click(screen.getByRole('radio', { name: 'Requests' }));
    await user.click(await screen.findByRole('button', { name: 'Clear time filter' }));
    expect(useMonitor.getState().filter).toEqual(everyRequest);
  });

  it('returns to its previous range after the requests of one step', () => {
    const { showRequestsOf, setView, setFilter } = useMonitor.getState();
    setFilter({ fromMs: 1_000, toMs: 9_000 });
    showRequestsOf({ from: 2_000, to: 2_250 });
    expect(useMonitor.getState()).toMatchObject({ view: 'requests', filter: { fromMs: 2_000, toMs: 2_250 } });
    setView('charts');
    expect(useMonitor.getState()).toMatchObject({ view: 'charts', filter: { fromMs: 1_000, toMs: 9_000 } });
  });

  it('shows which partitions are hot, reads a cell by the keys, and lists its requests', async () => {
    const user = userEvent.setup();
    heat = ({ toMs }) => ({
      stepMs: 1_000,
      stepsAtMs: [toMs - 1_000, toMs],
      partitions: Array.from({ length: 10 }, (_, index) => ({
        connectionId: 'local',
        table: 'Ships',
        partition: `Quay ${index}`,
        requests: [20 - index, 3],
        entities: [2_000, 0],
      })),
      more: 5,
      completeFromMs: 0,
    });
    open({ samples: [sampleAt(8_000_000)], totals: busy });
    const grid = await screen.findByRole('grid', { name: /^Partitions over time/ });
    expect(within(grid).getAllByRole('row')).toHaveLength(8);
    await user.click(screen.getByRole('button', { name: 'Show 2 more' }));
    expect(within(grid).getAllByRole('row')).toHaveLength(10);
    expect(screen.getByText('5 more partitions with fewer requests are not shown.')).toBeTruthy();

    const [first, second] = within(grid)
      .getAllByRole('gridcell')
      .filter((cell) => cell.dataset.place !== undefined);
    await user.pointer([{ keys: '[MouseLeft>]', target: second ?? grid }, { target: first ?? grid }]);
    expect([first, second].map((cell) => cell?.dataset.mark)).toEqual(['drawn', 'drawn']);
    await user.pointer({ keys: '[/MouseLeft]', target: first ?? grid });
    const { fromMs, toMs } = useMonitor.getState().filter;
    expect((toMs ?? 0) - (fromMs ?? 0)).toBe(2_000);
    expect(useMonitor.getState().view).toBe('charts');
    useMonitor.getState().setFilter({ fromMs: null, toMs: null });

    grid.focus();
    await user.keyboard('{ArrowDown}{Home}');
    const read = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(read?.getAttribute('aria-label')).toMatch(/^Quay 1 in Ships, .*: 19 requests\/s \(19\), 2,000 entities\/s/);
    await user.keyboard('{Enter}');
    const { view, filter } = useMonitor.getState();
    expect(view).toBe('requests');
    expect(filter).toMatchObject({ connectionId: 'local', resource: 'Ships', partition: 'Quay 1' });
    expect((filter.toMs ?? 0) - (filter.fromMs ?? 0)).toBe(1_000);
    await user.click(await screen.findByRole('radio', { name: 'Charts' }));
    expect(useMonitor.getState().filter).toEqual(everyRequest);
  });

  it('shows the limiting factor with evidence and advice, and which of the targets is used most', async () => {
    state = {
      ...quiet,
      requests: 400,
      inFlight: 6,
      meanInFlight: 6,
      throttles: [{ cause: '503 ServerBusy', requests: 40 }],
      account: { connectionId: 'local', requestsPerSecond: 40, entitiesPerSecond: 1_900 },
      partition: {
        connectionId: 'local',
        table: 'Ships',
        partition: 'Quay',
        requestsPerSecond: 19,
        entitiesPerSecond: 1_900,
        throttled: 40,
      },
    };
    open({ samples: [sampleAt(9_000_000)], totals: busy });
    const now = await screen.findByRole('region', { name: 'Current bottleneck' });
    await within(now).findByText('Partition Quay limits the speed');
    expect(now.textContent).toContain('40 of 400 requests');
    expect(now.textContent).toContain('more PartitionKeys');
    const targets = screen.getByRole('region', { name: 'Share of service targets' });
    expect(targets.textContent).toContain('Partition 1,900 of 2,000 entities/s');
    expect(screen.queryByRole('meter')).toBeNull();
    await userEvent.click(within(targets).getByRole('button', { name: 'Service targets' }));
    const meter = screen.getByRole('meter', { name: 'Partition Quay in Ships' });
    expect(meter.getAttribute('aria-valuetext')).toBe('1,900 of 2,000 entities/s');
    expect(screen.getAllByRole('meter', { name: 'Account Harbour' })).toHaveLength(2);
  });

  it('charts the resources of its own processes, and saves a chart as the figures that are shown', async () => {
    const user = userEvent.setup();
    const uses = [{ kind: 'engine' as const, cpuPercent: 42.5, memoryBytes: 96 * MiB }];
    processes = [{ atMs: 9_998_000, uses, mainDelayMs: 1.5 }];
    open({ samples: [sampleAt(10_000_000, { uploadBytesPerSecond: 3 * MiB })], totals: busy });
    const processor = await screen.findByRole('figure', { name: 'CPU, % of a core' });
    expect(within(processor).getByRole('button', { name: /engine 43 %/ })).toBeTruthy();
    expect(screen.getByRole('figure', { name: 'Memory, MiB resident' })).toBeTruthy();

    const throughput = screen.getByRole('figure', { name: 'Throughput, MiB/s' });
    await user.click(within(throughput).getByRole('button', { name: /download/ }));
    await user.click(within(throughput).getByRole('button', { name: 'Save chart: Throughput' }));
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await waitFor(() => expect(saved).not.toBeNull());
    expect(saved).toEqual({
      suggestedName: 'Throughput.csv',
      text: `time,upload (bytes/s)\r\n1970-01-01T02:46:40.000Z,${3 * MiB}\r\n`,
    });
  });
});
