import { jobStatus } from '@shared/model/job-state';
import { setLanguage } from '@shared/strings/t';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { rejectedName, tableActionsOf } from './table-job-actions';
import { costOf, fractionOf, tableJobText } from './table-job-text';

describe('tableJobText', () => {
  it('shows progress, rate and time left', () => {
    expect(tableJobText(tableJobOf())).toMatchObject({
      state: 'running',
      amount: '25,000 of 50,000 rows',
      rate: '1,210 rows/s',
      rest: '20 s left',
    });
  });

  it('shows no total and no time left when they are unknown', () => {
    const job = tableJobOf({ rowsTotal: null, remainingMs: null });
    expect(tableJobText(job)).toMatchObject({ amount: '25,000 rows so far', rest: 'time remaining unknown' });
    expect(fractionOf(job)).toBeNull();
  });

  it('counts rejected rows as processed, and reports them once the job is done', () => {
    expect(tableJobText(tableJobOf({ rowsRejected: 5_000 })).amount).toBe('30,000 of 50,000 rows');
    expect(tableJobText(tableJobOf({ state: 'done', rowsRejected: 1 })).state).toBe('done, 1 row rejected');
  });

  it('explains what a job that ended half-way has written, and how to continue', () => {
    const ended = (change: Parameters<typeof tableJobOf>[0]) =>
      tableJobText(tableJobOf({ rowsDone: 2_000, ...change })).remains;
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
    expect(tableJobText(job)).toMatchObject({ state: 'reading the input', amount: '976.6 KiB of 1.9 MiB verified' });
    expect(fractionOf(job)).toBe(0.5);
  });

  it.each(jobStatus.options)('names the state in the language of the window: %s', (state) => {
    // The texts of kinds are created when the window loads.
    const english = tableJobText(tableJobOf({ state })).state;
    onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
    setLanguage({ tag: 'xx', catalogue: { [english]: `⟨${english}⟩` } });
    const label = tableJobText(tableJobOf({ state })).state;
    expect(label).toBe(state === 'planning' ? english : `⟨${english}⟩`);
  });

  it('lists the costs without zeros', () => {
    expect(costOf(tableJobOf())).toEqual(['250 transactions', '252 requests', '2 retried']);
  });
});

it('actions: depend on the state', () => {
  const states = [{ state: 'done' }, {}, { state: 'interrupted' }, { state: 'failed' }] as const;
  expect(states.map((change) => tableActionsOf(tableJobOf(change)))).toEqual([
    ['forget'],
    ['pause', 'cancel'],
    ['resume', 'cancel'],
    ['resume', 'forget'],
  ]);
  expect(tableActionsOf(tableJobOf({ state: 'done', outputFile: 'orders.csv' }))).toEqual(['reveal', 'forget']);
});

describe('rejectedName', () => {
  it.each([
    ['orders.csv', 'orders.rejected.csv'],
    ['pasted rows', 'pasted rows.rejected.tsv'],
    ['a/b.jsonl', 'a b.rejected.jsonl'],
  ])('%s → %s', (source, name) => expect(rejectedName(source)).toBe(name));
});
