// The repeated part of a subject. Everything before the measured call happens when the work is created, everything
// after it in `clean`.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Task } from '../task';

export interface Work {
  /** The measured call; `repetition` makes names unique. */
  run(repetition: number): Promise<void>;
  /** Undoes the effects of one call; unnecessary if files stay until the whole run is over. */
  clean?(repetition: number): Promise<void>;
  /** Closes resources that the work holds open between repetitions. */
  dispose?(): Promise<void>;
}

/** Where a repetition puts its files. */
export function targetDirOf(task: Task, repetition: number): string {
  return join(task.scratch, String(repetition));
}

export function removeTargetDir(task: Task, repetition: number): Promise<void> {
  return rm(targetDirOf(task, repetition), { recursive: true, force: true });
}

/** Runs `count` calls, at most `limit` concurrently. */
export async function inParallel(count: number, limit: number, call: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await call(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, lane));
}

export function expectCount(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`);
}
