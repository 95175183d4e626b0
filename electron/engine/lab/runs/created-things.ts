// What a run creates at its target, recorded before it is created, so that the next start of the engine can clean up
// after a crash.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { namesIn } from '../../../disk/read-if-exists';
import { openJournal, readJournal, listOf } from '../../journal/journal-file';
import { isOwned, takeOwnership } from '../../journal/owner-lock';

const createdThing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), connectionId: z.string(), name: z.string() }),
  z.object({ kind: z.literal('container'), connectionId: z.string(), name: z.string() }),
  /** Below the lab's own folder. */
  z.object({ kind: z.literal('folder'), path: z.string() }),
]);
export type CreatedThing = z.infer<typeof createdThing>;

export interface CreatedList {
  /** Resolves when the note is on the disk; only then may the thing be made. */
  note(thing: CreatedThing): Promise<void>;
  readonly things: readonly CreatedThing[];
  /** Everything is gone: the list is removed. */
  cleared(): Promise<void>;
  /** Something is still there: the list stays for the next start. */
  keep(): Promise<void>;
}

const journalOf = (folder: string, runId: string): string => join(folder, `${runId}.jsonl`);
const lockOf = (folder: string, runId: string): string => join(folder, `${runId}.lock`);

export async function openCreatedList(folder: string, runId: string): Promise<CreatedList> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await takeOwnership(lockOf(folder, runId));
  const { journal } = await openJournal(journalOf(folder, runId), listOf(createdThing));
  const things: CreatedThing[] = [];
  return {
    things,
    note: async (thing) => {
      await journal.append([thing], 'synced');
      things.push(thing);
    },
    cleared: async () => {
      await journal.close();
      await rm(journalOf(folder, runId), { force: true });
      await lock?.release();
    },
    keep: async () => {
      await journal.close();
      await lock?.release();
    },
  };
}

export interface Leftover {
  readonly runId: string;
  readonly things: readonly CreatedThing[];
}

/** Lists of runs that no living process carries out, this one included. */
export async function findLeftovers(folder: string): Promise<readonly Leftover[]> {
  const found: Leftover[] = [];
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const runId = name.slice(0, -'.jsonl'.length);
    if (await isOwned(lockOf(folder, runId))) continue;
    const { records } = await readJournal(journalOf(folder, runId), listOf(createdThing));
    found.push({ runId, things: records });
  }
  return found;
}

export async function forgetLeftover(folder: string, runId: string): Promise<void> {
  await rm(journalOf(folder, runId), { force: true });
  await rm(lockOf(folder, runId), { force: true });
}
