import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockInstance, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ErrorShape, StowageError, onUnforeseen } from '@shared/errors';
import { MiB } from '@shared/units';
import type { Finish } from '../worker/small-files';
import { type RangeKeeper, createRangeKeeper, createFileFinisher } from './safe-writes';

let folder: string;
let keeper: RangeKeeper;
let nowMs = 0;
const safe: number[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-keeper-'));
  const path = join(folder, 'some.part');
  await writeFile(path, 'bytes');
  safe.length = 0;
  nowMs = 0;
  keeper = createRangeKeeper(path, await open(path, 'r+'), {
    monotonic: () => nowMs,
    onSafe: (number) => safe.push(number),
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

async function spyOnDatasync(): Promise<MockInstance<FileHandle['datasync']>> {
  const handle = await open(join(folder, 'some.part'), 'r');
  const kind = Object.getPrototypeOf(handle) as Pick<FileHandle, 'datasync'>;
  await handle.close();
  return vi.spyOn(kind, 'datasync');
}

describe('range keeper', () => {
  it('records a group when enough bytes wait', async () => {
    for (const number of [4, 2, 0]) keeper.add({ number, length: 8 * MiB, sum: 0 });
    expect(safe).toEqual([]);
    keeper.add({ number: 1, length: 8 * MiB, sum: 0 });
    await expect.poll(() => safe).toEqual([4, 2, 0, 1]);
    await keeper.close();
  });

  it('records a group after a while, however small it is', async () => {
    keeper.add({ number: 0, length: 1, sum: 0 });
    expect(safe).toEqual([]);
    nowMs = 2_000;
    keeper.add({ number: 1, length: 1, sum: 0 });
    await expect.poll(() => safe).toEqual([0, 1]);
    await keeper.close();
  });

  it('counts bytes and time of each group separately', async () => {
    const datasync = await spyOnDatasync();
    nowMs = 2_000;
    keeper.add({ number: 0, length: 31 * MiB, sum: 0 });
    await expect.poll(() => safe).toEqual([0]);
    nowMs = 3_999;
    keeper.add({ number: 1, length: 31 * MiB, sum: 0 });
    expect(datasync).toHaveBeenCalledTimes(1);
    keeper.add({ number: 2, length: 1 * MiB, sum: 0 });
    expect(datasync).toHaveBeenCalledTimes(2);
    await keeper.close();
    expect(safe).toEqual([0, 1, 2]);
  });

  it('does not take a later success for the safety of what the disk has lost', async () => {
    const datasync = await spyOnDatasync();
    datasync.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    keeper.add({ number: 0, length: 32 * MiB, sum: 0 });
    await expect(keeper.sync()).rejects.toMatchObject({ code: 'local.io' });
    keeper.add({ number: 1, length: 1, sum: 0 });
    await expect(keeper.sync()).rejects.toMatchObject({ code: 'local.io' });
    await keeper.close();
    expect(safe).toEqual([]);
  });

  it('records everything on request and at its end', async () => {
    keeper.add({ number: 0, length: 1, sum: 0 });
    await keeper.sync();
    expect(safe).toEqual([0]);
    keeper.add({ number: 1, length: 1, sum: 0 });
    await keeper.close();
    expect(safe).toEqual([0, 1]);
  });
});

const someFolder = { folder: '', mark: '', realPath: '', access: 'by-umask' } as const;
const fileOf = (name: string): Finish => ({
  temporaryPath: `${name}.part`,
  path: name,
  modified: '',
  replace: 'yes',
  folder: someFolder,
  mark: '',
});
const full = new StowageError('local.disk-full', 'The disk is full.').toShape();

/** A disk whose groups end when the test ends them. */
function slowDisk() {
  const groups: { readonly names: string[]; end(errors: (ErrorShape | null)[]): void }[] = [];
  const finisher = createFileFinisher(
    (files) =>
      new Promise((resolve) => {
        groups.push({ names: files.map(({ path }) => path), end: resolve });
      }),
  );
  return { groups, finisher };
}

describe('finishing files', () => {
  it('gathers the next group while one is in progress, and each file gets a separate result', async () => {
    const { groups, finisher } = slowDisk();
    const first = finisher.finish(fileOf('a'));
    const second = finisher.finish(fileOf('b'));
    const third = finisher.finish(fileOf('c'));
    expect(groups.map(({ names }) => names)).toEqual([['a']]);
    groups[0]?.end([null]);
    await first;
    expect(groups.map(({ names }) => names)).toEqual([['a'], ['b', 'c']]);
    groups[1]?.end([full, null]);
    await expect(second).rejects.toMatchObject({ code: 'local.disk-full' });
    await third;
  });

  it('has no room while too much waits', async () => {
    const { groups, finisher } = slowDisk();
    const finishing = Array.from({ length: 256 }, (_, index) => finisher.finish(fileOf(String(index))));
    let room = 'none';
    const waiting = finisher.room().then(() => (room = 'some'));
    await Promise.resolve();
    expect(room).toBe('none');
    groups[0]?.end([null]);
    await waiting;
    for (let group = 1; group < 3; group += 1) {
      groups[group]?.end(Array.from({ length: 128 }, () => null));
      await finishing[group * 128];
    }
    await Promise.all(finishing);
    expect(groups.map(({ names }) => names.length)).toEqual([1, 128, 127]);
  });

  it('fails every file of a group that was stopped', async () => {
    const finisher = createFileFinisher(() => Promise.reject(new StowageError('cancelled.by-user', 'Stopped.')));
    await expect(finisher.finish(fileOf('a'))).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('records a fault of the thread that finishes files, and no expected failure', async () => {
    const reported: StowageError[] = [];
    onUnforeseen((error) => reported.push(error));
    const { groups, finisher } = slowDisk();
    const [first, ...others] = ['a', 'b', 'c'].map((name) => finisher.finish(fileOf(name)));
    groups[0]?.end([null]);
    await first;
    const fault = new StowageError('bug.unexpected', 'An unexpected TypeError was thrown.').toShape();
    groups[1]?.end([full, fault]);
    await expect(Promise.allSettled(others)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(reported.map(({ message }) => message)).toEqual(['An unexpected TypeError was thrown.']);
    onUnforeseen(() => undefined);
  });
});
