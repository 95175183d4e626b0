// How a bulk change reports its rows, and when it offers undo.
import { expect, it, onTestFinished } from 'vitest';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import type { BulkState } from '@shared/model/table-bulk';
import { wholeTable } from '@shared/model/table-query';
import { createFakeClock } from '../../../testing/clock';
import { historyOf } from './bulk-history';
import { BulkProgress } from './bulk-progress';
import type { BulkHead, BulkRecord, ResultRecord } from './bulk-records';
import { RowStates } from './row-states';

const deletion: BulkHead = {
  record: 'bulk',
  id: 'a',
  connectionId: 'c',
  table: 'Orders',
  kind: 'delete',
  title: 'Orders',
  action: { kind: 'delete' },
  condition: 'as-read',
  readColumns: 'all',
  undo: 'keep',
  restores: null,
  query: wholeTable('Orders'),
  rowsPerSecond: null,
  createdAtMs: 1000,
};

function progressOf(records: readonly BulkRecord[] = [], head = deletion): BulkProgress {
  const history = historyOf(head, records);
  return new BulkProgress({
    head,
    history,
    clock: createFakeClock(),
    changed: () => undefined,
    isTakenBack: () => false,
  });
}

function statesOf(...records: readonly ResultRecord[]): RowStates {
  const states = new RowStates();
  for (const record of records) states.take(record);
  return states;
}

const bulkOf = ({ job }: BulkProgress): BulkState | undefined => job.view().bulk;
const failed = { kind: 'failed', code: 'conflict.changed', message: 'Changed.', example: 'p / 5' } as const;

it('counts rows by what became of them, of those that are still to be settled', () => {
  const progress = progressOf();
  const plan = 20;
  const outcomes: readonly ResultRecord[] = [
    { kind: 'written', rows: '0-2', etags: [] },
    { kind: 'unchanged', rows: '3-4' },
    { ...failed, rows: '5' },
    // Listed again at the end of the plan.
    { kind: 'retried', rows: '6' },
    { kind: 'sent', rows: '7-10' },
  ];
  progress.showRows(statesOf(), null);
  expect(progress.job.view()).toMatchObject({ rowsTotal: null, rowsDone: 0, rowsRejected: 0 });
  progress.showRows(statesOf(...outcomes), plan);
  const shown = { rowsTotal: plan - 1, rowsDone: 5, rowsRejected: 1, failures: [{ code: failed.code, count: 1 }] };
  expect(progress.job.view()).toMatchObject(shown);
  expect(bulkOf(progress)).toMatchObject({ rowsUnchanged: 2, rowsInDoubt: 4 });
  // They are counts of what there is, not of what came since.
  progress.showRows(statesOf(...outcomes), plan);
  expect(progress.job.view()).toMatchObject(shown);
});

it('offers undo once something may have been written, and until it was undone', () => {
  const progress = progressOf();
  expect([progress.undo, progress.mayHaveWritten, bulkOf(progress)?.undo]).toEqual(['kept', false, 'none']);
  progress.showRows(statesOf({ kind: 'unchanged', rows: '0-9' }), 10);
  expect(bulkOf(progress)?.undo).toBe('none');
  // Unknown whether they were written: the undo reads them.
  progress.showRows(statesOf({ kind: 'sent', rows: '0' }), 10);
  expect([progress.mayHaveWritten, bulkOf(progress)?.undo]).toEqual([true, 'kept']);
  progress.showRows(statesOf({ kind: 'sent', rows: '0' }, { kind: 'written', rows: '0', etags: [] }), 10);
  expect(bulkOf(progress)?.undo).toBe('kept');
  progress.showUndone();
  expect([progress.undo, bulkOf(progress)?.undo]).toEqual(['used', 'used']);

  const unkept = progressOf([], { ...deletion, undo: 'none' });
  unkept.showRows(statesOf({ kind: 'written', rows: '0', etags: [] }), 10);
  expect([unkept.undo, bulkOf(unkept)?.undo]).toEqual(['none', 'none']);
});

it('shows the limit and the selected rows as they are now', () => {
  const progress = progressOf([], { ...deletion, rowsPerSecond: 500 });
  expect(bulkOf(progress)?.rowsPerSecondAllowed).toBe(500);
  progress.showRate(1000);
  expect(bulkOf(progress)?.rowsPerSecondAllowed).toBe(1000);
  expect(progress.job.view().facts).toContainEqual({ name: 'Rate limit', value: '1,000 rows/s' });
  progress.showRate(null);
  expect(progress.job.view().facts.map(({ name }) => name)).toEqual(['Rows']);
});

it('resumes from the recorded state, and knows when the results contain more', () => {
  expect(progressOf().isBehindResults).toBe(false);
  expect(progressOf([deletion]).isBehindResults).toBe(true);

  const first = progressOf();
  first.showRows(statesOf({ kind: 'written', rows: '0-2', etags: [] }, { kind: 'sent', rows: '3' }), 10);
  first.job.end({ type: 'cancelled' }, null);
  const view = first.job.view();
  const again = progressOf([deletion, { record: 'ended', view }]);
  expect([again.isBehindResults, again.mayHaveWritten]).toEqual([false, true]);
  expect(bulkOf(again)).toEqual(view.bulk);
  // It continued after that, and was killed.
  expect(progressOf([deletion, { record: 'ended', view }, { record: 'rate', rowsPerSecond: 9 }]).isBehindResults).toBe(
    true,
  );

  // Rows that were left as they are are done, not written.
  const calm = progressOf();
  calm.showRows(statesOf({ kind: 'unchanged', rows: '0-9' }), 10);
  calm.job.end({ type: 'finished', as: 'done' }, null);
  expect(progressOf([deletion, { record: 'ended', view: calm.job.view() }]).mayHaveWritten).toBe(false);

  // As earlier versions wrote it: whether something was sent is not recorded.
  const { rowsInDoubt: _, ...untold } = view.bulk ?? expect.unreachable();
  const ended = { ...view, bulk: untold };
  expect(progressOf([deletion, { record: 'ended', view: ended }]).isBehindResults).toBe(false);
  const idle = progressOf([deletion, { record: 'ended', view: { ...ended, rowsDone: 0 } }]);
  expect([idle.isBehindResults, idle.mayHaveWritten]).toEqual([true, false]);
  expect(bulkOf(idle)).not.toHaveProperty('rowsInDoubt');
});

it('describes its action in the current language, also when an earlier process ended it', () => {
  onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
  const set = { kind: 'set', name: 'Status', value: { type: 'Edm.String', value: 'done' } } as const;
  const action: BulkHead['action'] = { kind: 'update', mode: 'merge', changes: [set] };
  const head: BulkHead = { ...deletion, kind: 'update', action, title: 'Orders: set Status to done' };
  const ended = { record: 'ended', view: { ...progressOf([], head).job.view(), state: 'done' } } as const;
  const restoring: BulkHead = {
    ...deletion,
    kind: 'restore',
    action: { kind: 'restore' },
    title: 'Undo: Orders: set Status to done',
    takesBack: { kind: 'job', of: { action, title: head.title } },
  };
  const titles = (): string[] =>
    [progressOf([ended], head), progressOf([], restoring)].map(({ job }) => job.view().title);
  expect(titles()).toEqual([head.title, restoring.title]);
  setLanguage({ tag: 'de', catalogue: german });
  expect(titles()).toEqual(['Orders: Status auf done setzen', 'Rückgängig: Orders: Status auf done setzen']);
  // An earlier version did not record what is undone.
  expect(progressOf([], { ...restoring, takesBack: undefined }).job.view().title).toBe(restoring.title);
});
