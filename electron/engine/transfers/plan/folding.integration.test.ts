// What a folder does with capitals and accents, learned from real folders.
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foreseeFolding, learnFoldingToWrite, likelyFolding, probeFolding, defaultFolding } from './folding';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-folding-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const changedAt = async (): Promise<bigint> => (await stat(folder, { bigint: true })).ctimeNs;

it('is foreseen without a trace where something is there', async () => {
  await writeFile(join(folder, '2024'), '');
  await writeFile(join(folder, 'Crate.txt'), '');
  const before = await changedAt();
  const foreseen = await foreseeFolding(folder);
  expect(await changedAt()).toBe(before);
  expect(foreseen).toEqual(await probeFolding(folder));
  expect(await changedAt()).not.toBe(before);
});

it('is not taken from two files that differ in case only', async () => {
  await writeFile(join(folder, 'a'), '');
  const folding = await foreseeFolding(folder);
  await writeFile(join(folder, 'A'), '');
  expect(await readdir(folder)).toHaveLength(folding.letterCase === 'folded' ? 1 : 2);
  expect(await foreseeFolding(folder)).toEqual(folding);
});

it('is seen in the accents of a name, whichever form they have', async () => {
  const probed = await probeFolding(folder);
  for (const name of ['caf\u00e9', 'cafe\u0301']) {
    await writeFile(join(folder, name), '');
    expect(await foreseeFolding(folder)).toEqual(probed);
    await rm(join(folder, name));
  }
});

it('folding: is predicted without a trace for a missing folder from its parents', async () => {
  await writeFile(join(folder, 'Crat\u00e9'), '');
  expect(await foreseeFolding(join(folder, 'deep', 'made'))).toEqual(await foreseeFolding(folder));
  expect(await readdir(folder)).toHaveLength(1);
});

it.each([
  ['win32', 'folded', 'kept'],
  ['darwin', 'folded', 'folded'],
  ['linux', 'kept', 'kept'],
] as const)('is taken to be that of its disks on %s', (platform, letterCase, form) => {
  expect(defaultFolding(platform)).toEqual({ letterCase, form });
});

it('is foreseen without a trace in an empty folder, by the one above it', async () => {
  await mkdir(join(folder, 'empty'));
  const before = await stat(join(folder, 'empty'), { bigint: true });
  expect(await foreseeFolding(join(folder, 'empty'))).toEqual(await foreseeFolding(folder));
  expect((await stat(join(folder, 'empty'), { bigint: true })).ctimeNs).toBe(before.ctimeNs);
});

it('is probed in an empty folder, which stays empty, and in one that is to be made', async () => {
  const made = join(folder, 'made');
  expect(await learnFoldingToWrite(made)).toEqual(await probeFolding(folder));
  expect(await readdir(made)).toEqual([]);
});

it('is probed by the file that a killed process has left, which is gone then', async () => {
  const probed = await probeFolding(folder);
  await writeFile(join(folder, '.stowage-Prob\u00e9'), '');
  expect(await probeFolding(folder)).toEqual(probed);
  expect(await readdir(folder)).toEqual([]);
});

it('leaves nothing of such a file either where it is learned to write there', async () => {
  const probed = await probeFolding(folder);
  await writeFile(join(folder, '.stowage-Prob\u00e9'), '');
  expect(await learnFoldingToWrite(folder)).toEqual(probed);
  expect(await readdir(folder)).toEqual([]);
});

it('is the same where another process takes the probe away in between', async () => {
  const probed = await probeFolding(folder);
  let left = 200;
  const removing = async (): Promise<void> => {
    for (; left > 0; left -= 1) {
      await readdir(folder);
      await rm(join(folder, '.stowage-Prob\u00e9'), { force: true });
    }
  };
  const probing = async (): Promise<void> => {
    while (left > 0) expect(await probeFolding(folder)).toEqual(probed);
  };
  await Promise.all([probing(), removing()]);
});

it('is seen beside a name that has no room for its accents apart', async () => {
  await writeFile(join(folder, `${'\u304c'.repeat(60)}.txt`), '');
  const before = await changedAt();
  const learned = await foreseeFolding(folder);
  expect(await changedAt()).toBe(before);
  expect(learned.letterCase).toBe((await probeFolding(folder)).letterCase);
});

it.each([
  ['linux', 'folded', 'folded'],
  ['linux', 'kept', 'kept'],
  ['darwin', 'folded', 'folded'],
  ['darwin', 'kept', 'folded'],
  ['win32', 'folded', 'kept'],
  ['win32', 'kept', 'kept'],
] as const)('is foreseen of accents on %s where letters are %s', (platform, letterCase, form) => {
  expect(likelyFolding({ letterCase, form: null }, platform)).toEqual({ letterCase, form });
  for (const seen of ['folded', 'kept'] as const) {
    expect(likelyFolding({ letterCase, form: seen }, platform)).toEqual({ letterCase, form: seen });
  }
});

it('folding: is probed if the folder is created and no name reveals how accents are treated', async () => {
  await writeFile(join(folder, 'Crate.txt'), '');
  const before = await changedAt();
  const learned = await learnFoldingToWrite(folder);
  expect(await changedAt()).not.toBe(before);
  expect(learned).toEqual(await probeFolding(folder));
  expect(await readdir(folder)).toEqual(['Crate.txt']);
});

it('leaves no trace either where it is learned to write there, and makes the folder that is missing', async () => {
  await writeFile(join(folder, 'Crat\u00e9.txt'), '');
  const before = await changedAt();
  expect(await learnFoldingToWrite(folder)).toEqual(await foreseeFolding(folder));
  expect(await changedAt()).toBe(before);
  const made = join(folder, 'deep', 'made');
  await learnFoldingToWrite(made);
  expect(await readdir(made)).toEqual([]);
});

it.runIf(process.platform === 'linux')('folding: is rejected when no folder can be created', async () => {
  await expect(learnFoldingToWrite('/proc/stowage')).rejects.toMatchObject({ code: 'local.denied' });
});

it.runIf(process.platform !== 'win32')(
  'folding: is rejected for a read-only folder, except for a superuser',
  async () => {
    await writeFile(join(folder, 'Crate.txt'), '');
    await chmod(folder, 0o555);
    const learned = expect(learnFoldingToWrite(folder));
    if (process.getuid?.() === 0) await learned.resolves.toEqual(await foreseeFolding(folder));
    else await learned.rejects.toMatchObject({ code: 'local.denied', context: { path: folder } });
  },
);
