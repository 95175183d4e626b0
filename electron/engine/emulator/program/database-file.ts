// The file of one of Azurite's databases, of any size and synced to disk. It is the JSON text that the database's own
// code reads and writes, divided into lines. Each entry of a collection has its own line, because beyond half a
// gigabyte no string could hold them all.
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Collection, Content, Database } from 'lokijs';
import { KiB, MiB } from '@shared/units';
import { renameSynced } from '../../../disk/sync-folder';
import { linesOf } from './lines-of';

const pieceLength = MiB;
/** The first line: everything in a database except its collections. */
const maxBytesOfHead = 64 * KiB;
const lineFeed = 10;

/** The current contents, without changes made while they are written. `changes`: the name of the log for those. */
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
    // LokiJS's own serialisation omits every member named `ttl` or `constraints`, even those of documents.
    data.forEach((held, index) => add(`${JSON.stringify(held)}${index === data.length - 1 ? '' : ','}\n`));
    add(at === collections.length - 1 ? ']}\n' : ']},\n');
  });
  pieces.push(Buffer.from(`${lines}]}\n`));
  return pieces;
}

/** The beginning of an object whose list is written next. */
function headOf(database: Database, object: object, list: 'collections' | 'data'): string {
  const text = JSON.stringify({ ...object, [list]: [] }, database.serializeReplacer);
  return text.slice(0, -']}'.length);
}

/** Replaces the file atomically and syncs it; if that fails, the old one remains. Rejects with the system's error. */
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
    await renameSynced(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** False for a missing file, and for one that LokiJS itself wrote. */
export async function isInLines(path: string): Promise<boolean> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytesOfHead), 0, maxBytesOfHead, 0);
    return buffer.subarray(0, bytesRead).includes(lineFeed);
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}

/** @throws SyntaxError if the file is not a complete one of this format */
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
  // If the remaining part were opened, the next save would lose the rest.
  if (database === undefined || !isWhole) throw new SyntaxError('The file is cut off.');
  return database;
}
