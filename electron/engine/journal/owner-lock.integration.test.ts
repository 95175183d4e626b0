import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownedElsewhere, takeOwnership } from './owner-lock';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-lock-'));
  path = join(folder, 'job.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withChild(run: (pid: number) => Promise<void>): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const pid = child.pid ?? 0;
  try {
    await run(pid);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return pid;
}
async function startTime(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

describe('owner lock', () => {
  it('has one owner at a time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const claims = await Promise.all(Array.from({ length: 20 }, () => takeOwnership(path)));
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
      await claims.find((claim) => claim !== null)?.release();
    }
    expect(await takeOwnership(path)).not.toBeNull();
  });

  it('is nobody’s where there is none', async () => {
    expect(await ownedElsewhere(path)).toBe(false);
  });

  it('respects a living owner and takes over from a dead one', async () => {
    const pid = await withChild(async (living) => {
      await writeFile(path, JSON.stringify({ pid: living, startedAt: await startTime(living) }));
      expect(await takeOwnership(path)).toBeNull();
      expect(await ownedElsewhere(path)).toBe(true);
    });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid });
    expect(await takeOwnership(path)).not.toBeNull();
    expect(await readdir(folder)).toEqual(['job.lock']);
  });

  it('knows a reused process id', async () => {
    await withChild(async (living) => {
      await writeFile(path, JSON.stringify({ pid: living, startedAt: '1' }));
      expect(await takeOwnership(path)).not.toBeNull();
    });
  });

  it.runIf(process.platform === 'linux')('takes over from a killed process that nobody has buried yet', async () => {
    // The shell becomes a program that never asks after the child it started.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      await writeFile(path, JSON.stringify({ pid, startedAt: await startTime(pid) }));
      expect(await ownedElsewhere(path)).toBe(true);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => ownedElsewhere(path)).toBe(false);
      expect(() => process.kill(pid, 0)).not.toThrow();
      expect(await takeOwnership(path)).not.toBeNull();
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    }
  });

  it('of a process that is gone holds nobody up, whatever the machine was called then', async () => {
    const gone = await withChild(() => Promise.resolve());
    await writeFile(path, JSON.stringify({ pid: gone, startedAt: '1', machine: '0badcafe' }));
    expect(await ownedElsewhere(path)).toBe(false);
    expect(await takeOwnership(path)).not.toBeNull();
  });

  it('takes over a lock file that holds nonsense', async () => {
    await writeFile(path, '{');
    expect(await takeOwnership(path)).not.toBeNull();
  });
});
