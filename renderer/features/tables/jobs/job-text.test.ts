import { jobStatus } from '@shared/model/job-state';
import { setLanguage } from '@shared/strings/t';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tableJobOf } from '../fixtures/job';
import { endedSince, endingOf } from './job-endings';
import { rejectedName } from './job-details';
import { actionsOf, costOf, countJobs, fractionOf, jobText, jobsOf } from './job-text';
import { statusLine } from './jobs-status';

describe('jobText', () => {
  it('shows progress, rate and time left', () => {
    expect(jobText(tableJobOf())).toMatchObject({
      state: 'running',
      amount: '25,000 of 50,000 rows',
      rate: '1,210 rows/s',
      rest: '20 s left',
    });
  });

  it('shows no total and no time left when they are unknown', () => {
    const job = tableJobOf({ rowsTotal: null, remainingMs: null });
    expect(jobText(job)).toMatchObject({ amount: '25,000 rows so far', rest: 'time remaining unknown' });
    expect(fractionOf(job)).toBeNull();
  });

  it('counts rejected rows as processed, and reports them once the job is done', () => {
    expect(jobText(tableJobOf({ rowsRejected: 5_000 })).amount).toBe('30,000 of 50,000 rows');
    expect(jobText(tableJobOf({ state: 'done', rowsRejected: 1 })).state).toBe('done, 1 row rejected');
  });

  it('explains what a job that ended half-way has written, and how to continue', () => {
    const ended = (change: Parameters<typeof tableJobOf>[0]) =>
      jobText(tableJobOf({ rowsDone: 2_000, ...change })).remains;
    expect(ended({ state: 'cancelled' })).toBe('At least 2,000 rows were written and remain in Orders.');
    expect(ended({ state: 'failed' })).toBe(
      '2,000 rows were written and remain in Orders. “Try again” continues with the rest.',
    );
    expect([ended({ state: 'running' }), ended({ state: 'cancelled', rowsDone: 0 })]).toEqual(['', '']);
    expect([ended({ state: 'cancelled', rowsDone: 1 }), ended({ state: 'failed', rowsDone: 1 })]).toEqual([
      'At least 1 row was written and remains in Orders.',
      '1 row was written and remains in Orders. “Try again” continues with the rest.',
    ]);
    // Of deleted rows and of those that were the same already nothing was written.
    expect(ended({ state: 'cancelled', kind: 'delete' })).toBe('');
    expect(ended({ state: 'failed', kind: 'apply-diff' })).toBe('');
  });

  it('measures the check of an input in bytes', () => {
    const job = tableJobOf({ state: 'planning', rowsDone: 0, rowsTotal: null });
    expect(jobText(job)).toMatchObject({ state: 'reading the input', amount: '976.6 KiB of 1.9 MiB verified' });
    expect(fractionOf(job)).toBe(0.5);
  });

  it.each(jobStatus.options)('names the state in the language of the window: %s', (state) => {
    // The texts of kinds are created when the window loads.
    const english = jobText(tableJobOf({ state })).state;
    onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
    setLanguage({ tag: 'xx', catalogue: { [english]: `⟨${english}⟩` } });
    const label = jobText(tableJobOf({ state })).state;
    expect(label).toBe(state === 'planning' ? english : `⟨${english}⟩`);
  });

  it('lists the costs without zeros', () => {
    expect(costOf(tableJobOf())).toEqual(['250 transactions', '252 requests', '2 retried']);
  });
});

describe('job list', () => {
  const jobs = [
    tableJobOf({ id: 'a', state: 'done' }),
    tableJobOf({ id: 'b', state: 'done', rowsRejected: 3 }),
    tableJobOf({ id: 'c' }),
    tableJobOf({ id: 'd', state: 'interrupted' }),
  ];

  it('puts running jobs first and counts rejected rows as a failure', () => {
    expect(jobsOf(jobs, 'all').map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b']);
    expect(countJobs(jobs)).toEqual({ all: 4, running: 1, paused: 1, failed: 1, done: 1 });
  });

  it('offers the actions that the state allows', () => {
    expect(jobs.map(actionsOf)).toEqual([['forget'], ['forget'], ['pause', 'cancel'], ['resume', 'cancel']]);
    expect(actionsOf(tableJobOf({ state: 'done', outputFile: 'orders.csv' }))).toEqual(['reveal', 'forget']);
    expect(actionsOf(tableJobOf({ state: 'failed' }))).toEqual(['resume', 'forget']);
  });

  it('is summed up in the status bar', () => {
    expect(statusLine(jobs)).toBe('1 table job · 50 % · 1 paused');
    expect(statusLine([tableJobOf(), tableJobOf()])).toBe('2 table jobs');
    expect(statusLine(jobs.slice(0, 2))).toBeNull();
  });
});

describe('notification of an end', () => {
  const running = tableJobOf();
  const done = tableJobOf({ state: 'done' });

  it('appears once, also for a job that was quicker than the list, never for one that ended before the start', () => {
    expect(endedSince([running], [done], 5_000)).toEqual([done]);
    expect(endedSince([done], [done], 0)).toEqual([]);
    expect(endedSince([], [done], 1_000)).toEqual([done]);
    expect(endedSince([], [done], 5_000)).toEqual([]);
    expect(endedSince([running], [tableJobOf({ state: 'cancelled' })], 0)).toEqual([]);
  });

  it('offers the file if there is one, and stays when rows were rejected', () => {
    const onShow = (): void => undefined;
    expect(endingOf(done, onShow)).toMatchObject({ tone: 'good', action: { label: 'Show' } });
    expect(endingOf(tableJobOf({ state: 'done', outputFile: 'a.csv' }), onShow).action?.label).toBe('Show in folder');
    expect(endingOf(tableJobOf({ state: 'done', rowsRejected: 2 }), onShow)).toMatchObject({
      tone: 'bad',
      text: '25,000 rows processed, 2 rows rejected',
    });
  });
});

describe('rejectedName', () => {
  it.each([
    ['orders.csv', 'orders.rejected.csv'],
    ['pasted rows', 'pasted rows.rejected.tsv'],
    ['a/b.jsonl', 'a b.rejected.jsonl'],
  ])('%s → %s', (source, name) => expect(rejectedName(source)).toBe(name));
});
