// The built command line as it runs on Windows: its Node, started by Wine, and a folder on its disk.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { projectDir } from '../fixtures/app';
import { test as base } from '../fixtures/stores';

interface Windows {
  readonly wine: { readonly command: string; readonly env: Readonly<Record<string, string>>; readonly disk: string };
  readonly node: string;
}
const { STOWAGE_WINDOWS: provided } = process.env;

export interface WindowsDisk {
  /** Where this machine finds it. */
  readonly here: string;
  /** In the notation of Windows: `C:\…`. */
  readonly path: (...names: readonly string[]) => string;
}

export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly output: string;
  readonly messages: string;
}

export interface Command {
  readonly kill: () => void;
  readonly ended: Promise<Ended>;
}

interface Fixtures {
  readonly disk: WindowsDisk;
  readonly begin: (...args: readonly string[]) => Command;
  /** Runs a command of ours to its end. */
  readonly stowage: (...args: readonly string[]) => Promise<Ended>;
}

export const test = base.extend<Fixtures & { windows: Windows }>({
  windows: async ({}, use) => {
    if (provided === undefined) throw new Error('These tests are started by npm run test:windows.');
    await use(JSON.parse(provided) as Windows);
  },

  disk: async ({ windows }, use) => {
    const here = await mkdtemp(join(windows.wine.disk, 'stowage-'));
    await use({ here, path: (...names) => ['C:', basename(here), ...names].join('\\') });
    await rm(here, { recursive: true, force: true, maxRetries: 5 });
  },

  begin: async ({ windows: { wine, node }, disk, store, newFolder }, use) => {
    const logs = await newFolder('windows');
    const program = `Z:${join(projectDir, 'out/cli/stowage.js').replaceAll('/', '\\')}`;
    const env = {
      ...process.env,
      ...wine.env,
      STOWAGE_STATE_DIR: disk.path('state'),
      STOWAGE_CONNECTION_STRING: store.connectionString,
    };
    const running = new Set<ChildProcess>();
    let count = 0;
    await use((...args) => {
      const log = join(logs, String((count += 1)));
      // Into files: Node on Wine cannot write into a pipe of Linux.
      const [output, messages] = [openSync(`${log}.out`, 'w'), openSync(`${log}.err`, 'w')];
      const child = spawn(wine.command, [node, program, ...args], { env, stdio: ['ignore', output, messages] });
      for (const file of [output, messages]) closeSync(file);
      running.add(child);
      const ended = once(child, 'exit').then(() => {
        running.delete(child);
        const logOf = (which: string): string => readFileSync(`${log}.${which}`, 'utf8');
        return { code: child.exitCode, output: logOf('out'), messages: logOf('err') };
      });
      return { kill: () => void child.kill('SIGKILL'), ended };
    });
    const left = [...running].map((child) => (child.kill('SIGKILL'), once(child, 'exit')));
    await Promise.all(left);
  },

  stowage: async ({ begin }, use) => use((...args) => begin(...args).ended),
});
export { expect } from '@playwright/test';
