// One owner a job: a lock file with the owner's process id and start time, so that two processes never run one job and
// the lock of a dead process can be taken over. Whether it lives is asked on this machine: decision 35.
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { ifThere, namesIn } from '../../disk/if-there';
import { systemCodeOf } from '../../disk/local-error';
import { parsedJson } from '../../disk/whole-file';

const owner = z.object({ pid: z.int(), startedAt: z.string() });
type Owner = z.infer<typeof owner>;

/** A takeover is a few file operations; one that is older was itself interrupted. */
const takeoverLimitMs = 10_000;

export interface OwnerLock {
  release(): Promise<void>;
}

/** Tells the claims of this process apart: one that ends takes its own draft away and no other's. */
let claims = 0;

/** Takes the lock file at `path`, or returns null while another living process holds it. */
export async function takeOwnership(path: string): Promise<OwnerLock | null> {
  const mine: Owner = { pid: process.pid, startedAt: (await lifeOf(process.pid)).startedAt };
  claims += 1;
  const draft = `${path}.${process.pid}.${claims}`;
  await writeFile(draft, JSON.stringify(mine));
  try {
    const taken = (await claim(draft, path)) || (await takeOver(draft, path));
    return taken ? { release: () => rm(path, { force: true }) } : null;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whether a living process other than this one holds the lock. */
export async function ownedElsewhere(path: string): Promise<boolean> {
  const holder = await readOwner(path);
  if (holder === 'nobody' || holder === 'unknown') return false;
  return holder.pid !== process.pid && (await isAlive(holder));
}

/** Removes the lock of what nobody needs any more, with what claims left behind that came to no end. */
export async function removeLock(path: string): Promise<void> {
  await removeInterrupted(`${path}.`);
  await rm(path, { force: true });
}

// A hard link appears complete or not at all, unlike a file that is created and then written.
async function claim(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    if (systemCodeOf(error) !== 'EPERM' && systemCodeOf(error) !== 'ENOTSUP') throw error;
  }
  try {
    await writeFile(path, await readFile(draft), { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

// Only the holder of the guard may replace a dead lock, so two takers cannot both win.
async function takeOver(draft: string, path: string): Promise<boolean> {
  const guards = `${path}.takeover`;
  const guard = await claimGuard(draft, guards);
  if (guard === null) return false;
  try {
    const isTaken = await replace(draft, path);
    // Who refuses has seen a taker be faster, and others may be at work by now. A guard that stays holds nobody up.
    if (isTaken) await removeInterrupted(guards).catch(() => undefined);
    return isTaken;
  } finally {
    await rm(guard, { force: true });
  }
}

// One whose process is gone, or that is too old, is passed by and not removed: who finds it a moment later would remove the
// next one in its place. Null while another takes over.
async function claimGuard(draft: string, first: string): Promise<string | null> {
  for (let round = 1; ; round += 1) {
    const guard = round === 1 ? first : `${first}.${round}`;
    if (await claim(draft, guard)) return guard;
    if (!(await isOlderThan(guard, takeoverLimitMs)) && !(await isOfTheDead(guard))) return null;
  }
}

/** What starts like this and is too old to be a claim that is under way. */
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
  // Let go of meanwhile, it is whose link comes first; most ask for no guard.
  if (holder === 'nobody') return claim(draft, path);
  if (holder !== 'unknown' && (await isAlive(holder))) return false;
  await rename(draft, path);
  return true;
}

/** `unknown` for nonsense; a lock that cannot be read may be somebody's. */
async function readOwner(path: string): Promise<Owner | 'nobody' | 'unknown'> {
  const text = await ifThere(path, (present) => readFile(present, 'utf8'), null);
  if (text === null) return 'nobody';
  const parsed = owner.safeParse(parsedJson(text));
  return parsed.success ? parsed.data : 'unknown';
}

// A guard that is gone or not written yet is somebody's at this moment.
async function isOfTheDead(guard: string): Promise<boolean> {
  const holder = await readOwner(guard);
  return holder !== 'nobody' && holder !== 'unknown' && !(await isAlive(holder));
}

// Its life is read before it is asked for: one that ends between the two has no life to read, and is gone when asked for.
async function isAlive(holder: Owner): Promise<boolean> {
  const { startedAt, state } = await lifeOf(holder.pid);
  if (state === 'ended') return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // The process exists and belongs to somebody else.
    if (systemCodeOf(error) !== 'EPERM') return false;
  }
  return startedAt === '' || holder.startedAt === '' || startedAt === holder.startedAt;
}

interface Life {
  /** Process ids are reused; the start time tells one life from the next. Empty where the system does not show it. */
  readonly startedAt: string;
  /** A process that was killed keeps its id until its parent has looked. */
  readonly state: 'ended' | 'unknown';
}

async function lifeOf(pid: number): Promise<Life> {
  if (process.platform !== 'linux') return { startedAt: '', state: 'unknown' };
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { startedAt: fields[19] ?? '', state: fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : 'unknown' };
  } catch {
    return { startedAt: '', state: 'unknown' };
  }
}

/** One that is gone meanwhile was not. */
function isOlderThan(path: string, ms: number): Promise<boolean> {
  return ifThere(path, async (present) => Date.now() - (await stat(present)).mtimeMs > ms, false);
}
