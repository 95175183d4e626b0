// A small file beside the saved connections that contains the address of the embedded store and its process, so that
// the command line finds the store of a running app and two processes never open the same data.
import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { emulatorAccount } from '@shared/model/connection-string';
import { type ProcessMark, markOf, stillRuns } from '../../disk/process-mark';
import { readStoreKey } from '../../disk/store-key-file';
import { writeWhole } from '../../disk/whole-file';

const runningStore = z.object({
  pid: z.int().positive(),
  endpoints: z.object({ blob: z.string(), table: z.string() }),
  /** Whether its key is in the key file of the state folder. */
  key: z.enum(['published', 'own']),
});
export type RunningStore = z.infer<typeof runningStore>;

/** Earlier versions did not write when the process had started, and knew no key but the published one. */
const announced = runningStore.extend({
  startedAt: z.string().default(''),
  key: runningStore.shape.key.default('published'),
});

const fileIn = (stateDir: string): string => join(stateDir, 'embedded-store.json');

/** Null when no living process runs a store with this state folder. */
export function findRunningStore(stateDir: string): RunningStore | null {
  const found = readAnnounced(fileIn(stateDir));
  if (found === null || !stillRuns(found.mark, found.writtenMs)) return null;
  return { pid: found.mark.pid, endpoints: found.endpoints, key: found.key };
}

/** The key that signs its requests; throws `local.*` if the file cannot be read. Null if that contains no key. */
export function keyOfRunningStore(stateDir: string, { key }: RunningStore): string | null {
  return key === 'published' ? emulatorAccount.key : readStoreKey(stateDir);
}

export async function announceRunningStore(stateDir: string, store: RunningStore): Promise<void> {
  await writeWhole(fileIn(stateDir), JSON.stringify({ ...markOf(store.pid), ...store }));
}

/** Removes the announcement, unless another process has replaced it. */
export async function withdrawRunningStore(stateDir: string): Promise<void> {
  const found = findRunningStore(stateDir);
  if (found === null || found.pid === process.pid) await rm(fileIn(stateDir), { force: true });
}

interface Written {
  readonly mark: ProcessMark;
  readonly writtenMs: number;
}

function readAnnounced(path: string): (Pick<RunningStore, 'endpoints' | 'key'> & Written) | null {
  try {
    const { pid, startedAt, endpoints, key } = announced.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { mark: { pid, startedAt }, endpoints, key, writtenMs: statSync(path).mtimeMs };
  } catch {
    return null;
  }
}
