// A small file beside the saved connections that says where the embedded store listens and who runs it, so that
// the command line finds the store of a running app and two processes never open the same data.
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isAlive, machineName, processName } from '../../disk/process-name';

const runningStore = z.object({
  pid: z.int().positive(),
  /** Its endpoints are of that machine alone. Earlier versions named none. */
  machine: z.string().default(machineName),
  endpoints: z.object({ blob: z.string(), queue: z.string(), table: z.string() }),
});
export type RunningStore = z.infer<typeof runningStore>;

const isHere = ({ pid, machine }: RunningStore): boolean => machine === machineName && isAlive(pid);

const fileIn = (stateDir: string): string => join(stateDir, 'embedded-store.json');

/** Null when no living process of this machine runs a store with this state folder. */
export function findRunningStore(stateDir: string): RunningStore | null {
  const announced = readAnnounced(stateDir);
  return announced !== null && isHere(announced) ? announced : null;
}

export async function announceRunningStore(stateDir: string, store: Omit<RunningStore, 'machine'>): Promise<void> {
  const path = fileIn(stateDir);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${processName}.tmp`;
  await writeFile(draft, JSON.stringify({ ...store, machine: machineName }));
  await rename(draft, path);
}

/** Removes the announcement, unless another process or another machine has replaced it. */
export async function withdrawRunningStore(stateDir: string): Promise<void> {
  const announced = readAnnounced(stateDir);
  if (announced !== null && announced.machine !== machineName) return;
  if (announced === null || announced.pid === process.pid || !isHere(announced)) {
    await rm(fileIn(stateDir), { force: true });
  }
}

function readAnnounced(stateDir: string): RunningStore | null {
  const parsed = runningStore.safeParse(readJson(fileIn(stateDir)));
  return parsed.success ? parsed.data : null;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
