import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockInstance, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MiB } from '@shared/units';
import { type RangeKeeper, createRangeKeeper } from './range-keeper';

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

  it('counts bytes and time of each group anew', async () => {
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

  it('records everything when asked and at its end', async () => {
    keeper.add({ number: 0, length: 1, sum: 0 });
    await keeper.sync();
    expect(safe).toEqual([0]);
    keeper.add({ number: 1, length: 1, sum: 0 });
    await keeper.close();
    expect(safe).toEqual([0, 1]);
  });
});
