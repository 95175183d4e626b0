// A file with a list of like entries, written whole or not at all. What cannot be understood is set aside in a copy,
// and the rest goes on being used. Knows nothing of what the entries mean.
import { copyFile, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

export interface KeptFile<T> {
  read(): Promise<readonly T[]>;
  /** One change after another; resolves when it is on disk. An edit that returns the same list writes nothing. */
  change(edit: (all: readonly T[]) => readonly T[]): Promise<readonly T[]>;
  /** Resolves when every change asked for so far is on disk or has failed. */
  settled(): Promise<void>;
}

export interface KeptFileOptions<T> {
  readonly path: string;
  readonly entry: z.ZodType<T>;
  /** Larger files are not read: nothing of ours writes them. */
  readonly mostBytes: number;
  /** Wall time in ms, for the name of a copy that is set aside. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const fileShape = z.object({ version: z.literal(1), entries: z.array(z.unknown()) });

/** The file is read once; this process is the only one that writes it. */
export function openKeptFile<T>(options: KeptFileOptions<T>): KeptFile<T> {
  let known: readonly T[] | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const oneAfterAnother = <R>(work: () => Promise<R>): Promise<R> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
  const entries = async (): Promise<readonly T[]> => (known ??= await readEntries(options));
  return {
    read: () => oneAfterAnother(entries),
    change: (edit) =>
      oneAfterAnother(async () => {
        const before = await entries();
        const changed = edit(before);
        if (changed === before) return before;
        await writeEntries(options.path, changed);
        known = changed;
        return changed;
      }),
    settled: async () => {
      await last;
    },
  };
}

async function readEntries<T>(options: KeptFileOptions<T>): Promise<readonly T[]> {
  const { path, entry, mostBytes } = options;
  let text: string | undefined;
  try {
    text = (await stat(path)).size > mostBytes ? undefined : await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const file = fileShape.safeParse(text === undefined ? undefined : parsedJson(text));
  const read = file.success ? file.data.entries.map((each) => entry.safeParse(each)) : [];
  const readable = read.flatMap((each) => (each.success ? [each.data] : []));
  if (!file.success || readable.length < read.length) {
    const copy = `${path}.damaged-${new Date(options.now()).toISOString().replace(/:/g, '-')}`;
    await copyFile(path, copy);
    await writeEntries(path, readable);
    options.log(
      `A file that is kept was damaged; a copy is at ${copy}. ${readable.length} of its entries could be read.`,
    );
  }
  return readable;
}

async function writeEntries(path: string, entries: readonly unknown[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ version: 1, entries })}\n`, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
