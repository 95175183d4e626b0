import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
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

async function makeOld(file: string): Promise<void> {
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(file, longAgo, longAgo);
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

  it('does not fail when its file cannot be removed, and can be taken again by this process', async () => {
    const lock = await takeOwnership(path);
    const mine = await readFile(path);
    await rm(path);
    await mkdir(path);
    await lock?.release();
    await rmdir(path);
    await writeFile(path, mine);
    const again = await takeOwnership(path);
    expect(again).not.toBeNull();
    expect(await takeOwnership(path)).toBeNull();
    await again?.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('has one owner again when its file could not be removed and another process removed it', async () => {
    const lock = await takeOwnership(path);
    await rm(path);
    await mkdir(path);
    await lock?.release();
    await rmdir(path);
    expect(await takeOwnership(path)).not.toBeNull();
    expect(await takeOwnership(path)).toBeNull();
  });

  it('has no owner when there is no file', async () => {
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

  it('recognises a reused process id', async () => {
    await withChild(async (living) => {
      await writeFile(path, JSON.stringify({ pid: living, startedAt: '1' }));
      expect(await takeOwnership(path)).not.toBeNull();
    });
  });

  it.runIf(process.platform === 'linux')('is taken over from a killed process not reaped yet', async () => {
    // The shell becomes a program that never reaps the child that it started.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      await writeFile(path, JSON.stringify({ pid, startedAt: await startTime(pid) }));
      expect(await ownedElsewhere(path)).toBe(true);
      // As long as it is a shell it might bury the child after all.
      await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => ownedElsewhere(path)).toBe(false);
      expect(() => process.kill(pid, 0)).not.toThrow();
      expect(await takeOwnership(path)).not.toBeNull();
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    }
  });

  it('of an ended process blocks no claim, whatever the name of the machine was then', async () => {
    const gone = await withChild(() => Promise.resolve());
    await writeFile(path, JSON.stringify({ pid: gone, startedAt: '1', machine: '0badcafe' }));
    expect(await ownedElsewhere(path)).toBe(false);
    expect(await takeOwnership(path)).not.toBeNull();
  });

  it('of an ended process passes to exactly one of several concurrent claims', async () => {
    const gone = await withChild(() => Promise.resolve());
    for (let round = 0; round < 20; round += 1) {
      await writeFile(path, JSON.stringify({ pid: gone, startedAt: '1' }));
      const claims = await Promise.all(Array.from({ length: 20 }, () => takeOwnership(path)));
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['job.lock']);
    }
  });

  it('is left alone while another process takes it over, and is free again when that takeover was interrupted', async () => {
    await writeFile(path, '{');
    await writeFile(`${path}.takeover`, '');
    expect(await takeOwnership(path)).toBeNull();
    expect(await readFile(path, 'utf8')).toBe('{');
    expect((await readdir(folder)).sort()).toEqual(['job.lock', 'job.lock.takeover']);
    await makeOld(`${path}.takeover`);
    expect(await takeOwnership(path)).not.toBeNull();
    expect(await readdir(folder)).toEqual(['job.lock']);
  });

  it('is free again immediately when the process that took it over has ended', async () => {
    const gone = await withChild(() => Promise.resolve());
    const owner = JSON.stringify({ pid: gone, startedAt: '1' });
    await writeFile(path, owner);
    await writeFile(`${path}.takeover`, owner);
    const claims = await Promise.all(Array.from({ length: 20 }, () => takeOwnership(path)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  it('is taken over without a trace of earlier takeovers, whichever guards they left', async () => {
    await writeFile(path, '{');
    for (const guard of ['takeover.2', 'takeover.4', 'takeover.5']) await writeFile(`${path}.${guard}`, '');
    await makeOld(`${path}.takeover.2`);
    await makeOld(`${path}.takeover.4`);
    await writeFile(join(folder, 'other.lock.takeover'), '');
    await makeOld(join(folder, 'other.lock.takeover'));
    expect(await takeOwnership(path)).not.toBeNull();
    expect((await readdir(folder)).sort()).toEqual(['job.lock', 'job.lock.takeover.5', 'other.lock.takeover']);
  });

  it('has one owner when many processes find interrupted takeovers at once', async () => {
    for (let round = 0; round < 40; round += 1) {
      await writeFile(path, '{');
      for (const guard of [`${path}.takeover`, `${path}.takeover.2`].slice(round % 2)) {
        await writeFile(guard, '');
        await makeOld(guard);
      }
      const claims = await Promise.all(Array.from({ length: 20 }, () => takeOwnership(path)));
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    }
  });

  it('has one owner at a time while it is released and claimed concurrently', async () => {
    let holders = 0;
    let max = 0;
    const takeTurns = async (): Promise<void> => {
      for (let turn = 0; turn < 60; turn += 1) {
        const lock = await takeOwnership(path);
        if (lock === null) continue;
        holders += 1;
        max = Math.max(max, holders);
        await readdir(folder);
        holders -= 1;
        await lock.release();
      }
    };
    await Promise.all(Array.from({ length: 24 }, takeTurns));
    expect(max).toBe(1);
  });

  it('of this process is not reported as held elsewhere', async () => {
    const lock = await takeOwnership(path);
    expect(await ownedElsewhere(path)).toBe(false);
    expect(await takeOwnership(path)).toBeNull();
    await lock?.release();
  });

  it('of a living process is respected when its start time is unknown', async () => {
    await withChild(async (living) => {
      await writeFile(path, JSON.stringify({ pid: living, startedAt: '' }));
      expect(await takeOwnership(path)).toBeNull();
    });
  });

  it('from before the machine was started has no owner, whichever process has that id now', async () => {
    await withChild(async (living) => {
      await writeFile(path, JSON.stringify({ pid: living, startedAt: '' }));
      const before = new Date(Date.now() - uptime() * 1000 - 3_600_000);
      await utimes(path, before, before);
      expect(await ownedElsewhere(path)).toBe(false);
      expect(await takeOwnership(path)).not.toBeNull();
    });
  });

  it('leaves no trace of a claim while a living process holds it', async () => {
    await withChild(async (living) => {
      await writeFile(path, JSON.stringify({ pid: living, startedAt: await startTime(living) }));
      expect(await takeOwnership(path)).toBeNull();
      expect(await readdir(folder)).toEqual(['job.lock']);
    });
  });

  it('is taken over when its file is not readable as a lock', async () => {
    await writeFile(path, '{');
    expect(await takeOwnership(path)).not.toBeNull();
  });
});
