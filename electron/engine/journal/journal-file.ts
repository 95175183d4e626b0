// An append-only file of checksummed records: after a crash it is read up to the last valid record. Does not know what
// the records mean; the caller supplies their schema.
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { createSerialQueue } from '@shared/serial-queue';
import { cutFile } from '../../disk/cut-file';
import { syncFolder } from '../../disk/sync-folder';
import { setAside } from '../../disk/whole-file';
import { readOrEmpty } from './append-lines';
import { encodeRecord, goodLines } from './record-line';

/** The records of a journal, and what they add up to: a value from `start`, to which `add` adds each as it is read. */
export interface JournalFormat<T, R> {
  readonly schema: z.ZodType<T>;
  readonly start: () => R;
  readonly add: (records: R, record: T) => void;
}

/** Records that are read as a list. */
export function listOf<T>(schema: z.ZodType<T>): JournalFormat<T, T[]> {
  return { schema, start: () => [], add: (records, record) => void records.push(record) };
}

export interface JournalContent<R> {
  /** What the good records add up to. */
  readonly records: R;
  /** 0 without any good record. */
  readonly goodBytes: number;
  /** Bytes after the last good record; a torn tail is normal after a crash. */
  readonly badBytes: number;
}

/** Reads without changing anything. A missing file has no records. Records that the schema rejects end the reading. */
export async function readJournal<T, R>(
  path: string,
  { schema, start, add }: JournalFormat<T, R>,
): Promise<JournalContent<R>> {
  const content = await readOrEmpty(path);
  const records = start();
  let goodBytes = 0;
  // One by one: all records of a large job take several times the memory of what they add up to.
  for (const { record, bytes } of goodLines(content)) {
    const parsed = schema.safeParse(record);
    if (!parsed.success) break;
    add(records, parsed.data);
    goodBytes += bytes;
  }
  return { records, goodBytes, badBytes: content.length - goodBytes };
}

/**
 * `lazy`: written soon, synced with the next synced record. `synced`: on the disk when the promise resolves; the record
 * announces something that must not be forgotten.
 */
export type Durability = 'lazy' | 'synced';

export interface Journal<T> {
  /** Rejects with what the file system throws; a partial write is cut off again before the next records. */
  append(records: readonly T[], durability: Durability): Promise<void>;
  /** Replaces the whole content in one step, or rejects and leaves it as it was. */
  compact(records: readonly T[]): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedJournal<T, R> extends JournalContent<R> {
  readonly journal: Journal<T>;
}

/**
 * Opens for appending, creating the file when missing. A damaged tail is cut off; when it was more than one torn line
 * the whole file is first set aside in a copy. Throws what the file system throws.
 */
export async function openJournal<T, R>(path: string, format: JournalFormat<T, R>): Promise<OpenedJournal<T, R>> {
  const content = await readJournal(path, format);
  if (content.badBytes > 0 && !(await endsInTornLine(path, content))) await setAside(path, Date.now());
  if (content.badBytes > 0) await cutFile(path, content.goodBytes);
  const journal = await appendAfter<T>(path, content.goodBytes);
  // A journal whose name is lost in a power cut is lost with all its synced records.
  if (content.goodBytes + content.badBytes === 0) {
    await syncFolder(dirname(path)).catch(async (thrown: unknown) => {
      await journal.close();
      throw thrown;
    });
  }
  return { ...content, journal };
}

/** Opens for appending without reading. `goodBytes`: the length of the file, all of it good records. */
export async function appendAfter<T>(path: string, goodBytes: number): Promise<Journal<T>> {
  let handle = await open(path, 'a', 0o600);
  let wholeBytes = goodBytes;
  let isTorn = false;
  const add = async (text: string): Promise<void> => {
    // Records written after an incomplete line would be lost with it.
    if (isTorn) await cutFile(path, wholeBytes);
    isTorn = true;
    await handle.appendFile(text);
    isTorn = false;
    wholeBytes += Buffer.byteLength(text);
  };
  const queue = createSerialQueue();
  return {
    append: (records, durability) =>
      queue.take(async () => {
        if (records.length > 0) await add(records.map(encodeRecord).join(''));
        if (durability === 'synced') await handle.datasync();
      }),
    compact: (records) =>
      queue.take(async () => {
        const fresh = `${path}.new`;
        const text = records.map(encodeRecord).join('');
        const next = await open(fresh, 'w', 0o600);
        try {
          await next.appendFile(text);
          await next.sync();
        } finally {
          await next.close();
        }
        await handle.close();
        try {
          await rename(fresh, path);
          wholeBytes = Buffer.byteLength(text);
          isTorn = false;
          await syncFolder(dirname(path));
        } finally {
          // When the new file could not replace it, the old one stays in use.
          handle = await open(path, 'a', 0o600);
        }
      }),
    close: () => queue.take(() => handle.close()),
  };
}

async function endsInTornLine(path: string, content: JournalContent<unknown>): Promise<boolean> {
  const tail = (await readOrEmpty(path)).subarray(content.goodBytes);
  return tail.indexOf(0x0a) === -1;
}
