import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSetAside, moveAside, setAside } from './whole-file';

let stateDir = '';
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-aside-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

it('names each file that was set aside, the newest first, with its copy as it was', async () => {
  await mkdir(join(stateDir, 'library'));
  await writeFile(join(stateDir, 'library', 'queries.json'), 'half of it');
  await writeFile(join(stateDir, 'settings.json'), 'nothing of it');
  await writeFile(join(stateDir, 'notes.damaged-by-a-person'), 'no copy of ours');
  await setAside(join(stateDir, 'library', 'queries.json'), Date.UTC(2026, 4, 1));
  await moveAside(join(stateDir, 'settings.json'), Date.UTC(2026, 4, 2));
  const found = await findSetAside(stateDir);
  expect(found.map(({ file }) => file)).toEqual(['settings.json', 'library/queries.json']);
  expect(await Promise.all(found.map(({ copy }) => readFile(join(stateDir, copy), 'utf8')))).toEqual([
    'nothing of it',
    'half of it',
  ]);
});

it('finds nothing when there is no state folder yet', async () => {
  expect(await findSetAside(join(stateDir, 'new'))).toEqual([]);
});
