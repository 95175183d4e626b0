// The card of a job on a table, read and controlled by the user.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { TableJob } from '@shared/model/table-job';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { useTableJobs } from '@renderer/live/jobs';
import { JobCard } from './table-job-card';
import { tableJobText } from './table-job-text';

let bridge: TestBridge;

function Cards() {
  return useTableJobs().map((job) => (
    <article key={job.id} aria-label={tableJobText(job).spoken}>
      <JobCard job={job} connectionName="Harbour" />
    </article>
  ));
}

/** @returns publishes the list again */
function open(jobs: TableJob[]): (jobs: TableJob[]) => void {
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
    },
  });
  render(<Cards />);
  return (changed) => act(() => notify(changed));
}

afterEach(() => {
  cleanup();
  bridge.dispose();
});

const card = (name: RegExp): Promise<HTMLElement> => screen.findByRole('article', { name });

describe('card of a table job', () => {
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

  it('shows progress, connection, and the facts of its kind', async () => {
    open([tableJobOf({ facts: [{ name: 'Format', value: 'CSV' }] })]);
    const shown = await card(/^Import orders.csv → Orders, running/);
    for (const text of ['25,000 of 50,000 rows', '1,210 rows/s', '20 s left', 'Import · Harbour', 'Format', 'CSV'])
      expect(shown.textContent).toContain(text);
    expect(within(shown).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0.5');
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
});
