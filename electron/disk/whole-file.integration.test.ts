// The leftovers of a write beside its file: none, whatever its outcome.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { thisMachine } from './draft-owner';
import { openPersistedFile } from './persisted-file';
import { moveAside, setAside, writeWhole } from './whole-file';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-whole-'));
  path = join(folder, 'cargo.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('whole file: leaves no draft when the file cannot be renamed', async () => {
  await mkdir(path);
  await expect(writeWhole(path, 'text')).rejects.toMatchObject({ code: 'local.denied', context: { path } });
  expect(await readdir(folder)).toEqual(['cargo.json']);
});

it('names the file that could not be set aside', async () => {
  for (const aside of [setAside, moveAside])
    await expect(aside(path, 0)).rejects.toMatchObject({ code: 'local.not-found', context: { path } });
});

it('whole file: removes the drafts of a process that ended while it wrote, and none of a running one', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const owner = `${thisMachine}-${gone}`;
  const elsewhere = `cargo.json.0badcafe-${gone}.draft`;
  const retained = [
    ...[`cargo.json.${gone}.draft`, `cargo.json.${thisMachine}-${process.ppid}.draft`, elsewhere],
    ...[`crew.json.${owner}.draft`, 'cargo.json.draft', `cargo.json.old.${owner}.draft`],
    `cargo.json.01234567.${thisMachine}-${process.ppid}.draft`,
  ];
  const left = [`cargo.json.${owner}.draft`, `cargo.json.01234567.${owner}.draft`];
  for (const name of [...retained, ...left]) await writeFile(join(folder, name), 'half');
  await writeWhole(path, 'text');
  expect((await readdir(folder)).sort()).toEqual([...retained, 'cargo.json'].sort());
  expect(await readFile(path, 'utf8')).toBe('text');
  // A machine that has not finished its draft after a week never will.
  const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
  await utimes(join(folder, elsewhere), longAgo, longAgo);
  await writeWhole(path, 'text');
  expect(await readdir(folder)).not.toContain(elsewhere);
});

it('whole file: removes the drafts of a list that is only read', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  await writeFile(path, '{"version":1,"entries":["crate"]}\n');
  await writeFile(join(folder, `cargo.json.${thisMachine}-${gone}.draft`), '{"version":1,"entr');
  const retained = openPersistedFile({ path, entry: z.string(), maxBytes: 1000, now: () => 0, log: () => undefined });
  expect(await retained.read()).toEqual(['crate']);
  expect(await readdir(folder)).toEqual(['cargo.json']);
});
