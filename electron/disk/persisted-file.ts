// A file with a list of entries of one kind, written atomically. Entries that cannot be parsed are set aside in a copy,
// and the others remain in use. Does not know what the entries mean.
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { createSerialQueue } from '@shared/serial-queue';
import { readIfExists } from './read-if-exists';
import { parsedJson, removeOrphanedDrafts, setAside, writeWhole } from './whole-file';

export interface PersistedFile<T> {
  read(): Promise<readonly T[]>;
  /** One change after another; resolves when it is on disk. An edit that returns the same list writes nothing. */
  change(edit: (all: readonly T[]) => readonly T[]): Promise<readonly T[]>;
  /** Resolves when every change requested so far is on disk or has failed. */
  settled(): Promise<void>;
}

export interface PersistedFileOptions<T> {
  readonly path: string;
  readonly entry: z.ZodType<T>;
  /** Larger files are not read: nothing of ours writes them. */
  readonly maxBytes: number;
  /** Further entries are treated as those that cannot be parsed. Default: 10,000. */
  readonly maxEntries?: number;
  /** Wall time in ms, for the name of a copy that is set aside. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const fileShape = z.object({ version: z.literal(1), entries: z.array(z.unknown()) });

const defaultMaxEntries = 10_000;
/** A saved query with the longest filter that fits into a request has a tenth of it. */
const maxEntryChars = 1024 * 1024;

/** The file is read once; this process is the only one that writes it. */
export function openPersistedFile<T>(options: PersistedFileOptions<T>): PersistedFile<T> {
  let known: readonly T[] | undefined;
  const queue = createSerialQueue();
  const entries = async (): Promise<readonly T[]> => (known ??= await readEntries(options));
  return {
    read: () => queue.take(entries),
    change: (edit) =>
      queue.take(async () => {
        const before = await entries();
        const changed = edit(before);
        if (changed === before) return before;
        await writeEntries(options.path, changed);
        known = changed;
        return changed;
      }),
    settled: () => queue.ended(),
  };
}

async function readEntries<T>(options: PersistedFileOptions<T>): Promise<readonly T[]> {
  const { path, entry, maxBytes, maxEntries = defaultMaxEntries } = options;
  // Removed when opening, since a process that never changes the file would otherwise never clean up.
  await removeOrphanedDrafts(path);
  const readBounded = async (): Promise<string | undefined> =>
    (await stat(path)).size > maxBytes ? undefined : readFile(path, 'utf8');
  const text = await readIfExists(path, readBounded, null);
  if (text === null) return [];
  const file = fileShape.safeParse(text === undefined ? undefined : parsedJson(text));
  const given = file.success ? file.data.entries : [];
  const readable = given.slice(0, maxEntries).flatMap((each) => parsedEntry(each, entry));
  if (!file.success || readable.length < given.length) {
    const copy = await setAside(path, options.now());
    await writeEntries(path, readable);
    options.log(
      `A file that is kept was damaged; a copy is at ${copy}. ${readable.length} of its entries could be read.`,
    );
  }
  return readable;
}

/** Empty when it cannot be parsed, also because it is too large or nested too deeply: somebody may have edited the file. */
function parsedEntry<T>(given: unknown, entry: z.ZodType<T>): readonly T[] {
  try {
    if (JSON.stringify(given).length > maxEntryChars) return [];
    const parsed = entry.safeParse(given);
    return parsed.success ? [parsed.data] : [];
  } catch (thrown) {
    if (thrown instanceof RangeError) return [];
    throw thrown;
  }
}

function writeEntries(path: string, entries: readonly unknown[]): Promise<void> {
  return writeWhole(path, `${JSON.stringify({ version: 1, entries })}\n`);
}
