// Which file at the final name counts as finished by an earlier run, where its blob has no MD5.
import { expect, it } from 'vitest';
import type { DownloadFile } from '../records/job-records';
import { isFinishedBefore } from './download';
import type { FileContext } from './file-context';

const minuteMs = 60_000;
const context = {
  createdAtMs: 100 * minuteMs,
  clock: { now: () => 160 * minuteMs, monotonic: () => 0 },
  onWaits: () => undefined,
  pool: { hash: () => ({ result: Promise.resolve({ md5: 'hash' }), advance: () => undefined }) },
} as unknown as FileContext;
const writtenMs = Date.UTC(2026, 4, 1);
const file = {
  bytes: 10,
  attempt: 0,
  contentMd5: '',
  lastModified: new Date(writtenMs).toISOString(),
} as unknown as DownloadFile;

interface Local {
  readonly bytes?: number;
  readonly mtimeMs?: number;
  readonly namedMs?: number;
}
const isFinished = (some: Local, earlier: 'yes' | 'no' = 'yes', contentMd5 = '') => {
  const local = { bytes: 10, mtimeMs: writtenMs, namedMs: 120 * minuteMs, ...some };
  return isFinishedBefore({ open: { earlier }, file: { ...file, contentMd5 }, context }, { path: '/a', local });
};

it('finished before: accepts a file of the length and time of its blob that was named since the job was created', async () => {
  expect(await isFinished({})).toBe(true);
  // A disk that stores only even seconds.
  expect(await isFinished({ mtimeMs: writtenMs - 1999 })).toBe(true);
  expect(await isFinished({ mtimeMs: writtenMs - 2000 })).toBe(false);
  expect(await isFinished({ namedMs: 100 * minuteMs })).toBe(true);
});

it('finished before: accepts the MD5 of the blob even from before the job, within what clocks explain', async () => {
  expect(await isFinished({}, 'yes', 'hash')).toBe(true);
  expect(await isFinished({}, 'yes', 'other')).toBe(false);
  expect(await isFinished({ namedMs: 85 * minuteMs }, 'yes', 'hash')).toBe(true);
  expect(await isFinished({ namedMs: 85 * minuteMs - 1 }, 'yes', 'hash')).toBe(false);
});

it('finished before: rejects another length or time, an older file, and any file in a first run', async () => {
  expect(await isFinished({ bytes: 9 })).toBe(false);
  expect(await isFinished({ mtimeMs: writtenMs + minuteMs })).toBe(false);
  expect(await isFinished({ namedMs: 99 * minuteMs })).toBe(false);
  expect(await isFinished({}, 'no')).toBe(false);
});
