// Ownership of a job: a lock file with the owner's process id and start time, so that two processes never run one job
// and a dead owner's lock can be taken over. Whether it is alive is checked on this machine only: decision 35.
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readIfExists, namesIn } from '../../disk/read-if-exists';
import { systemCodeOf } from '../../disk/local-error';
import { markOf, stillRuns } from '../../disk/process-mark';
import { parsedJson } from '../../disk/whole-file';

const owner = z.object({ pid: z.int(), startedAt: z.string() });
type Owner = z.infer<typeof owner>;

/** A takeover takes a few file operations; an older one was interrupted. */
const takeoverLimitMs = 10_000;

export interface OwnerLock {
  /** Never rejects: if the file cannot be removed, others wait until this process ends. */
  release(): Promise<void>;
}

/** Makes the draft names of this process unique, so that each claim removes only its own. */
let claims = 0;

/** The locks that this process holds, by path. */
const heldHere = new Set<string>();

/** Locks of this process that it has released but could not remove: it can take them again. */
const leftHere = new Set<string>();

/** Takes the lock file at `path`, or returns null while another living process holds it. */
export async function takeOwnership(path: string): Promise<OwnerLock | null> {
  const mine: Owner = markOf(process.pid);
  claims += 1;
  const draft = `${path}.${process.pid}.${claims}`;
  try {
    await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
    const taken = (await claim(draft, path)) || (await takeOver(draft, path));
    if (!taken) return null;
    heldHere.add(path);
    // Another process may have removed the leftovers: this lock is held.
    leftHere.delete(path);
    return {
      release: async () => {
        heldHere.delete(path);
        await rm(path, { force: true }).catch(() => leftHere.add(path));
      },
    };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whether a living process other than this one holds the lock. */
export async function ownedElsewhere(path: string): Promise<boolean> {
  const holder = await readOwner(path);
  if (holder === 'nobody' || holder === 'unknown') return false;
  return holder.pid !== process.pid && (await isAlive(holder, path));
}

/** Whether a living process holds the lock, this one included. */
export async function isOwned(path: string): Promise<boolean> {
  return heldHere.has(path) || (await ownedElsewhere(path));
}

/** Removes the lock of a deleted job, together with the drafts of interrupted claims. */
export async function removeLock(path: string): Promise<void> {
  await removeInterrupted(`${path}.`);
  await rm(path, { force: true });
}

// A hard link appears completely or not at all, unlike a file that is created and then written.
async function claim(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    if (systemCodeOf(error) !== 'EPERM' && systemCodeOf(error) !== 'ENOTSUP') throw error;
  }
  try {
    await writeFile(path, await readFile(draft), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    // Created, but nothing could be written to it: no process could take over a lock that names no owner.
    await rm(path, { force: true });
    throw error;
  }
}

// Only the holder of the guard may replace a dead lock, so that two processes cannot both win.
async function takeOver(draft: string, path: string): Promise<boolean> {
  const guards = `${path}.takeover`;
  const guard = await claimGuard(draft, guards);
  if (guard === null) return false;
  try {
    const isTaken = await replace(draft, path);
    // Only the winner cleans up: when the claim failed, another process was faster and others may be at work. A
    // leftover guard blocks no claim.
    if (isTaken) await removeInterrupted(guards).catch(() => undefined);
    return isTaken;
  } finally {
    await rm(guard, { force: true });
  }
}

// Guards whose process is dead or that are too old are skipped, not removed: a process that found one a moment later
// would remove its successor instead. Null while another process takes over.
async function claimGuard(draft: string, first: string): Promise<string | null> {
  for (let round = 1; ; round += 1) {
    const guard = round === 1 ? first : `${first}.${round}`;
    if (await claim(draft, guard)) return guard;
    if (!(await isOlderThan(guard, takeoverLimitMs)) && !(await isOfTheDead(guard))) return null;
  }
}

/** Removes files with this prefix that are too old to belong to a claim under way. */
async function removeInterrupted(start: string): Promise<void> {
  const folder = dirname(start);
  const names = (await namesIn(folder)).filter((name) => name.startsWith(basename(start)));
  const remove = async (file: string): Promise<void> => {
    if (await isOlderThan(file, takeoverLimitMs)) await rm(file, { force: true });
  };
  await Promise.all(names.map((name) => remove(join(folder, name))));
}

async function replace(draft: string, path: string): Promise<boolean> {
  const holder = await readOwner(path);
  // The lock was released meanwhile: the first link wins, as for claims without a guard.
  if (holder === 'nobody') return claim(draft, path);
  const isLeft = leftHere.has(path) && holder !== 'unknown' && holder.pid === process.pid;
  if (!isLeft && holder !== 'unknown' && (await isAlive(holder, path))) return false;
  await rename(draft, path);
  return true;
}

/** `unknown` for content that cannot be parsed: such a lock may belong to another process. */
async function readOwner(path: string): Promise<Owner | 'nobody' | 'unknown'> {
  const text = await readIfExists(path, (present) => readFile(present, 'utf8'), null);
  if (text === null) return 'nobody';
  const parsed = owner.safeParse(parsedJson(text));
  return parsed.success ? parsed.data : 'unknown';
}

// A guard that is missing or still empty is being changed by another process right now.
async function isOfTheDead(guard: string): Promise<boolean> {
  const holder = await readOwner(guard);
  return holder !== 'nobody' && holder !== 'unknown' && !(await isAlive(holder, guard));
}

/** Whether the process that took the lock, or the guard, still runs. */
async function isAlive(holder: Owner, path: string): Promise<boolean> {
  const writtenMs = await readIfExists(path, async (present) => (await stat(present)).mtimeMs, Date.now());
  return stillRuns(holder, writtenMs);
}

/** False for a file that has disappeared. */
function isOlderThan(path: string, ms: number): Promise<boolean> {
  return readIfExists(path, async (present) => Date.now() - (await stat(present)).mtimeMs > ms, false);
}
