import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { partKeyOfShard, removeEarlierParts, targetOf } from './local-target';
import type { DownloadSpec } from '../records/job-records';

const job = 'a'.repeat(24);
const at = ['day 1', 'large.bin'];
let targetDir: string;
beforeEach(async () => {
  targetDir = await mkdtemp(join(tmpdir(), 'stowage-parts-'));
});
afterEach(() => rm(targetDir, { recursive: true }));

async function partOf(run: number): Promise<string> {
  const naming = { id: job, partKey: partKeyOfShard({ job, run }), blockIds: { job } };
  const { temporaryPath } = targetOf(targetDir, at, naming, 0);
  await mkdir(dirname(temporaryPath), { recursive: true });
  await writeFile(temporaryPath, 'half');
  return temporaryPath;
}

const removeFor = (run: number): Promise<void> =>
  removeEarlierParts(
    { targetDir, selection: [{ kind: 'blob', name: 'cargo/large.bin', at }] } as unknown as DownloadSpec,
    { job, run, ageMs: 0, earlier: 'yes' },
    { sleep: () => Promise.resolve() },
  );

it('a run of a shard removes the partial files of the two runs before it, and no others', async () => {
  const [, , , own] = [await partOf(1), await partOf(2), await partOf(3), await partOf(4)];
  await writeFile(join(targetDir, 'day 1', 'other.bin'), 'whole');
  await removeFor(4);
  const left = await readdir(join(targetDir, 'day 1'));
  expect(left).toHaveLength(3);
  expect(left).toContain('other.bin');
  expect(left.map((name) => join(targetDir, 'day 1', name))).toContain(own);
});

it('a first run of a shard removes nothing', async () => {
  await partOf(1);
  await removeFor(1);
  expect(await readdir(join(targetDir, 'day 1'))).toHaveLength(1);
});
