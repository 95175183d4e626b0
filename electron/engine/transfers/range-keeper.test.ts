import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  keeper = await createRangeKeeper(path, { monotonic: () => nowMs, onSafe: (number) => safe.push(number) });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('range keeper', () => {
  it('records a group when enough bytes wait', async () => {
    for (const number of [4, 2, 0]) keeper.add({ number, length: 8 * MiB });
    expect(safe).toEqual([]);
    keeper.add({ number: 1, length: 8 * MiB });
    await expect.poll(() => safe).toEqual([4, 2, 0, 1]);
    await keeper.close();
  });

  it('records a group after a while, however small it is', async () => {
    keeper.add({ number: 0, length: 1 });
    expect(safe).toEqual([]);
    nowMs = 2_000;
    keeper.add({ number: 1, length: 1 });
    await expect.poll(() => safe).toEqual([0, 1]);
    await keeper.close();
  });

  it('records everything when asked and at its end', async () => {
    keeper.add({ number: 0, length: 1 });
    await keeper.sync();
    expect(safe).toEqual([0]);
    keeper.add({ number: 1, length: 1 });
    await keeper.close();
    expect(safe).toEqual([0, 1]);
  });
});
