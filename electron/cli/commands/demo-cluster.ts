// `stowage demo cluster`: a store, a hub and two workers as processes of their own, which upload sample files together.
// Everything is in a temporary folder and gone afterwards.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StowageError } from '@shared/errors';
import { formatBytes } from '@shared/units';
import { exitCodes } from '../exit-codes';
import { counted, parseWhole } from '../numbers';
import type { ProgramHost } from '../session';

const defaultFiles = 400;
const filesInFolder = 40;
const largeFileBytes = 24 * 1024 * 1024;
const smallFileBytes = 20_000;

export async function demoCluster({ files }: { readonly files?: string }, host: ProgramHost): Promise<number> {
  const { output, programPath, signal, env } = host;
  const count = parseWhole('--files', files ?? String(defaultFiles), 1, 100_000);
  const folder = await mkdtemp(join(tmpdir(), 'stowage-demo-'));
  const children: ChildProcess[] = [];
  const start = (name: string, args: readonly string[], connectionString = ''): ChildProcess => {
    const child = spawn(process.execPath, [programPath, '--state-dir', join(folder, name), ...args, '--json'], {
      env: { ...env, STOWAGE_CONNECTION_STRING: connectionString },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.resume();
    children.push(child);
    return child;
  };
  const stop = (): void => children.forEach((child) => void child.kill('SIGTERM'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const samples = join(folder, 'samples');
    const bytes = await writeSamples(samples, count);
    output.info(`${counted(count + 1, 'sample file')}, ${formatBytes(bytes)}.`);
    const store = start('store', ['emulator', '--memory']);
    const { connectionString } = (await firstLineOf(store)) as { readonly connectionString: string };
    const hub = start('hub', ['hub', '--listen', '127.0.0.1:0']);
    const { join: joinFile, url } = (await firstLineOf(hub)) as { readonly join: string; readonly url: string };
    output.info(`The hub listens at ${url}.`);
    await endOf(start('client', ['containers', 'create', 'demo'], connectionString));
    for (const name of ['worker-1', 'worker-2']) {
      await firstLineOf(start(name, ['worker', '--join', joinFile, '--name', name], connectionString));
      output.info(`${name} has joined.`);
    }
    const upload = start('client', ['upload', `${samples}/`, 'demo', '--hub', joinFile], connectionString);
    let summary: unknown = null;
    for await (const line of createInterface({ input: upload.stdout ?? process.stdin })) {
      const record = JSON.parse(line) as {
        readonly event: string;
        readonly filesDone?: number;
        readonly filesTotal?: number;
      };
      if (record.event === 'summary') summary = record;
      else output.progress(`${record.filesDone} of ${record.filesTotal} files`);
    }
    if (summary === null) throw failed('the upload', signal);
    const {
      files: moved,
      bytes: sent,
      nodes,
      shards,
    } = summary as Record<'files' | 'bytes' | 'nodes' | 'shards', number>;
    const text = `${counted(moved, 'file')}, ${formatBytes(sent)} uploaded by ${counted(nodes, 'worker')} in ${counted(shards, 'shard')}.`;
    output.record(summary, text);
    return moved === count + 1 ? exitCodes.done : exitCodes.someFailed;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await Promise.all(children.map(endOf));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeSamples(folder: string, count: number): Promise<number> {
  for (let index = 0; index < count; index += 1) {
    const inFolder = join(folder, `day-${String(Math.floor(index / filesInFolder) + 1).padStart(3, '0')}`);
    if (index % filesInFolder === 0) await mkdir(inFolder, { recursive: true });
    await writeFile(join(inFolder, `sample-${index}.txt`), `sample ${index}\n`.padEnd(smallFileBytes, 'x'));
  }
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(largeFileBytes, 7));
  return count * smallFileBytes + largeFileBytes;
}

async function firstLineOf(child: ChildProcess): Promise<unknown> {
  const line = await new Promise<string | null>((resolve) => {
    createInterface({ input: child.stdout ?? process.stdin }).once('line', resolve);
    child.once('close', () => resolve(null));
  });
  if (line === null) throw failed(child.spawnargs.slice(4, 6).join(' '), null);
  return JSON.parse(line) as unknown;
}

function failed(what: string, signal: AbortSignal | null): StowageError {
  if (signal?.aborted === true) return new StowageError('cancelled.by-user', 'The demonstration was stopped.');
  return new StowageError('conflict.other', `${what} has ended.`, {
    context: { problem: `${what} did not run. Try it alone to see why.` },
  });
}

function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('close', () => resolve()));
}
