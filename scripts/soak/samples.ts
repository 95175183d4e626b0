// What a process and its folders hold at one moment. Linux only: read from /proc.
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Sample {
  /** Real seconds since the run began. */
  readonly ageSeconds: number;
  readonly residentBytes: number;
  readonly handles: number;
  readonly threads: number;
  readonly stateBytes: number;
  readonly stateFiles: number;
}

export async function takeSample(pid: number, ageSeconds: number, stateDir: string): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const files = (await readdir(stateDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    // A file may have been removed in the meantime.
    files.map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return {
    ageSeconds,
    residentBytes: figure('VmRSS') * 1024,
    handles: (await readdir(`/proc/${pid}/fd`)).length,
    threads: figure('Threads'),
    stateBytes: sizes.reduce((sum, size) => sum + size, 0),
    stateFiles: sizes.length,
  };
}
