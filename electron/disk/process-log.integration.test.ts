// A process reports its faults when its output is no longer read: the fault log has them, and it continues.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { build } from 'vite';
import { createFaultLimit } from './fault-limit';
import { openProcessLog } from './process-log';

let folder = '';
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-process-log-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@shared': resolve(__dirname, '../../shared') } },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(__dirname, 'fixtures/faulty-process.ts'),
      outDir: join(folder, 'program'),
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'faulty.js', codeSplitting: false } },
    },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

it('a process whose terminal was closed logs its fault once and continues', async () => {
  const stateDir = join(folder, 'state');
  const child = spawn(process.execPath, [join(folder, 'program/faulty.js'), stateDir], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('no pipes');
  await once(stdout, 'data');
  for (const reader of [stdout, stderr]) {
    reader.destroy();
    await once(reader, 'close');
  }
  for (let times = 0; times < 2; times += 1) {
    child.send('fail');
    await once(child, 'message');
  }
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  const text = await readFile(join(stateDir, 'fault-log/main.log'), 'utf8');
  expect(text.match(/^ {2}\S.*$/gmu)).toEqual([
    '  unforeseen: An unexpected TypeError was thrown.',
    '  uncaughtException: as was told before.',
  ]);
});

it('fault log: receives an entry when the terminal rejects it immediately', () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => {
    throw new Error('EIO');
  });
  const saved: string[] = [];
  const { log } = openProcessLog({ name: 'stowage', keep: (text) => saved.push(text) });
  expect(() => log('broke')).not.toThrow();
  expect(saved).toEqual(['broke']);
});

it('a storm is written on the terminal no more often than into the fault log', () => {
  const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const saved: string[] = [];
  const { log } = openProcessLog({
    name: 'stowage',
    keep: (text) => saved.push(text),
    limit: createFaultLimit(() => 0),
  });
  for (let n = 0; n < 1000; n += 1) log('broke');
  expect(saved).toEqual(['broke']);
  expect(shown.mock.calls).toEqual([['stowage: broke\n']]);
});
