// What becomes of temporary files that cannot be removed, and of the others.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import { removeTemporaries } from './leftovers';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-leftovers-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('stay and are counted, and keep no other one', async () => {
  const [stuck = '', free = ''] = ['a.part', 'b.part'].map((name) => join(folder, name));
  await mkdir(stuck);
  await writeFile(free, 'abc');
  expect(await removeTemporaries([stuck, free], createFakeClock())).toBe(1);
  expect(existsSync(free)).toBe(false);
});

it('are no longer there where a file has taken the place of their folder', async () => {
  const target = join(folder, 'target');
  await writeFile(target, 'not a folder');
  const paths = [join(target, 'a.part'), join(folder, 'missing.part')];
  expect(await removeTemporaries(paths, createFakeClock())).toBe(0);
});

const busy = (): Promise<never> => Promise.reject(Object.assign(new Error('in use'), { code: 'EBUSY' }));

it('are removed when a scanner lets go of them, at the cost of one wait for all', async () => {
  const clock = createFakeClock();
  let held = 3;
  const removed: string[] = [];
  const left = removeTemporaries(['a', 'b', 'c'], clock, (path) => {
    if (held-- > 0) return busy();
    removed.push(path);
    return Promise.resolve();
  });
  await clock.advance(100);
  expect(await left).toBe(0);
  expect(removed).toEqual(['a', 'b', 'c']);
  expect(clock.sleeps).toHaveLength(1);
});

it('are counted when nobody lets go of them, after less than a second', async () => {
  const clock = createFakeClock();
  const left = removeTemporaries(['a', 'b'], clock, busy);
  await clock.advance(1000);
  expect(await left).toBe(2);
});
