// Whose blocks the ids tell: of one plan of a file, and of no other plan of it.
import { expect, it } from 'vitest';
import { isBlockOf, blockId } from '../plan/blocks';
import type { CopyFile, UploadFile } from '../records/job-records';
import { idPrefixOf } from './block-ids';

const jobId = '0123456789abcdef01234567';
const job = { jobId, blockIds: 'plan' } as const;
const sizes = { f: 0, attempt: 0, bytes: 12, blockBytes: 4, name: 'there' };
const upload: UploadFile = { t: 'upload', ...sizes, path: '/here', mtimeNs: '1', ino: '2' };
const facts = { contentMd5: '', tier: 'Hot', lastModified: '' };
const copy: CopyFile = { t: 'copy', ...sizes, source: 'here', etag: '"1"', ...facts };

it.each([
  [upload, { attempt: 1 }],
  [upload, { bytes: 13 }],
  [upload, { blockBytes: 8 }],
  [upload, { mtimeNs: '3' }],
  [upload, { ino: '3' }],
  [copy, { attempt: 1 }],
  [copy, { bytes: 13 }],
  [copy, { blockBytes: 8 }],
  [copy, { source: 'elsewhere' }],
  [copy, { etag: '"2"' }],
])('are others where %j is planned with %j', (file, change) => {
  const prefix = idPrefixOf(file, job);
  expect(prefix).toHaveLength(29);
  expect(idPrefixOf({ ...file, ...change }, job)).not.toBe(prefix);
  expect(idPrefixOf({ ...file, f: 7 }, job)).toBe(prefix);
  expect(isBlockOf(jobId, blockId(prefix, 0))).toBe(true);
});

it('are by the attempt in jobs of earlier versions, which go on', () => {
  const earlier = { jobId, blockIds: undefined };
  expect(idPrefixOf({ ...upload, mtimeNs: '3' }, earlier)).toBe(`${jobId}.000.`);
  expect(idPrefixOf({ ...copy, attempt: 37 }, earlier)).toBe(`${jobId}.011.`);
  expect(idPrefixOf({ ...upload, idBytes: 40 }, earlier)).toBe(`${jobId}.000.......`);
});
