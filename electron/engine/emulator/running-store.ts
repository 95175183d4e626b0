// A small file beside the saved connections that says where the embedded store listens and who runs it, so that
// the command line finds the store of a running app and two processes never open the same data.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive } from '../../disk/is-alive';
import { writeWhole } from '../../disk/whole-file';

const runningStore = z.object({
  pid: z.int().positive(),
  endpoints: z.object({ blob: z.string(), queue: z.string(), table: z.string() }),
});
export type RunningStore = z.infer<typeof runningStore>;

const fileIn = (stateDir: string): string => join(stateDir, 'embedded-store.json');

/** Null when no living process runs a store with this state folder. */
export function findRunningStore(stateDir: string): RunningStore | null {
  const parsed = runningStore.safeParse(readJson(fileIn(stateDir)));
  return parsed.success && isAlive(parsed.data.pid) ? parsed.data : null;
}

export async function announceRunningStore(stateDir: string, store: RunningStore): Promise<void> {
  await writeWhole(fileIn(stateDir), JSON.stringify(store));
}

/** Removes the announcement, unless another process has replaced it. */
export async function withdrawRunningStore(stateDir: string): Promise<void> {
  const found = findRunningStore(stateDir);
  if (found === null || found.pid === process.pid) await rm(fileIn(stateDir), { force: true });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
