import { describe, expect, it } from 'vitest';
import { defaultImportSettings } from '../model/table-import';
import { importWarnings } from './import-warnings';

const found = {
  ...{ rows: 3, rejectedRows: 0, partitions: 2, duplicateKeys: 0, emptyRowKeys: 0, appendOnly: false },
  columns: [],
};
describe('the warnings before an import', () => {
  it('are none where nothing is unusual', () => {
    expect(importWarnings(found, defaultImportSettings)).toEqual([]);
  });

  it('name rows whose RowKey is empty', () => {
    expect(importWarnings({ ...found, emptyRowKeys: 1 }, defaultImportSettings)).toEqual([
      'One row has an empty RowKey, which the service takes. Check that it is meant.',
    ]);
    expect(importWarnings({ ...found, emptyRowKeys: 2 }, defaultImportSettings)).toEqual([
      '2 rows have an empty RowKey, which the service takes once in each partition. Check that they are meant.',
    ]);
  });
});
