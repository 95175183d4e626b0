// The file of one of Azurite's databases, of any size and synced to disk. It is the JSON text that the database's own
// code reads and writes, divided into lines. Each entry of a collection has its own line, because beyond half a
// gigabyte no string could hold them all.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Collection, Content, Database } from 'lokijs';
import { KiB, MiB } from '@shared/units';
import { linesOf } from './lines-of';

const pieceLength = MiB;
/** Of the first line: what a database holds beside its collections. */
const mostBytesOfHead = 64 * KiB;
const lineFeed = 10;

/** All of it as it is now: what changes while it is written is not in it. `changes`: the name of what does. */
export function contentOf(database: Database, changes?: string): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let lines = '';
  const add = (text: string): void => {
    lines += text;
    if (lines.length < pieceLength) return;
    pieces.push(Buffer.from(lines));
    lines = '';
  };
  const { collections, ...rest } = database;
  add(`${headOf(database, { ...rest, changes }, 'collections')}\n`);
  collections.forEach((collection, at) => {
    const { data, ...others } = collection;
    add(`${headOf(database, others, 'data')}\n`);
    // Not by the database's own rules, which leave out what is called `ttl` or `constraints`, whatever it belongs to.
    data.forEach((held, index) => add(`${JSON.stringify(held)}${index === data.length - 1 ? '' : ','}\n`));
    add(at === collections.length - 1 ? ']}\n' : ']},\n');
  });
  pieces.push(Buffer.from(`${lines}]}\n`));
  return pieces;
}

/** An object that is still open, in the middle of a list. */
function headOf(database: Database, object: object, list: 'collections' | 'data'): string {
  const text = JSON.stringify({ ...object, [list]: [] }, database.serializeReplacer);
  return text.slice(0, -']}'.length);
}

/** What is there is replaced as a whole, through to the disk, and stays where this fails. Rejects with what the disk says. */
export async function writeContent(path: string, content: readonly Buffer[]): Promise<void> {
  const draft = `${path}~`;
  try {
    const file = await open(draft, 'w');
    try {
      for (const piece of content) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** The new name is on the disk too. Not every system opens folders, and not every disk can be told. */
async function syncFolder(folder: string): Promise<void> {
  let opened: FileHandle | undefined;
  try {
    opened = await open(folder);
    await opened.sync();
  } catch {
    // The content itself is on the disk, under one of its two names.
  } finally {
    await opened?.close();
  }
}

/** False of one that is not there, and of one that the database's own code wrote. */
export async function isInLines(path: string): Promise<boolean> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytesOfHead), 0, mostBytesOfHead, 0);
    return buffer.subarray(0, bytesRead).includes(lineFeed);
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}

/** @throws SyntaxError where the file is not one that was written here, to its end */
export async function readContent(path: string): Promise<Content> {
  let database: (Content & { readonly collections: Collection[] }) | undefined;
  let collection: { readonly data: unknown[] } | undefined;
  let isWhole = false;
  for await (const line of linesOf(path)) {
    if (isWhole) throw new SyntaxError('Something follows the end of the file.');
    if (line === ']}' || line === ']},') {
      isWhole = database !== undefined && collection === undefined;
      collection = undefined;
    } else if (collection !== undefined) collection.data.push(JSON.parse(line.replace(/,$/u, '')));
    else if (database === undefined) database = JSON.parse(`${line}]}`) as NonNullable<typeof database>;
    else {
      const begun = JSON.parse(`${line}]}`) as Collection;
      database.collections.push(begun);
      collection = begun;
    }
  }
  // Opened with what is left of it, it would be written without the rest.
  if (database === undefined || !isWhole) throw new SyntaxError('The file is cut off.');
  return database;
}
