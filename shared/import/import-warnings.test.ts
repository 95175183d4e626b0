import { describe, expect, it } from 'vitest';
import { defaultImportSettings } from '../model/table-import';
import { importWarnings } from './import-warnings';

const found = {
  rows: 3,
  rejectedRows: 0,
  partitions: 2,
  duplicateKeys: 0,
  emptyRowKeys: 0,
  appendOnly: false,
  blankRows: 0,
  skipsRejectColumns: false,
  conflicts: [],
  conflictRows: 0,
  columns: [],
};
describe('the warnings before an import', () => {
  it('are none where nothing is unusual', () => {
    expect(importWarnings(found, defaultImportSettings)).toEqual([]);
  });

  it('name rows whose RowKey is empty', () => {
    expect(importWarnings({ ...found, emptyRowKeys: 1 }, defaultImportSettings)).toEqual([
      'One row has an empty RowKey, which is valid. Check that it is intended.',
    ]);
    expect(importWarnings({ ...found, emptyRowKeys: 2 }, defaultImportSettings)).toEqual([
      '2 rows have an empty RowKey, which is valid once per partition. Check that they are intended.',
    ]);
  });

  it('name what makes an import slow, where it is long enough to matter', () => {
    const one = { ...found, partitions: 1 };
    expect(importWarnings({ ...one, rows: 1000 }, defaultImportSettings)).toEqual([]);
    expect(importWarnings({ ...one, rows: 1002, rejectedRows: 2 }, defaultImportSettings)).toEqual([]);
    expect(importWarnings({ ...one, rows: 1001 }, defaultImportSettings)).toEqual([
      expect.stringContaining('All rows go to one partition'),
    ]);
    const growing = { ...found, appendOnly: true };
    expect(importWarnings({ ...growing, rows: 100 }, defaultImportSettings)).toEqual([]);
    expect(importWarnings({ ...growing, rows: 101 }, defaultImportSettings)).toEqual([
      expect.stringContaining('The keys only increase'),
    ]);
  });

  it('name blank rows, and the columns of an earlier import’s rejects', () => {
    expect(importWarnings({ ...found, blankRows: 1 }, defaultImportSettings)).toEqual(['1 blank row is skipped.']);
    expect(importWarnings({ ...found, blankRows: 2000 }, defaultImportSettings)).toEqual([
      '2,000 blank rows are skipped.',
    ]);
    expect(importWarnings({ ...found, skipsRejectColumns: true }, defaultImportSettings)).toEqual([
      expect.stringContaining('_reject_line and _reject_reason'),
    ]);
  });

  it('name five lines and ten columns that keep a type away, and no more', () => {
    const warnings = (rows: number, columns: number): string => {
      const conflicts = Array.from({ length: columns }, (_, index) => ({
        column: `C${index}`,
        type: 'Edm.Int32' as const,
        unfit: rows,
        changed: 0,
        lines: Array.from({ length: rows }, (_line, at) => rows - at),
      }));
      return importWarnings({ ...found, conflicts, conflictRows: rows }, defaultImportSettings).join('\n');
    };
    expect(warnings(1, 1)).toBe('1 column stays text because of 1 row (line 1), and has a type without: C0 (Int32).');
    expect(warnings(5, 2)).toContain(
      'of 5 rows (lines 1, 2, 3, 4, 5), and have a type without: C0 (Int32), C1 (Int32).',
    );
    expect(warnings(6, 10)).toMatch(/lines 1, 2, 3, 4, 5, …\).* C9 \(Int32\)\.$/);
    expect(warnings(6, 11)).toMatch(/C8 \(Int32\), C9 \(Int32\) and 1 more\.$/);
  });

  it('name the columns whose values another type would change', () => {
    const one = { column: 'Zip', type: 'Edm.Int32' as const, unfit: 0, lines: [], changed: 3 };
    const warnings = (count: number): readonly string[] =>
      importWarnings({ ...found, conflicts: Array.from({ length: count }, () => one) }, defaultImportSettings);
    expect(warnings(1)).toEqual([expect.stringMatching(/^1 column stays text .* some of its values: Zip\./)]);
    expect(warnings(2)).toEqual([expect.stringMatching(/^2 columns stay text .* some of their values: Zip, Zip\./)]);
  });

  it('state for repeated keys which of the rows is used', () => {
    const warningsOf = (duplicateKeys: number, mode: 'insert' | 'upsert-replace'): readonly string[] =>
      importWarnings({ ...found, duplicateKeys }, { ...defaultImportSettings, mode });
    expect(warningsOf(1, 'insert')).toEqual(['1 row repeats a key; the later ones are rejected.']);
    expect(warningsOf(2000, 'upsert-replace')).toEqual([
      '2,000 rows repeat a key; the later ones overwrite the earlier ones.',
    ]);
  });

  it('name the columns that get other names, and of many only the first', () => {
    const renamed = (count: number): readonly string[] => {
      const columns = Array.from({ length: count }, (_, index) => ({
        name: `crate ${index}`,
        property: `crate_${index}`,
        use: 'import' as const,
      }));
      const asIs = { name: 'ship', property: 'ship', use: 'import' as const };
      return importWarnings({ ...found, columns: [asIs, ...columns] }, defaultImportSettings);
    };
    expect(renamed(3)).toEqual([0, 1, 2].map((index) => expect.stringContaining(`as crate_${index}: `) as string));
    expect(renamed(4)).toEqual([expect.stringContaining('as crate_0, and 3 more are renamed: ')]);
  });
});
