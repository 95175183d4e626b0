import { describe, expect, it, onTestFinished } from 'vitest';
import type { EdmType } from '@shared/model/entity';
import type { BulkPreview } from '@shared/model/table-bulk';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import {
  type BulkDraft,
  type BulkSubject,
  type ChangeDraft,
  actionText,
  costText,
  draftProblems,
  foundText,
  measuredBulk,
  newBulkDraft,
  newChange,
  requestOf,
  typeChanges,
  undoText,
  withName,
  withType,
} from './bulk-draft';
import { tableJobOf } from '@shared/model/fixtures/table-job';

const any = { kind: 'any' } as const;
const subject: BulkSubject = {
  table: 'Orders',
  query: { table: 'Orders', partitionKey: any, rowKey: any, select: [], pageSize: 1000 },
  selected: [{ partitionKey: 'p', rowKey: 'r' }],
};
const draft = (change: Partial<BulkDraft>): BulkDraft => ({ ...newBulkDraft(0), ...change });

describe('type of a change', () => {
  const set = (name: string, known?: EdmType, before = newChange(1)): ChangeDraft => withName(before, name, known);

  it('follows the property when the value was typed first or the name is corrected', () => {
    expect(set('Count', 'Edm.Int32', { ...newChange(1), text: '5' })).toMatchObject({ type: 'Edm.Int32', text: '5' });
    expect(set('Name', 'Edm.String', { ...set('Count', 'Edm.Int32'), text: '5' })).toMatchObject({
      type: 'Edm.String',
    });
    // On the way to another name, as it is typed: that one is new, and none of the types it passed is its own.
    expect(set('Counter', undefined, set('Count', 'Edm.Int32'))).toMatchObject({ type: 'Edm.String' });
    expect(set('Expressly', undefined, set('Express', 'Edm.Boolean'))).toMatchObject({ type: 'Edm.String', text: '' });
  });

  it('stays as the user chose it', () => {
    expect(set('Name', 'Edm.String', withType(set('Count', 'Edm.Int32'), 'Edm.Int64')).type).toBe('Edm.Int64');
  });

  it('sets a value for Boolean, and clears it for another type', () => {
    const flag = set('Express', 'Edm.Boolean');
    expect(draftProblems(draft({ changes: [flag] }))).toEqual([]);
    expect(flag.text).toBe('true');
    expect(set('Count', 'Edm.Int32', flag).text).toBe('');
    expect(withType(flag, 'Edm.String').text).toBe('');
  });
});

describe('replaced types', () => {
  it('are listed with their number of rows', () => {
    expect(
      typeChanges([
        { name: 'Count', from: 'Edm.Int32', to: 'Edm.String', count: 2400 },
        { name: 'Count', from: 'Edm.Double', to: 'Edm.String', count: 1 },
      ]),
    ).toEqual([
      'The type of Count changes in 2,400 rows: Int32 becomes String.',
      'The type of Count changes in 1 row: Double becomes String.',
    ]);
    expect(typeChanges([])).toEqual([]);
  });
});

describe('bulk draft', () => {
  it('requests the typed values, clearings and renamings', () => {
    const changes = [
      { ...newChange(1), name: 'Big', type: 'Edm.Int64' as const, text: '9007199254740993' },
      { ...newChange(2), kind: 'remove' as const, name: 'Note' },
      { ...newChange(3), kind: 'rename' as const, name: 'Old', to: 'New' },
    ];
    expect(requestOf(draft({ changes, rows: 'selected' }), subject)).toEqual({
      scope: { kind: 'keys', table: 'Orders', keys: [{ partitionKey: 'p', rowKey: 'r' }] },
      action: {
        kind: 'update',
        mode: 'merge',
        changes: [
          { kind: 'set', name: 'Big', value: { type: 'Edm.Int64', value: '9007199254740993' } },
          { kind: 'remove', name: 'Note' },
          { kind: 'rename', name: 'Old', to: 'New' },
        ],
      },
      condition: 'as-read',
      undo: 'keep',
    });
    expect(requestOf(draft({ action: 'delete' }), subject)).toMatchObject({
      scope: { kind: 'query', query: subject.query },
      action: { kind: 'delete' },
    });
  });

  it.each([
    [{ ...newChange(1) }, 'name'],
    [{ ...newChange(1), name: 'a-b' }, 'name'],
    [{ ...newChange(1), name: 'RowKey' }, 'name'],
    [{ ...newChange(1), name: 'N', type: 'Edm.Int32' as const, text: '2147483648' }, 'value'],
    [{ ...newChange(1), name: 'N', type: 'Edm.Guid' as const, text: 'x' }, 'value'],
    [{ ...newChange(1), kind: 'rename' as const, name: 'N', to: '' }, 'to'],
    [{ ...newChange(1), kind: 'rename' as const, name: 'N', to: 'N' }, 'to'],
  ])('names the field that is incomplete: %o', (change, field) => {
    const faulty = draft({ changes: [change] });
    expect(draftProblems(faulty).map((problem) => problem.field)).toContain(field);
    expect(requestOf(faulty, subject)).toBeNull();
  });
});

const preview: BulkPreview = {
  rows: 1200,
  affected: 1000,
  unchanged: 190,
  missing: 0,
  partitions: 3,
  largestPartitionRows: 900,
  batches: 12,
  requestBytes: 2048,
  fileBytes: 4096,
  fileBytesAllowed: 8192,
  readRequests: 2,
  elapsedMs: 90,
  minMs: 500,
  sample: [],
  typeChanges: [],
  ended: 'end',
  problems: [{ field: 'A', problem: 'it is taken.', fix: 'Select another.', count: 10, examples: [] }],
};

describe('texts of a preview', () => {
  it('count found, unchanged and rejected rows, and mark a partial count', () => {
    expect(foundText(preview)).toBe('1,200 rows found in 3 partitions, 190 already up to date, 10 cannot be sent');
    expect(foundText({ ...preview, ended: 'no' })).toMatch(/^Reading: /);
    expect(foundText({ ...preview, ended: 'limit' })).toContain('there may be more');
    expect(actionText('delete', 1)).toBe('Delete 1 row');
  });

  it('follow the word order of the language', () => {
    setLanguage({ tag: 'de', catalogue: german });
    onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
    expect([actionText('update', 2), actionText('delete', 1)]).toEqual(['2 Zeilen bearbeiten', '1 Zeile löschen']);
  });

  it('show the time under the rate limit, and when an undo file would be too large', () => {
    expect(costText(preview, null, null)).toBe('12 transactions, 2.0 KiB to send, at least 1 s without a rate limit.');
    expect(costText(preview, 10, null)).toContain('at least 1 min 40 s at 10 rows/s');
    expect(undoText({ ...preview, fileBytes: 9000 }, 'keep')).toContain('Narrow the query');
    expect(undoText(preview, 'none')).toContain('cannot be undone');
  });
});

describe('duration of a bulk change', () => {
  const nowMs = 10_000_000;
  const bulk = { rowsUnchanged: 0, rowsInDoubt: 0, rowsPerSecondAllowed: null, undo: 'kept', restores: null } as const;
  const ended = tableJobOf({
    kind: 'delete',
    state: 'done',
    rowsDone: 20_000,
    rowsTotal: 20_000,
    batches: 200,
    endedAtMs: nowMs - 60_000,
    meanRowsPerSecond: 500,
    bulk,
  });
  const request = { connectionId: 'local', action: 'delete' } as const;
  const measured = { rowsPerSecond: 500, rowsPerBatch: 100 };
  const preview: BulkPreview = {
    rows: 30_000,
    affected: 30_000,
    unchanged: 0,
    missing: 0,
    batches: 300,
    partitions: 3,
    largestPartitionRows: 10_000,
    problems: [],
    sample: [],
    typeChanges: [],
    ended: 'end',
    minMs: 2_000,
    requestBytes: 2 ** 20,
    readRequests: 30,
    elapsedMs: 400,
    fileBytes: 0,
    fileBytesAllowed: 2 ** 30,
  };

  it('uses the rate of the newest comparable change', () => {
    expect(measuredBulk([ended], request, nowMs)).toEqual(measured);
    const others = [
      tableJobOf({ ...ended, connectionId: 'other' }),
      tableJobOf({ ...ended, kind: 'update' }),
      tableJobOf({ ...ended, endedAtMs: nowMs - 25 * 3_600_000 }),
      tableJobOf({ ...ended, rowsDone: 900 }),
      tableJobOf({ ...ended, bulk: { ...bulk, rowsPerSecondAllowed: 500 } }),
      tableJobOf({ ...ended, bulk: { ...bulk, rowsUnchanged: 19_500 } }),
      tableJobOf({ ...ended, meanRowsPerSecond: undefined }),
      tableJobOf({ ...ended, state: 'running', endedAtMs: null }),
    ];
    expect(others.map((job) => measuredBulk([job], request, nowMs))).toEqual(others.map(() => null));
    expect(measuredBulk([...others, ended], request, nowMs)).toEqual(measured);
    expect(measuredBulk([tableJobOf({ ...ended, kind: 'clear' })], request, nowMs)).toEqual(measured);
  });

  it('is estimated from a measurement, and never below the rate limit', () => {
    expect(costText(preview, null, measured)).toBe(
      '300 transactions, 1.0 MiB to send, about 1 min without a rate limit: the last change here wrote 500 rows/s.',
    );
    expect(costText(preview, 100, measured)).toContain('about 5 min at 100 rows/s');
    expect(costText(preview, null, null)).toBe('300 transactions, 1.0 MiB to send, at least 2 s without a rate limit.');
    // One row per transaction: the speed of a hundred is no evidence for it.
    expect(costText({ ...preview, batches: 30_000 }, null, measured)).toContain('at least');
  });
});
