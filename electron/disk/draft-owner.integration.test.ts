import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAbandoned, machineOf } from './draft-owner';

let draft: string;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-draft-'));
  draft = join(folder, 'cargo.json.0badcafe-1.draft');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('takes a machine for the same with and without its domain, and no two of one network', () => {
  expect(machineOf('Quay.harbour.example')).toBe(machineOf('quay'));
  expect(machineOf('quay')).not.toBe(machineOf('mole'));
  expect(machineOf('192.168.0.7')).not.toBe(machineOf('192.168.0.8'));
});

it('leaves a draft of another machine alone until it is a week old', async () => {
  await writeFile(draft, 'half');
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 3_600_000);
  await utimes(draft, daysAgo(6), daysAgo(6));
  expect(await isAbandoned(draft, '0badcafe-1')).toBe(false);
  await utimes(draft, daysAgo(8), daysAgo(8));
  expect(await isAbandoned(draft, '0badcafe-1')).toBe(true);
});

it('ignores a draft of another machine that cannot be inspected', async () => {
  await writeFile(draft, 'half');
  expect(await isAbandoned(join(draft, 'within'), '0badcafe-1')).toBe(false);
});
