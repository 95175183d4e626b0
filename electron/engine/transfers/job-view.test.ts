// A job that stands, as the queue shows it: what it has is seen, also of one file and after another start of the engine.
import { expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type JobRecord, jobRecord } from './job-records';
import { standingOf } from './job-standing';
import { snapshotOf } from './job-view';

const records = (more: readonly object[]): JobRecord[] =>
  [
    {
      ...{ t: 'job', version: 1, id: '0123456789abcdef01234567', createdAtMs: 1000, title: 'long.bin' },
      spec: {
        ...{ kind: 'upload', connectionId: 'c', container: 'box', prefix: '', paths: ['/long.bin'] },
        options: defaultTransferOptions,
      },
    },
    {
      ...{ t: 'upload', f: 0, attempt: 0, path: '/long.bin', name: 'long.bin', bytes: 100, mtimeNs: '1', ino: '1' },
      blockBytes: 10,
    },
    { t: 'planned' },
    ...more,
  ].map((record) => jobRecord.parse(record));

const cellsAfter = (...more: readonly object[]): string => {
  const standing = standingOf(records(more));
  if (standing === null) throw new Error('The records begin with a job.');
  return snapshotOf(standing, null, null, null).cells;
};
const paused = { t: 'state', state: 'paused', atMs: 2000, note: '', waitsFor: 'person' };

it('shows the share of one file that is half-way', () => {
  expect(cellsAfter({ t: 'blocks', f: 0, runs: [[0, 4]] }, paused)).toBe('2'.repeat(32) + '0'.repeat(32));
});

it('shows one cell for one file that has nothing yet, and for one that is done', () => {
  expect(cellsAfter(paused)).toBe('0');
  expect(cellsAfter({ t: 'ended', f: 0, outcome: 'done' }, { ...paused, state: 'done' })).toBe('2');
});
