// Monitor as a person reads it: nothing before the first request, totals, the table, pause.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { StreamEvent } from '@shared/ipc/contract';
import { MiB } from '@shared/units';
import { sampleAt } from '@renderer/live/sample-fixture';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { MonitorTab } from './monitor-tab';

let bridge: TestBridge;
let pushMetrics: ((event: StreamEvent<'metrics.watch'>) => void) | null = null;
const idle = { requests: 0, uploadBytes: 0, downloadBytes: 0, throttled: 0, retries: 0, failed: 0 };
const busy = { requests: 20_418, uploadBytes: 200 * MiB, downloadBytes: 0, throttled: 2, retries: 3, failed: 0 };

function open(first: StreamEvent<'metrics.watch'>): void {
  bridge = installBridge({
    streams: {
      'metrics.watch': (_input, { push, signal }) => {
        pushMetrics = push;
        push(first);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  render(<MonitorTab isActive connections={[{ id: 'local', name: 'Harbour' }]} />);
}

afterEach(() => {
  cleanup();
  bridge.dispose();
  pushMetrics = null;
});

describe('MonitorTab', { timeout: 30_000 }, () => {
  it('invites to do something until the first request, then shows totals and one chart a quantity', async () => {
    open({ samples: [], totals: idle });
    expect(await screen.findByText('Nothing measured yet')).toBeTruthy();
    await waitFor(() => expect(pushMetrics).not.toBeNull());
    pushMetrics?.({ samples: [sampleAt(1_000_000)], totals: busy });
    expect(await screen.findByText('20,418')).toBeTruthy();
    expect(screen.getByText('200.0 MiB')).toBeTruthy();
    expect(screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))).toEqual([
      'Throughput, MiB/s',
      'Request latency, ms',
      'Requests, requests/s',
      'In flight, at once',
      'Retries and throttles, per sample',
    ]);
  });

  it('offers the same figures as a table, with gaps as dashes', async () => {
    const user = userEvent.setup();
    open({
      samples: [
        sampleAt(2_000_000, { uploadBytesPerSecond: 3 * MiB, latencyMs: { p50: 18, p95: 41, p99: 64 } }),
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

  it('holds the picture while paused and catches up afterwards', async () => {
    const user = userEvent.setup();
    open({ samples: [sampleAt(3_000_000, { uploadBytesPerSecond: MiB })], totals: busy });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    pushMetrics?.({
      samples: [sampleAt(3_000_250, { uploadBytesPerSecond: 9 * MiB })],
      totals: { ...busy, requests: 20_419 },
    });
    await screen.findByText('20,419');
    expect(screen.queryByText('9.0 MiB/s')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(screen.getByText('9.0 MiB/s')).toBeTruthy());
  });

  it('hides a series by its legend', async () => {
    const user = userEvent.setup();
    open({ samples: [sampleAt(4_000_000)], totals: busy });
    const upload = await screen.findByRole('button', { name: /upload/, pressed: true });
    await user.click(upload);
    expect(screen.getByRole('button', { name: /upload/, pressed: false })).toBeTruthy();
  });
});
