// The dock: rows, tabs, failures, actions, and announcements.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Job } from '@shared/model/job';
import { giveElementsSize } from '@renderer/testing/layout';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { type ShownDock, showDock } from './fixtures/show-dock';

let dock: ShownDock;

function open(jobs: Job[], shape: 'open' | 'closed' = 'open'): void {
  dock = showDock(jobs, shape);
}

const rowOf = (title: string): Promise<HTMLElement> =>
  waitFor(() => {
    const row = screen.getAllByRole('listitem').find((one) => one.textContent.includes(title));
    if (!row) throw new Error(`No row shows ${title}.`);
    return row;
  });

afterEach(() => {
  cleanup();
  dock.dispose();
});

const longName = `${'a very long name '.repeat(12)}.parquet`;
const failedJob = transferJobOf({
  id: 'failed',
  state: 'failed',
  title: 'scans (12 files)',
  filesTotal: 12,
  filesDone: 9,
  failedCount: 3,
  endedAtMs: 5_000,
  failed: [
    {
      source: 'a.tif',
      target: 'scans/a.tif',
      code: 'local.denied',
      message: 'a.tif may not be read.',
      context: { path: 'a.tif' },
    },
    {
      source: 'b.tif',
      target: 'scans/b.tif',
      code: 'local.denied',
      message: 'b.tif may not be read.',
      context: { path: 'b.tif' },
    },
    {
      source: 'c.tif',
      target: 'scans/c.tif',
      code: 'network.reset',
      message: 'The line was cut.',
      context: { host: 'x' },
    },
  ],
});

describe('activity dock', () => {
  it('sums up in one line while closed', async () => {
    open([transferJobOf(), transferJobOf({ id: '2', state: 'done' })], 'closed');
    expect(await screen.findByText('1 running, 50 %')).toBeTruthy();
    expect(screen.getByRole('button', { expanded: false })).toBeTruthy();
  });

  it('is named once while open: the button in the status bar only closes it', async () => {
    dock = showDock([], 'open');
    expect(await screen.findAllByText('Activity')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Hide activity', expanded: true })).toBeTruthy();
  });

  it('marks failures while closed', async () => {
    open([transferJobOf(), failedJob], 'closed');
    expect((await screen.findByText('1 failed')).className).toBe('failed');
    expect(screen.getByText('1 running, 50 % ·').textContent).toBe('1 running, 50 % · 1 failed');
  });

  it('shows a running job with bytes, rate, rest and its cells', async () => {
    open([transferJobOf({ title: longName })]);
    const row = await rowOf(longName);
    expect(row.textContent).toContain('0.5 of 1.0 GiB');
    expect(row.textContent).toContain('212.4 MiB/s');
    expect(row.textContent).toContain('9 s left');
    expect(within(row).getByRole('img', { name: `${longName}, 50 percent` }).children).toHaveLength(64);
  });

  it('shows what holds a job up unlike a rate, though the last one is not forgotten yet', async () => {
    open([
      transferJobOf({ title: 'moving.bin' }),
      transferJobOf({ id: 'o', title: 'held.bin', waitsFor: 'network', remainingMs: null }),
    ]);
    expect(
      within(await rowOf('moving.bin'))
        .getByText('212.4 MiB/s')
        .classList.contains('moving'),
    ).toBe(true);
    expect(
      within(await rowOf('held.bin'))
        .getByText('offline')
        .classList.contains('moving'),
    ).toBe(false);
  });

  it('shows a job that skipped every file with the reason at hand, and how long it took within the row', async () => {
    const note = '3 files skipped: already exists';
    const skipped = { state: 'done', filesTotal: 3, filesSkipped: 3, bytesDone: 0, bytesTotal: 0, note } as const;
    open([transferJobOf({ ...skipped, title: 'same.csv', endedAtMs: 3_000, cells: '2' })]);
    const row = await rowOf('same.csv');
    expect(within(row).getByTitle(note).textContent).toBe('3 skipped');
    expect(within(row).queryByText(/already exists/)).toBeNull();
    expect(within(row).getByText('took 2.0 s').classList.contains('brief')).toBe(true);
  });

  it('opens the page of a job from its name and from its menu', async () => {
    const user = userEvent.setup();
    open([transferJobOf({ id: 'r', title: 'running.bin' })]);
    await rowOf('running.bin');
    await user.click(screen.getByRole('button', { name: 'running.bin' }));
    await user.click(screen.getByRole('button', { name: 'More actions for running.bin' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Open details' }));
    expect(dock.opened).toEqual(['r', 'r']);
  });

  it('resumes, retries and removes all at once', async () => {
    const user = userEvent.setup();
    open([
      transferJobOf({ id: 'i', title: 'cut.bin', state: 'interrupted' }),
      transferJobOf({ id: 'p', title: 'held.bin', state: 'paused' }),
      transferJobOf({ id: 'd', title: 'sent.bin', state: 'done', endedAtMs: 9_000 }),
      failedJob,
    ]);
    await rowOf('cut.bin');
    const choose = async (name: string): Promise<void> => {
      await user.click(screen.getByRole('button', { name: 'More actions for all jobs' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await user.click(screen.getByRole('button', { name: 'More actions for all jobs' }));
    expect(screen.queryByRole('menuitem', { name: 'Pause all' })).toBeNull();
    await user.keyboard('{Escape}');
    await choose('Resume all');
    await choose('Retry all failed files');
    await choose('Remove 1 finished from list');
    expect(dock.bridge.requested).toEqual([
      { name: 'jobs.resume', input: { jobId: 'i' } },
      { name: 'jobs.resume', input: { jobId: 'p' } },
      { name: 'jobs.retry', input: { jobId: 'failed' } },
      { name: 'jobs.forget', input: { jobId: 'd' } },
    ]);
  });

  it('cancels, resumes, reveals and forgets', async () => {
    const user = userEvent.setup();
    open([
      transferJobOf({ id: 'r', title: 'running.bin' }),
      transferJobOf({ id: 'i', title: 'cut.bin', state: 'interrupted' }),
      transferJobOf({ id: 'd', title: 'down.bin', kind: 'download', state: 'done', endedAtMs: 9_000 }),
    ]);
    await rowOf('running.bin');
    await user.click(screen.getByRole('button', { name: 'Cancel running.bin' }));
    await user.click(screen.getByRole('button', { name: 'Resume cut.bin' }));
    await user.click(screen.getByRole('button', { name: 'Show down.bin in folder' }));
    await user.click(screen.getByRole('button', { name: 'Remove down.bin from the list' }));
    await waitFor(() => expect(dock.bridge.requested).toHaveLength(4));
    expect(dock.bridge.requested).toEqual(
      expect.arrayContaining([
        { name: 'jobs.cancel', input: { jobId: 'r' } },
        { name: 'jobs.resume', input: { jobId: 'i' } },
        { name: 'shell.reveal-download', input: { jobId: 'd' } },
        { name: 'jobs.forget', input: { jobId: 'd' } },
      ]),
    );
  });

  it('pauses what moves, starts what waits, retries what waits for the network', async () => {
    const user = userEvent.setup();
    open([
      transferJobOf({ id: 'r', title: 'running.bin' }),
      transferJobOf({ id: 'o', title: 'offline.bin', waitsFor: 'network', remainingMs: null }),
      transferJobOf({ id: 'w', title: 'waiting.bin', state: 'waiting', waitsFor: 'turn', queuePosition: 1 }),
    ]);
    await rowOf('running.bin');
    await user.click(screen.getByRole('button', { name: 'Pause running.bin' }));
    await user.click(screen.getByRole('button', { name: 'Retry offline.bin now' }));
    await user.click(screen.getByRole('button', { name: 'Start waiting.bin now' }));
    await waitFor(() => expect(dock.bridge.requested).toHaveLength(3));
    expect(dock.bridge.requested).toEqual([
      { name: 'jobs.pause', input: { jobId: 'r' } },
      { name: 'jobs.try-now', input: { jobId: 'o' } },
      { name: 'jobs.start-now', input: { jobId: 'w' } },
    ]);
  });

  it('keeps the focus where it is when one action replaces another', async () => {
    const user = userEvent.setup();
    open([transferJobOf({ id: 'r', title: 'cargo.bin' })]);
    await rowOf('cargo.bin');
    screen.getByRole('button', { name: 'Pause cargo.bin' }).focus();
    await user.keyboard('{Enter}');
    act(() => dock.pushJobs([transferJobOf({ id: 'r', title: 'cargo.bin', state: 'paused' })]));
    expect(await screen.findByRole('button', { name: 'Resume cargo.bin' })).toBe(document.activeElement);
    act(() => dock.pushJobs([transferJobOf({ id: 'r', title: 'cargo.bin' })]));
    expect(await screen.findByRole('button', { name: 'Pause cargo.bin' })).toBe(document.activeElement);
  });

  it('puts waiting jobs in another order', async () => {
    const user = userEvent.setup();
    open(
      ['first', 'second', 'third', 'fourth'].map((id, index) =>
        transferJobOf({ id, title: `${id}.bin`, state: 'waiting', waitsFor: 'turn', queuePosition: index + 1 }),
      ),
    );
    await rowOf('third.bin');
    const choose = async (title: string, action: string): Promise<void> => {
      await user.click(screen.getByRole('button', { name: `More actions for ${title}` }));
      await user.click(await screen.findByRole('menuitem', { name: action }));
    };
    await choose('third.bin', 'Move to top');
    await choose('third.bin', 'Move up');
    await choose('second.bin', 'Move down');
    await choose('third.bin', 'Move down');
    await waitFor(() => expect(dock.bridge.requested).toHaveLength(4));
    expect(dock.bridge.requested.map(({ input }) => input)).toEqual([
      { jobId: 'third', before: 'first' },
      { jobId: 'third', before: 'second' },
      { jobId: 'second', before: 'fourth' },
      { jobId: 'third', before: null },
    ]);
    await user.click(screen.getByRole('button', { name: 'More actions for first.bin' }));
    expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull();
  });

  it('filters by tab with counts', async () => {
    const user = userEvent.setup();
    open([transferJobOf({ id: 'r', title: 'running.bin' }), failedJob]);
    await rowOf('running.bin');
    await user.click(screen.getByRole('button', { name: 'Failed 1' }));
    expect(screen.queryByText('running.bin')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Waiting' }));
    expect(screen.getByText('No waiting, paused or interrupted jobs.')).toBeTruthy();
  });

  it('opens failed files by cause and copies them all', async () => {
    const user = userEvent.setup();
    open([failedJob]);
    await rowOf('scans');
    await user.click(screen.getByRole('button', { name: '3 failed' }));
    expect(screen.getByText('2 files · local.denied')).toBeTruthy();
    expect(screen.getByText('1 file · network.reset')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy list' }));
    await waitFor(() => expect(dock.bridge.requested).toHaveLength(1));
    expect((dock.bridge.requested[0]?.input as { text: string }).text.split('\n')).toHaveLength(4);
  });

  it('renders only what is in view of many', async () => {
    const restoreSize = giveElementsSize({ viewportPx: 240, rowPx: 35 });
    open(
      Array.from({ length: 400 }, (_, index) =>
        transferJobOf({ id: String(index), title: `file-${index}`, state: 'done' }),
      ),
    );
    await rowOf('file-0');
    expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
    expect(screen.getByRole('button', { name: 'Finished 400' })).toBeTruthy();
    restoreSize();
  });

  it('announces when a job ends', async () => {
    open([transferJobOf({ title: 'survey.parquet' })]);
    await rowOf('survey.parquet');
    act(() => dock.pushJobs([transferJobOf({ title: 'survey.parquet', state: 'done', endedAtMs: 4_000 })]));
    expect(await screen.findByText('survey.parquet uploaded to photos/.')).toBeTruthy();
  });

  it('lists jobs on tables beside transfers, and filters by kind', async () => {
    const user = userEvent.setup();
    open([
      transferJobOf({ id: 'u', title: 'crate.bin' }),
      tableJobOf({ id: 'i', title: 'orders.csv → Orders' }),
      tableJobOf({ id: 'e', kind: 'export', title: 'Orders → orders.csv', state: 'done', endedAtMs: 2_000 }),
    ]);
    const row = await rowOf('orders.csv → Orders');
    for (const text of ['Import · Harbour', '25,000 of 50,000 rows', '1,210 rows/s', '20 s left'])
      expect(row.textContent).toContain(text);
    await user.click(screen.getByRole('button', { name: 'Imports 1' }));
    expect(within(screen.getByRole('list', { name: 'Activity' })).getAllByRole('listitem')).toHaveLength(1);
    act(() => dock.pushJobs([transferJobOf({ id: 'u', title: 'crate.bin' })]));
    await rowOf('crate.bin');
    expect(screen.queryByRole('button', { name: /^All kinds/ })).toBeNull();
  });

  it('shows a job on a table that is done with rejected rows as done, with their causes on request', async () => {
    const user = userEvent.setup();
    const causes = Array.from({ length: 7 }, (_, index) => ({
      code: 'invalid.value',
      message: `Cause ${index}.`,
      count: 2,
      examples: ['line 18'],
    }));
    open([tableJobOf({ title: 'rejects.csv', state: 'done', rowsRejected: 14, failures: causes, endedAtMs: 9_000 })]);
    const row = await rowOf('rejects.csv');
    expect(row.getAttribute('aria-label')).toContain('done, 14 rows rejected');
    expect(screen.getByRole('button', { name: 'Failed' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Finished 1' })).toBeTruthy();
    await user.click(within(row).getByRole('button', { name: '14 rejected' }));
    for (const { message } of causes) expect(row.textContent).toContain(message);
  });

  it('pauses, resumes, undoes and reveals jobs on tables', async () => {
    const user = userEvent.setup();
    const bulk = { rowsUnchanged: 0, rowsPerSecondAllowed: null, undo: 'kept', restores: null } as const;
    open([
      tableJobOf({ id: 'r', title: 'running' }),
      tableJobOf({ id: 'p', title: 'paused', state: 'paused' }),
      tableJobOf({ id: 'b', kind: 'update', title: 'bulk', state: 'done', bulk, endedAtMs: 5_000 }),
      tableJobOf({ id: 'x', kind: 'export', title: 'file', state: 'done', outputFile: 'a.csv', endedAtMs: 5_000 }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Pause running' }));
    await user.click(screen.getByRole('button', { name: 'Resume paused' }));
    await user.click(screen.getByRole('button', { name: 'Undo bulk' }));
    await user.click(screen.getByRole('button', { name: 'Show file in folder' }));
    await user.click(screen.getByRole('button', { name: 'Remove file from the list' }));
    expect(dock.bridge.requested).toEqual([
      { name: 'jobs.pause', input: { jobId: 'r' } },
      { name: 'jobs.resume', input: { jobId: 'p' } },
      { name: 'bulk.undo', input: { jobId: 'b' } },
      { name: 'shell.reveal-job-file', input: { jobId: 'x' } },
      { name: 'jobs.forget', input: { jobId: 'x' } },
    ]);
  });
});

it('speed limit: is offered while nothing runs, and shows what is set in both units', async () => {
  open([]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Speed limit' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Combined speed of all transfers' }));
  await user.click(await panel.findByRole('radio', { name: 'Limit' }));
  const pace = { kind: 'limit', bytesPerSecond: 2_500_000 };
  await waitFor(() => expect(dock.bridge.requested.at(-1)).toEqual({ name: 'transfers.write-pace', input: { pace } }));
  await user.keyboard('{Escape}');
  const button = await screen.findByRole('button', { name: /^Up to 20\sMbit\/s \(2\.4\sMiB\/s\)$/u });
  await user.click(button);
  await user.click(await screen.findByRole('radio', { name: 'Full speed' }));
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Speed limit' })).toBeTruthy();
});
