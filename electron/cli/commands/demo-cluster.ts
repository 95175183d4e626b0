// `stowage demo cluster`: a store, a hub and two workers as processes of their own, which upload sample files together.
// Everything is in a temporary folder and gone afterwards. With `--stay`, as the window starts it, that is when its standard
// input ends.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Interface, createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { StowageError } from '@shared/errors';
import { formatBytes } from '@shared/units';
import { exitCodes } from '../exit-codes';
import { counted, parseWhole } from '../numbers';
import type { ProgramHost } from '../session';

const defaultFiles = 400;
const filesInFolder = 40;
const largeFileBytes = 24 * 1024 * 1024;
const smallFileBytes = 20_000;
/** What is left of a demonstration is thrown away, so nothing waits long for a worker that hands its shard back. */
const killAfterMs = 4000;

export interface DemoOptions {
  readonly files?: string;
  readonly stay?: boolean;
}

export async function demoCluster(
  { files, stay = false }: DemoOptions,
  given: ProgramHost,
  patienceMs = killAfterMs,
): Promise<number> {
  const ending = new AbortController();
  // Whoever started it may be gone without having said so.
  if (stay) process.stdin.once('close', () => ending.abort()).resume();
  const host = stay ? { ...given, signal: AbortSignal.any([given.signal, ending.signal]) } : given;
  const { output, programPath, signal, env } = host;
  const count = parseWhole('--files', files ?? String(defaultFiles), 1, 100_000);
  const folder = await mkdtemp(join(tmpdir(), 'stowage-demo-'));
  const children: Child[] = [];
  const start = (name: string, args: readonly string[], connectionString = ''): Child => {
    const child = new Child(
      args.slice(0, 2).join(' '),
      spawn(process.execPath, [programPath, '--state-dir', join(folder, name), ...args, '--json'], {
        env: { ...env, STOWAGE_CONNECTION_STRING: connectionString },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    children.push(child);
    return child;
  };
  const stop = (): void => children.forEach((child) => child.stop(patienceMs));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const samples = join(folder, 'samples');
    const bytes = await writeSamples(samples, count);
    output.info(`${counted(count + 1, 'sample file')}, ${formatBytes(bytes)}.`);
    const store = start('store', ['emulator', '--memory']);
    const { connectionString } = (await store.firstLine()) as { readonly connectionString: string };
    const hub = start('hub', ['hub', '--listen', '127.0.0.1:0']);
    const { join: joinFile, url } = (await hub.firstLine()) as { readonly join: string; readonly url: string };
    if (stay) output.record({ join: joinFile, url }, `The hub listens at ${url}.`);
    else output.info(`The hub listens at ${url}.`);
    const created = start('client', ['containers', 'create', 'demo'], connectionString);
    if ((await created.ended) !== 0) throw created.failure(signal);
    const workers: Child[] = [];
    const startWorker = async (name: string): Promise<void> => {
      const worker = start(name, ['worker', '--join', joinFile, '--name', name], connectionString);
      workers.push(worker);
      await worker.firstLine();
      output.info(`${name} has joined.`);
    };
    await startWorker('worker-1');
    if (!stay) await startWorker('worker-2');
    const upload = start('client', ['upload', `${samples}/`, 'demo', '--hub', joinFile], connectionString);
    // One alone for a while: what the second one brings is measured against it.
    const joining = stay ? startWorker('worker-2') : Promise.resolve();
    joining.catch(() => undefined);
    // Without one of them the upload may wait for ever.
    let ended: Child | null = null;
    for (const child of [store, hub, ...workers]) {
      void child.ended.then(() => {
        ended ??= child;
        upload.stop();
      });
    }
    let summary: unknown = null;
    for await (const line of upload.lines()) {
      const record = JSON.parse(line) as {
        readonly event: string;
        readonly filesDone?: number;
        readonly filesTotal?: number;
      };
      if (record.event === 'summary') summary = record;
      else output.progress(`${record.filesDone} of ${record.filesTotal} files`);
    }
    if (summary === null) throw (ended ?? upload).failure(signal);
    const {
      files: moved,
      bytes: sent,
      nodes,
      shards,
    } = summary as Record<'files' | 'bytes' | 'nodes' | 'shards', number>;
    const text = `${counted(moved, 'file')}, ${formatBytes(sent)} uploaded by ${counted(nodes, 'worker')} in ${counted(shards, 'shard')}.`;
    output.record(summary, text);
    if (stay) {
      output.info('Everything stays until Ctrl+C.');
      await untilOneEnds([store, hub, ...workers], signal);
      return exitCodes.done;
    }
    return moved === count + 1 ? exitCodes.done : exitCodes.someFailed;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await Promise.all(children.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @throws StowageError `conflict.other` when one ends that was not stopped */
async function untilOneEnds(children: readonly Child[], signal: AbortSignal): Promise<void> {
  const first = await Promise.race(children.map(async (child) => ended(child)));
  if (!signal.aborted && first.code !== 0) throw first.child.failure(null);
}

const ended = async (child: Child): Promise<{ readonly child: Child; readonly code: number | null }> => ({
  child,
  code: await child.ended,
});

async function writeSamples(folder: string, count: number): Promise<number> {
  for (let index = 0; index < count; index += 1) {
    const inFolder = join(folder, `day-${String(Math.floor(index / filesInFolder) + 1).padStart(3, '0')}`);
    if (index % filesInFolder === 0) await mkdir(inFolder, { recursive: true });
    await writeFile(join(inFolder, `sample-${index}.txt`), `sample ${index}\n`.padEnd(smallFileBytes, 'x'));
  }
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(largeFileBytes, 7));
  return count * smallFileBytes + largeFileBytes;
}

/** A process of the command line, and the last line that it wrote for people. */
class Child {
  /** Resolves with its exit code, null after a signal, once everything that it wrote has arrived. */
  readonly ended: Promise<number | null>;
  readonly #name: string;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #lastLine = '';

  constructor(name: string, child: ChildProcessByStdio<null, Readable, Readable>) {
    this.#name = name;
    this.#child = child;
    this.ended = new Promise((resolve) => child.once('close', resolve));
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.trim() !== '') this.#lastLine = line.trim();
    });
  }

  lines(): Interface {
    return createInterface({ input: this.#child.stdout });
  }

  /** @throws StowageError `conflict.other` when it ends without one */
  async firstLine(): Promise<unknown> {
    const line = await new Promise<string | null>((resolve) => {
      this.lines().once('line', resolve);
      void this.ended.then(() => resolve(null));
    });
    if (line === null) throw this.failure(null);
    return JSON.parse(line) as unknown;
  }

  failure(signal: AbortSignal | null): StowageError {
    if (signal?.aborted === true) return new StowageError('cancelled.by-user', 'The demonstration was stopped.');
    const problem = `the process “stowage ${this.#name}” has ended unexpectedly: ${this.#lastLine || 'it wrote nothing.'}`;
    return new StowageError('conflict.other', problem, { context: { problem } });
  }

  /** A hub is never killed: its server would go on without it. */
  stop(patienceMs = killAfterMs): void {
    this.#child.kill('SIGTERM');
    if (this.#name.startsWith('hub ')) return;
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs);
    void this.ended.then(() => clearTimeout(kill));
  }
}
