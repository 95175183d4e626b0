import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { randomFile } from './random-file';

it('files of the lab: contain the same bytes for the same seed, others for another, and no repetitions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-lab-files-'));
  const bytes = 5 * 1024 * 1024 + 3;
  try {
    const [one, same, other] = await Promise.all(
      ['2010 0', '2010 0', '2011 0'].map(async (seed, index) =>
        readFile(await randomFile(join(folder, String(index)), bytes, seed)),
      ),
    );
    expect([one!.length, one!.equals(same!), one!.equals(other!)]).toEqual([bytes, true, false]);
    const piece = 4 * 1024 * 1024;
    expect(one!.subarray(0, 1000).equals(one!.subarray(piece, piece + 1000))).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
