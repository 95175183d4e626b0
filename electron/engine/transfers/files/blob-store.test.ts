// Which blocks their ids identify: those of one plan of a file, and of no other plan of it.
import { expect, it, describe } from 'vitest';
import { blockNumber } from '@shared/model/block-number';
import { MiB } from '@shared/units';
import { isBlockOf, blockId, blockIdPrefix } from '../plan/blocks';
import type { CopyFile, UploadFile } from '../records/job-records';
import { idPrefixOf, isMadeOf, stagedAmong } from './blob-store';
import { compareStaged } from './upload';

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
])('block ids: differ when %j is planned with %j', (file, change) => {
  const prefix = idPrefixOf(file, job);
  expect(prefix).toHaveLength(29);
  expect(idPrefixOf({ ...file, ...change }, job)).not.toBe(prefix);
  expect(idPrefixOf({ ...file, f: 7 }, job)).toBe(prefix);
  expect(isBlockOf(jobId, blockId(prefix, 0))).toBe(true);
});

it('block ids: follow the attempt in jobs of earlier versions', () => {
  const earlier = { jobId, blockIds: undefined };
  expect(idPrefixOf({ ...upload, mtimeNs: '3' }, earlier)).toBe(`${jobId}.000.`);
  expect(idPrefixOf({ ...copy, attempt: 37 }, earlier)).toBe(`${jobId}.011.`);
  expect(idPrefixOf({ ...upload, idBytes: 40 }, earlier)).toBe(`${jobId}.000.......`);
});

const cut = { bytes: 4 * MiB, blockBytes: 1 * MiB };
const half = blockNumber(1, 0);

describe('staged blocks', () => {
  it('count when complete, and a block counts instead of its parts', () => {
    const prefix = blockIdPrefix('0123456789abcdef01234567', 'mark');
    const held = (number: number, bytes: number) => ({ id: blockId(prefix, number), bytes });
    const uncommitted = [held(0, 1 * MiB), held(half, 512 * 1024), held(1, 77), { id: 'b3RoZXI=', bytes: 9 }];
    expect([...stagedAmong(uncommitted, prefix, cut)]).toEqual([0]);
  });

  it('include a last block of one byte and no empty block', () => {
    const prefix = blockIdPrefix('0123456789abcdef01234567', 'mark');
    const held = (number: number, bytes: number) => ({ id: blockId(prefix, number), bytes });
    const longer = { bytes: 4 * MiB + 1, blockBytes: 1 * MiB };
    expect([...stagedAmong([held(4, 1), held(5, 0), held(3, 1 * MiB)], prefix, longer)].toSorted()).toEqual([3, 4]);
    expect([...stagedAmong([held(4, 0)], prefix, cut)]).toEqual([]);
  });

  it('have not expired when an aborted block replaces its known parts', () => {
    expect(compareStaged(new Set([half]), new Set([0]), cut)).toEqual({ isExpired: false, isOther: true });
    // A journal that has recorded both.
    expect(compareStaged(new Set([half, 0]), new Set([0]), cut)).toEqual({ isExpired: false, isOther: true });
  });

  it('have expired when fewer bytes are staged, and match the journal when there are only more', () => {
    expect(compareStaged(new Set([0, 1]), new Set([1]), cut)).toEqual({ isExpired: true, isOther: true });
    expect(compareStaged(new Set([0]), new Set([0, 1]), cut)).toEqual({ isExpired: false, isOther: false });
  });
});

describe('a blob made of the blocks of a file', () => {
  const prefix = blockIdPrefix('0123456789abcdef01234567', 'mark');
  const held = (number: number, bytes = 1 * MiB) => ({ id: blockId(prefix, number), bytes });
  const whole = [0, 1, 2, 3].map((number) => held(number));

  it('has all of them in order and complete, possibly as halves', () => {
    expect(isMadeOf(whole, prefix, cut)).toBe(true);
    const halves = [held(half, MiB / 2), held(blockNumber(1, 1), MiB / 2)];
    expect(isMadeOf([...halves, ...whole.slice(1)], prefix, cut)).toBe(true);
    expect(isMadeOf([held(0, 1)], prefix, { bytes: 1, blockBytes: 1 * MiB })).toBe(true);
  });

  it.each([
    ['nothing', []],
    ['no first', whole.slice(1)],
    ['no last', whole.slice(0, -1)],
    ['one twice', [...whole, held(3)]],
    ['two in another order', [held(1), held(0), ...whole.slice(2)]],
    ['a shorter last', [...whole.slice(0, -1), held(3, MiB - 1)]],
    ['a longer first', [held(0, MiB + 1), ...whole.slice(1)]],
    ['another writer’s last', [...whole.slice(0, -1), { id: 'b3RoZXI=', bytes: MiB }]],
    ['another writer’s first', [{ id: 'b3RoZXI=', bytes: MiB }, ...whole.slice(1)]],
  ])('has not %s', (_, committed) => {
    expect(isMadeOf(committed, prefix, cut)).toBe(false);
  });

  it('does not exist for a file without bytes', () => {
    expect(isMadeOf([], prefix, { bytes: 0, blockBytes: 1 * MiB })).toBe(false);
  });
});
