// A hub, two workers and a store on this machine, to try them: `stowage demo cluster --stay` as one child, which ends all of
// them when this process ends it, or is gone itself.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { parsedJson } from '../../disk/whole-file';
import type { CommandLine } from '../ports';

/** Enough that both workers are seen at work for a while. */
const files = 2000;
/** Longer than the child takes to end those that it has started, which would go on without it. */
const killAfterMs = 20_000;

export interface TriedHub {
  /** Its join file. */
  readonly path: string;
  readonly address: string;
  /** Resolves when all of it has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const firstRecord = z.object({ join: z.string(), url: z.string() });

/** Resolves when the hub listens; the workers join and upload from then on. @throws StowageError `conflict.other` */
export async function tryHub({ node, program, env }: CommandLine): Promise<TriedHub> {
  const child = spawn(node, [program, 'demo', 'cluster', '--stay', '--files', String(files), '--json'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let lastLine = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.trim() !== '') lastLine = line.trim();
  });
  // It has ended already, and nothing is written to it.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.stdin.end();
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    await ended;
    clearTimeout(kill);
  };
  const record = await new Promise<unknown>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const content = parsedJson(line);
      if (firstRecord.safeParse(content).success) resolve(content);
    });
    void ended.then(() => resolve(null));
  });
  const { success, data } = firstRecord.safeParse(record);
  if (success) return { path: data.join, address: new URL(data.url).host, ended, stop };
  await stop();
  const problem = t`the hub could not be started: ${lastLine}`;
  throw new StowageError('conflict.other', problem, { context: { problem } });
}
