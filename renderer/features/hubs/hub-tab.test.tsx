// The page of a hub as a person sees and uses it, with what the engine reports.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { HubSummary, OpenedHub, ShardTime } from '@shared/model/hub';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { AddHub } from './add-hub';
import { harbour, jobWith, nodeWith, opened, timeOf } from './fixtures/hub';
import { HubTab } from './hub-tab';
import { clockText } from './hub-text';

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  bridge.dispose();
});

interface Shown {
  readonly hub?: HubSummary | null;
  readonly report?: OpenedHub;
  readonly ended?: readonly ShardTime[];
}

/** A stream that stays open after its first event. */
const once =
  <E,>(event: E) =>
  (_: unknown, { push, signal }: { readonly push: (pushed: E) => void; readonly signal: AbortSignal }): Promise<void> =>
    new Promise((resolve) => {
      push(event);
      signal.addEventListener('abort', () => resolve());
    });

function show({ hub = harbour, report = opened(), ended = [] }: Shown = {}): ReturnType<typeof userEvent.setup> {
  const [job = jobWith()] = report.jobs;
  bridge = installBridge({
    calls: { 'hubs.control': () => ({}), 'hubs.control-node': () => ({}) },
    streams: {
      'hubs.watch': once(hub === null ? [] : [hub]),
      'hubs.watch-hub': once(report),
      'hubs.watch-job': once({ job, ended: [...ended], how: 'replace' as const }),
    },
  });
  render(<HubTab hubId="h1" isActive wayOut="Close" />);
  return userEvent.setup();
}
const requested = (name: string): unknown => bridge.requested.find((each) => each.name === name)?.input;
const region = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });

it('shows each node with its work, rate, clock and last report, and the progress of each job', async () => {
  const leases = [{ job: 'j1', shard: 's', deliveries: 1, files: 1, bytes: 5 }];
  const busy = nodeWith('node-1', { state: 'working', running: 1, leases, bytesPerSecond: 2048, offsetMs: -3 });
  show({
    report: opened({ nodes: [busy, nodeWith('node-2', { state: 'lost', uncertainMs: Number.MAX_SAFE_INTEGER })] }),
  });
  const nodes = within(await region('Nodes table'));
  const [, first, second] = nodes.getAllByRole('row');
  expect(first?.textContent).toContain('working');
  expect(first?.textContent).toContain('one shard of scans');
  expect(first?.textContent).toContain('2.0 KiB/s');
  expect(first?.textContent).toContain('3 ± 1 ms');
  expect(second?.textContent).toContain('lost');
  const jobs = within(await region('Jobs table'));
  expect(jobs.getByText('scans → archive/2026')).toBeTruthy();
  expect(jobs.getByText(/1000 B of 3.9 KiB · 10 of 40 files · 1 of 4 shards/)).toBeTruthy();
});

it('pauses a node, and drains it only after a question', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Actions for node-2' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Pause/ }));
  expect(requested('hubs.control-node')).toEqual({ hubId: 'h1', node: 'id-node-2', what: 'pause' });
  await user.click(screen.getByRole('button', { name: 'Actions for node-1' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Drain/ }));
  const question = await screen.findByRole('alertdialog');
  expect(bridge.requested.filter(({ name }) => name === 'hubs.control-node')).toHaveLength(1);
  await user.click(within(question).getByRole('button', { name: 'Drain' }));
  await vi.waitFor(() =>
    expect(bridge.requested.at(-1)?.input).toEqual({ hubId: 'h1', node: 'id-node-1', what: 'drain' }),
  );
});

it('controls the job: pause, rate limit in bytes per second, cancel after a question', async () => {
  const user = show();
  const job = within(await region('Job scans'));
  await user.click(job.getByRole('button', { name: 'Pause' }));
  expect(requested('hubs.control')).toEqual({ hubId: 'h1', jobId: 'j1', what: 'pause' });
  await user.click(job.getByRole('button', { name: 'Rate limit…' }));
  const limit = within(await screen.findByRole('dialog'));
  await user.click(limit.getByRole('button', { name: 'Apply' }));
  await vi.waitFor(() =>
    expect(bridge.requested.at(-1)?.input).toMatchObject({ what: 'rate', bytesPerSecond: 100 * 1024 * 1024 }),
  );
  await user.click(job.getByRole('button', { name: 'Cancel…' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel job' }));
  await vi.waitFor(() => expect(bridge.requested.at(-1)?.input).toMatchObject({ what: 'cancel' }));
});

it('names failures by cause, and offers to try them again', async () => {
  const failure = (source: string) => ({ source, target: 'x', code: 'not-found.blob', message: 'gone', context: {} });
  const failed = jobWith({ state: 'failed', failed: [failure('a.txt'), failure('b.txt')], failedCount: 5 });
  const user = show({ report: opened({ jobs: [failed] }) });
  const job = within(await region('Job scans'));
  expect(await job.findByText('a.txt')).toBeTruthy();
  expect(job.getByText(/2 files · not-found\.blob/)).toBeTruthy();
  expect(job.getByText('3 more failed and are not listed here.')).toBeTruthy();
  expect(job.queryByRole('button', { name: 'Pause' })).toBeNull();
  await user.click(job.getByRole('button', { name: 'Retry failed' }));
  expect(requested('hubs.control')).toMatchObject({ what: 'retry-failed' });
});

it('sums up the shards of each node, and says what was lost against the linear rate', async () => {
  const alone = timeOf('node-1', 0, 4000, 4000);
  show({ ended: [alone, timeOf('node-1', 4000, 4000, 3000), timeOf('node-2', 4000, 4000, 3000)] });
  const sums = within(await region('Shards by node'));
  expect(sums.getByRole('row', { name: /node-1 2 2 / }).textContent).toContain('100 %');
  expect(sums.getByRole('row', { name: /node-2 1 1 / }).textContent).toContain('50 %');
  expect(screen.getByText(/With 2 nodes, 25 % is lost against the linear rate/)).toBeTruthy();
  expect(screen.getByText(/known to within ± 2 ms/)).toBeTruthy();
});

it('a clock that is a fraction of a millisecond behind is not behind by nothing', () => {
  expect(clockText({ offsetMs: 0.2, uncertainMs: 1 })).toBe('0 ± 1 ms');
  expect(clockText({ offsetMs: 0, uncertainMs: Number.MAX_SAFE_INTEGER })).toBe('');
});

it('draws no comparison from one number of nodes', async () => {
  show({ ended: [timeOf('node-1', 0, 4000, 4000)] });
  expect(await screen.findByText(/All the time one node worked/)).toBeTruthy();
});

it('controls nothing with a join file for viewing, or while the hub does not answer, and says why', async () => {
  const user = show({ hub: { ...harbour, role: 'viewer' } });
  const job = within(await region('Job scans'));
  await user.click(job.getByRole('button', { name: 'Pause' }));
  await user.click(screen.getByRole('button', { name: 'Actions for node-1' }));
  expect(bridge.requested).toEqual([]);
  expect(screen.getByText('viewing only')).toBeTruthy();
  cleanup();
  bridge.dispose();
  show({ report: opened({ state: 'silent' }) });
  expect(await screen.findByText(/What follows is its last report/)).toBeTruthy();
  expect(within(await region('Jobs table')).getByText('scans → archive/2026')).toBeTruthy();
});

it('says so when the hub was removed', async () => {
  show({ hub: null });
  expect(await screen.findByText('This hub was removed')).toBeTruthy();
});

it('a hub is added by the file that was picked, or as that of this computer; the page never has its key', async () => {
  bridge = installBridge({
    calls: {
      'hubs.local': () => ({ isPresent: true, canTry: false }),
      'hubs.add': ({ name }) => ({ ...harbour, name }),
      'dialogs.pick-join-file': () => ({ token: 't1', name: 'join', kind: 'file', bytes: 400 }),
    },
  });
  const onAdded = vi.fn();
  render(<AddHub kinds={null} onClose={() => undefined} onAdded={onAdded} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add hub' }));
  expect(screen.getByText('Choose the join file first.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Use the hub of this computer' }));
  await user.click(screen.getByRole('button', { name: 'Choose join file…' }));
  expect(await screen.findByText('join')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Quay');
  await user.click(screen.getByRole('button', { name: 'Add hub' }));
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledWith({ ...harbour, name: 'Quay' }));
  expect(requested('hubs.add')).toEqual({ name: 'Quay', source: { kind: 'file', token: 't1' } });
});
