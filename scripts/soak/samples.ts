// What a process and its folders hold at a moment, and whether that grows. Linux only: read from /proc.
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Sample {
  /** Seconds since the process began. */
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
    // A file may be gone by now.
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

export interface Trend {
  readonly early: number;
  readonly late: number;
}

/** Medians of the second fifth and of the last fifth: the first fifth warms up. Null for fewer than ten samples. */
export function trendOf(values: readonly number[]): Trend | null {
  if (values.length < 10) return null;
  const fifth = Math.floor(values.length / 5);
  return { early: median(values.slice(fifth, 2 * fifth)), late: median(values.slice(-fifth)) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
