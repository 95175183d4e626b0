// What a job is called by what was chosen for it.
import { expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { titleOf } from './title';

it('names the first thing that was chosen, and counts the others as the queue does', () => {
  const location = { connectionId: 'c', container: 'box', targetDir: '/scans', options: defaultTransferOptions };
  const called = (count: number): string =>
    titleOf({
      ...location,
      kind: 'download',
      selection: Array.from({ length: count }, (_, index) => ({ kind: 'blob', name: `scans/${index}.tif` })),
    });
  expect([1, 2, 30_000].map(called)).toEqual(['0.tif', '0.tif and 1 more', '0.tif and 29,999 more']);
});
