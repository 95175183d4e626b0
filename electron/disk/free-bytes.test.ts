// What `df` prints of a folder on the systems that have it, and what is told of a folder that is here.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GiB } from '@shared/units';
import { freeBytesIn, freeBytesOf } from './free-bytes';

it.each([
  [
    'Linux',
    'Filesystem     1024-blocks     Used Available Capacity Mounted on\n/dev/vda1        129886416 99 52428800      81% /\n',
  ],
  [
    'macOS',
    'Filesystem 1024-blocks      Used Available Capacity  Mounted on\n/dev/disk3s5   482797652 400000 52428800    92%    /System/Volumes/Data\n',
  ],
  [
    'a share',
    'Filesystem 1024-blocks Used Available Capacity Mounted on\n//quay.example/cargo 2026 999 1 52428800 1% /mnt\n',
  ],
])('the free bytes are read on %s', (_system, answer) => expect(freeBytesIn(answer)).toBe(50 * GiB));

it.each(['', 'Filesystem 1024-blocks Used Available Capacity Mounted on\n', 'df: /gone: No such file\n'])(
  'nothing is read out of %j',
  (answer) => expect(freeBytesIn(answer)).toBeNull(),
);

it('a folder of this machine has some, and one that is not there tells nothing', async () => {
  expect(await freeBytesOf(tmpdir())).toBeGreaterThan(0);
  expect(await freeBytesOf(join(tmpdir(), 'stowage-is-not-here'))).toBeNull();
});
