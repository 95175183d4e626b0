// The list of jobs, read and controlled by the user.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type ErrorShape, StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { tableJobOf } from '../fixtures/job';
import { TableJobsTab } from './jobs-tab';

let bridge: TestBridge;

/** @returns publishes the list again */
function open(jobs: TableJob[], unread: readonly ErrorShape[] = []): (jobs: TableJob[]) => void {
  let notify = (_jobs: TableJob[]): void => undefined;
  bridge = installBridge({
    calls: {
      'jobs.pause': () => ({}),
      'jobs.resume': () => ({}),
      'jobs.cancel': () => ({}),
      'jobs.forget': () => ({}),
      'imports.rejected-rows': () => [
        { line: 18, code: 'conflict.exists', message: 'An entity with these keys already exists.', text: 'a,1,x' },
      ],
      'imports.save-rejected': () => ({ rows: 3 }),
      'dialogs.pick-export-file': () => ({ token: 't', name: 'orders.rejected.csv', kind: 'file', bytes: 0 }),
    },
    streams: {
      'jobs.watch': (_input, { push, signal }) => {
        notify = push;
        push(jobs);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
      'jobs.unread': (_input, { push, signal }) => {
        push([...unread]);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  render(<TableJobsTab connections={[{ id: 'local', name: 'Harbour' }]} />);
  return (changed) => act(() => notify(changed));
}
afterAll(giveElementsSize({ viewportPx: 600, rowPx: 110 }));

afterEach(() => {
  cleanup();
  bridge.dispose();
});

const card = (name: RegExp): Promise<HTMLElement> => screen.findByRole('article', { name });

describe('jobs tab', () => {
  it('lists unreadable jobs of earlier runs with the reason, with or without other jobs', async () => {
    const denied = (path: string) => new StowageError('local.denied', 'No.', { context: { path } }).toShape();
    for (const jobs of [[], [tableJobOf({})]]) {
      open(jobs, [denied('/state/imports/a.jsonl'), denied('/state/imports/b.jsonl')]);
      const alertText = (await screen.findByRole('alert')).textContent;
      expect(alertText).toContain('Some earlier table jobs cannot be read.');
      expect(alertText).toContain('/state/imports/a.jsonl');
      expect(alertText).toContain('1 more cannot be read either.');
      cleanup();
      bridge.dispose();
    }
  });

  it('shows how long the runs of an ended job took, without the pauses between them', async () => {
    const ended = { state: 'done', rowsDone: 50_000, createdAtMs: 1_000, endedAtMs: 7_200_000 } as const;
    open([tableJobOf({ ...ended, ranMs: 7_200 })]);
    expect((await card(/done/)).textContent).toContain('took 7.2 s');
  });

  it('moves the focus from Pause to Resume, and not to the button that removes an ended job', async () => {
    const notify = open([tableJobOf({})]);
    const actions = (await screen.findByRole('button', { name: /^Pause orders/ })).parentElement;
    notify([tableJobOf({ state: 'paused' })]);
    const resume = await screen.findByRole('button', { name: /^Resume orders/ });
    act(() => actions?.focus());
    expect(document.activeElement).toBe(resume);
    notify([tableJobOf({ state: 'cancelled', endedAtMs: 2_000 })]);
    expect(await screen.findByRole('button', { name: /^Remove orders/ })).toBeTruthy();
    act(() => actions?.focus());
    expect(document.activeElement?.tagName).not.toBe('BUTTON');
  });

  it('shows no duration when a run was cut off', async () => {
    open([tableJobOf({ state: 'done', rowsDone: 40_000, createdAtMs: 1_000, endedAtMs: 7_200_000, ranMs: null })]);
    await screen.findByText('40,000 rows');
    expect((await card(/done/)).textContent).not.toMatch(/took|\d (s|min|h)\b/);
  });

  it('shows an empty state when there are no jobs', async () => {
    open([]);
    expect(await screen.findByText('No table jobs yet')).toBeTruthy();
  });

  it('shows progress, connection, and the facts of its kind', async () => {
    open([tableJobOf({ facts: [{ name: 'Format', value: 'CSV' }] })]);
    const shown = await card(/^Import orders.csv → Orders, running/);
    for (const text of ['25,000 of 50,000 rows', '1,210 rows/s', '20 s left', 'Import · Harbour', 'Format', 'CSV'])
      expect(shown.textContent).toContain(text);
    expect(within(shown).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0.5');
  });

  it('pauses, resumes, cancels and removes jobs', async () => {
    const user = userEvent.setup();
    open([
      tableJobOf({ id: 'r', title: 'running' }),
      tableJobOf({ id: 'p', title: 'paused', state: 'paused' }),
      tableJobOf({ id: 'd', title: 'ended', state: 'done', endedAtMs: 5_000 }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Pause running' }));
    await user.click(screen.getByRole('button', { name: 'Resume paused' }));
    await user.click(screen.getByRole('button', { name: 'Cancel running' }));
    await user.click(screen.getByRole('button', { name: 'Remove ended from the list' }));
    await waitFor(() =>
      expect(bridge.requested).toEqual([
        { name: 'jobs.pause', input: { jobId: 'r' } },
        { name: 'jobs.resume', input: { jobId: 'p' } },
        { name: 'jobs.cancel', input: { jobId: 'r' } },
        { name: 'jobs.forget', input: { jobId: 'd' } },
      ]),
    );
  });

  it('shows rejected rows by cause, and saves all of them', async () => {
    const user = userEvent.setup();
    open([
      tableJobOf({
        state: 'done',
        rowsRejected: 3,
        keepsRejectedRows: true,
        endedAtMs: 9_000,
        failures: [
          { code: 'conflict.exists', message: 'It already exists.', count: 3, examples: ['line 18', 'line 20'] },
        ],
      }),
    ]);
    const shown = await card(/3 rows rejected/);
    await user.click(within(shown).getByRole('button', { name: 'Rejected rows and reasons' }));
    expect(shown.textContent).toContain('3 rows · conflict.exists');
    expect(shown.textContent).toContain('line 18, line 20 and 1 more');
    expect(await within(shown).findByRole('cell', { name: 'a,1,x' })).toBeTruthy();
    await user.click(within(shown).getByRole('button', { name: 'Save all rejected rows…' }));
    await waitFor(() =>
      expect(bridge.requested.at(-1)).toEqual({
        name: 'imports.save-rejected',
        input: { jobId: 'job-1', targetToken: 't' },
      }),
    );
  });

  it('shows why a job failed until the details are collapsed', async () => {
    const notify = open([tableJobOf()]);
    await card(/running/);
    notify([
      tableJobOf({
        state: 'failed',
        endedAtMs: 9_000,
        error: { code: 'local.not-found', detail: 'The drive is gone.', retry: 'no', context: {} },
      }),
    ]);
    const shown = await card(/failed/);
    const title = within(shown).getByRole('button', { name: 'Error details' });
    expect(title.getAttribute('aria-expanded')).toBe('true');
    await userEvent.setup().click(title);
    expect(title.getAttribute('aria-expanded')).toBe('false');
  });

  it('filters jobs, renders only those in view, and moves through them by keyboard', async () => {
    const user = userEvent.setup();
    open([
      ...Array.from({ length: 300 }, (_, index) =>
        tableJobOf({ id: `d${index}`, title: `d${index}`, state: 'done', endedAtMs: 1 }),
      ),
      tableJobOf({ id: 'f', title: 'broken', state: 'failed', endedAtMs: 1 }),
    ]);
    const first = await card(/^Import d0/);
    expect(screen.getAllByRole('article').length).toBeLessThan(40);
    expect(first.getAttribute('aria-setsize')).toBe('301');
    first.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-posinset')).toBe('2'));
    await user.click(screen.getByRole('button', { name: 'Failed 1' }));
    expect((await screen.findAllByRole('article')).map((one) => one.getAttribute('aria-setsize'))).toEqual(['1']);
    await user.click(screen.getByRole('button', { name: 'Paused 0' }));
    expect(screen.getByText('No paused or interrupted jobs.')).toBeTruthy();
  });
});
