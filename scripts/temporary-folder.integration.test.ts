import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTemporaryFolder } from './temporary-folder.mjs';

let around: string;
beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), 'stowage-around-'));
  vi.stubEnv('TMPDIR', around);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(around, { recursive: true });
});
const end = (): void => {
  for (const listener of process.listeners('exit').slice(before)) (listener as () => void)();
};
let before = 0;

it('goes with its run, and waits for programs that only notice the end of it', async () => {
  const { result, left } = await inTemporaryFolder((env) => {
    const late = join(env.TMPDIR ?? '', 'stowage-late');
    mkdirSync(late);
    mkdirSync(join(env.TMPDIR ?? '', 'of-others'));
    setTimeout(() => rmSync(late, { recursive: true }), 20);
    return Promise.resolve(basename(env.TMPDIR ?? ''));
  });
  expect(result).toMatch(/^stowage-run-/u);
  expect([left, readdirSync(around)]).toEqual([[], []]);
});

it('names the files left in it at the end, and their contents', async () => {
  const { left } = await inTemporaryFolder((env) => {
    mkdirSync(join(env.TMPDIR ?? '', 'stowage-empty'));
    mkdirSync(join(env.TMPDIR ?? '', 'stowage-left', 'window-data', 'Network'), { recursive: true });
    return Promise.resolve();
  }, 0);
  expect(left).toEqual(['stowage-empty', 'stowage-left (window-data, window-data/Network)']);
});

it('goes with a run that is interrupted', async () => {
  before = process.listeners('exit').length;
  await inTemporaryFolder((env) => {
    mkdirSync(join(env.TMPDIR ?? '', 'stowage-left'));
    end();
    expect(readdirSync(around)).toEqual([]);
    mkdirSync(env.TMPDIR ?? '');
    return Promise.resolve();
  });
});

it('is one for a run within a run', async () => {
  await inTemporaryFolder(async (env) => {
    vi.stubEnv('TMPDIR', env.TMPDIR);
    expect(await inTemporaryFolder((inner) => Promise.resolve(inner))).toEqual({ result: {}, left: [] });
    expect(readdirSync(around)).toHaveLength(1);
  });
});
