// What a preview promises of the time: what was measured here, or no more than a lower bound.
import { expect, it } from 'vitest';
import type { BulkPreview } from '@shared/model/table-bulk';
import { tableJobOf } from '../fixtures/job';
import { measuredBulk } from './bulk-time';
import { costText } from './bulk-text';

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

it('takes the rate from the newest change of the kind that tells something', () => {
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

it('says about how long it takes where that was measured, never less than a limit allows', () => {
  expect(costText(preview, null, measured)).toBe(
    '300 transactions, 1.0 MiB to send, about 1 min without a rate limit: the last change here went at 500 rows/s.',
  );
  expect(costText(preview, 100, measured)).toContain('about 5 min at 100 rows/s');
  expect(costText(preview, null, null)).toBe('300 transactions, 1.0 MiB to send, at least 2 s without a rate limit.');
  // One row a transaction: how quickly a hundred went says nothing of it.
  expect(costText({ ...preview, batches: 30_000 }, null, measured)).toContain('at least');
});
