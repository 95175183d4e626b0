// The set-up of an import: defaults, problems with their fixes, and the round trip of column changes.
import type { ImportPreview, ImportReport } from '@shared/model/table-import';
import { importSettings } from '@shared/model/table-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type KeyDraft,
  checkedSettings,
  emptyImportDraft,
  keyDraft,
  keyProblem,
  planOf,
  previewKeys,
  propertyProblem,
  settingsOf,
  withColumn,
  withKey,
} from './import-draft';
import { looksLikeRows } from './import-target';

const columnsOf = (...names: readonly string[]): ImportPreview['columns'] =>
  names.map((name) => ({ name, declaredType: null }));

describe('keys', () => {
  it.each([
    [['PartitionKey', 'RowKey'], 'PartitionKey', 'RowKey'],
    [['partition_key', 'ROW KEY'], 'partition_key', 'ROW KEY'],
    [['Date', 'Id'], null, 'Id'],
    [['Date', 'Name'], null, null],
  ])('are detected in %j', (names, partitionKey, rowKey) => {
    const guess = (key: 'PartitionKey' | 'RowKey'): string | null => {
      const draft = keyDraft(emptyImportDraft, key, columnsOf(...names));
      return draft.kind === 'column' ? draft.column : null;
    };
    expect([guess('PartitionKey'), guess('RowKey')]).toEqual([partitionKey, rowKey]);
  });

  it('stay as chosen, whatever the names of the columns', () => {
    const draft = withKey(emptyImportDraft, 'RowKey', { kind: 'guid' });
    expect(keyDraft(draft, 'RowKey', columnsOf('RowKey'))).toEqual({ kind: 'guid' });
  });

  it.each<[KeyDraft, RegExp | null]>([
    [{ kind: 'none' }, /Choose a source/],
    [{ kind: 'guid' }, null],
    [{ kind: 'column', column: 'Id' }, null],
    [{ kind: 'column', column: 'Gone' }, /no column Gone/],
    [{ kind: 'expression', expression: '' }, /Enter an expression/],
    [{ kind: 'expression', expression: '{Id:000}' }, null],
    [{ kind: 'expression', expression: '{Gone}' }, /no column “Gone”.*Use one of Id/],
    [{ kind: 'expression', expression: 'same' }, /contains no column/],
  ])('%j', (draft, problem) => {
    const found = keyProblem('RowKey', draft, columnsOf('Id'));
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  it('are previewed for the first rows, with characters that no key can contain', () => {
    const preview = {
      columns: columnsOf('Date', 'Id'),
      rows: [
        ['2024-05-01', 'a/b'],
        ['soon', '7'],
        [null, null],
      ],
    };
    const of = (draft: KeyDraft) => previewKeys('RowKey', draft, preview);
    expect(of({ kind: 'expression', expression: '{Date:yyyyMMdd};x' })).toEqual([
      { kind: 'key', key: '20240501;x' },
      { kind: 'problem', problem: expect.stringContaining('Column Date contains “soon”') as string },
      { kind: 'problem', problem: 'Column Date is empty.' },
    ]);
    expect(of({ kind: 'column', column: 'Id' })).toEqual([
      { kind: 'problem', problem: expect.stringContaining('contains /') as string },
      { kind: 'key', key: '7' },
      { kind: 'problem', problem: 'Column Id is missing.' },
    ]);
    expect(of({ kind: 'guid' }).map(({ kind }) => kind)).toEqual(['made', 'made', 'made']);
    expect(of({ kind: 'none' }).map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

describe('settings', () => {
  it('use GUIDs for missing keys, and report it', () => {
    const { settings, hasKeys } = settingsOf(emptyImportDraft, columnsOf('Date', 'Id'));
    expect(hasKeys).toBe(false);
    expect(settings.partitionKey).toEqual({ kind: 'guid' });
    expect(settings.rowKey).toEqual({ kind: 'column', column: 'Id' });
  });

  it('ignore choices for columns that are absent after reading the input differently', () => {
    const draft = withColumn(emptyImportDraft, 'Gone', { type: 'Edm.Int64' });
    expect(settingsOf(draft, columnsOf('PartitionKey', 'RowKey')).settings.columns).toEqual([]);
  });

  it('match the contract, and keep nothing of reverted changes', () => {
    const name = fc.constantFrom('A', 'B', 'Id', '__proto__');
    const change = fc.record({
      property: fc.option(fc.constantFrom('A1', 'Other'), { nil: undefined }),
      type: fc.option(fc.constantFrom('Edm.Int32' as const, 'Edm.String' as const), { nil: undefined }),
      use: fc.option(fc.constantFrom('import' as const, 'leave-out' as const), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, change)), (changes) => {
        const columns = columnsOf('A', 'B', 'Id', '__proto__');
        let draft = emptyImportDraft;
        for (const [column, each] of changes) draft = withColumn(draft, column, each);
        expect(importSettings.parse(settingsOf(draft, columns).settings)).toEqual(settingsOf(draft, columns).settings);
        for (const { name: column } of columns) {
          draft = withColumn(draft, column, { property: undefined, type: undefined, use: undefined });
        }
        expect(settingsOf(draft, columns).settings.columns).toEqual([]);
      }),
    );
  });

  it('require another dry run only when it depends on the change', () => {
    const { settings } = settingsOf(emptyImportDraft, columnsOf('PartitionKey', 'RowKey'));
    const written = { ...settings, mode: 'upsert-merge', batchSize: 20, concurrency: 4, rejectedRows: 'stop' } as const;
    expect(checkedSettings(written)).toEqual(checkedSettings(settings));
    expect(checkedSettings({ ...settings, emptyCells: 'empty-string' })).not.toEqual(checkedSettings(settings));
  });

  it.each([
    [undefined, null],
    ['Total', null],
    ['2nd', /do not start with a digit/],
    ['a b', /letters, digits/],
  ])('property %j', (property, problem) => {
    const found = propertyProblem(property === undefined ? {} : { property });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });
});

describe('plan', () => {
  const report = {
    rows: 1010,
    rejectedRows: 10,
    duplicateKeys: 5,
    largestPartition: { key: 'p', rows: 600 },
    batchesBySize: [
      { size: 20, batches: 60 },
      { size: 100, batches: 12 },
    ],
  } as unknown as ImportReport;

  it('counts batches like the dry run, and a repeated key once when it is rejected', () => {
    expect(planOf(report, { mode: 'insert', batchSize: 'auto', concurrency: 'auto' }, null)).toMatchObject({
      rows: 995,
      transactions: 12,
    });
    expect(planOf(report, { mode: 'upsert-merge', batchSize: 20, concurrency: 'auto' }, null)).toMatchObject({
      rows: 1000,
      transactions: 60,
    });
  });

  it('takes longer with fewer concurrent batches', () => {
    const takes = (concurrency: number): number =>
      planOf(report, { mode: 'insert', batchSize: 20, concurrency }, null).time.ms;
    expect(takes(1)).toBeGreaterThan(takes(4));
  });
});

it.each([
  ['A\t1', 'rows'],
  ['a,b\n1,2', 'rows'],
  ['[{"a":1}]', 'rows'],
  ['{"a":1}', 'rows'],
  ['ulm', 'word'],
  ['  \n ', 'word'],
])('pasted text: detects %j as %s', (text, what) => expect(looksLikeRows(text)).toBe(what === 'rows'));
