// The differences of one comparison on disk: one line each in key order, and for every kind an index of the offsets of
// its lines. So a page takes little memory, however many differences there are.
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { type Difference, type DifferenceKind, difference } from '@shared/model/table-diff';
import { withLocalErrors } from '../../../disk/local-error';

export interface DiffWriter {
  /** Readable when the promise resolves. */
  append(differences: readonly Difference[]): Promise<void>;
  close(): Promise<void>;
}

export interface DiffReader {
  /** @param kind default: all kinds */
  count(kind?: DifferenceKind): Promise<number>;
  page(range: {
    readonly kind?: DifferenceKind | undefined;
    readonly offset: number;
    readonly limit: number;
  }): Promise<readonly Difference[]>;
  close(): Promise<void>;
}

const indexNames = ['all', 'added', 'removed', 'changed'] as const;
type IndexName = (typeof indexNames)[number];
/** An offset as a 64-bit number. */
const entryBytes = 8;

/** @param path without suffix. @throws StowageError `local.*` */
export async function createDiffFiles(path: string, folder: string): Promise<DiffWriter> {
  const files = await withLocalErrors(path, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return openAll(path, 'w');
  });
  let at = 0;
  return {
    append: (differences) =>
      withLocalErrors(path, async () => {
        const lines: Buffer[] = [];
        const entries: Record<IndexName, Buffer[]> = { all: [], added: [], removed: [], changed: [] };
        for (const found of differences) {
          const line = Buffer.from(`${JSON.stringify(found)}\n`, 'utf8');
          const entry = Buffer.alloc(entryBytes);
          entry.writeBigUInt64LE(BigInt(at));
          entries.all.push(entry);
          entries[found.kind].push(entry);
          lines.push(line);
          at += line.length;
        }
        if (lines.length === 0) return;
        // The lines first, so that an index never points beyond the end.
        await files.data.appendFile(Buffer.concat(lines));
        for (const name of indexNames) {
          if (entries[name].length > 0) await files.indexes[name].appendFile(Buffer.concat(entries[name]));
        }
      }),
    close: () => closeAll(files),
  };
}

/** @throws StowageError `local.*` */
export async function openDiffFiles(path: string): Promise<DiffReader> {
  const files = await withLocalErrors(path, () => openAll(path, 'r'));
  const count = async (kind?: DifferenceKind): Promise<number> =>
    Math.floor((await files.indexes[kind ?? 'all'].stat()).size / entryBytes);
  return {
    count,
    page: ({ kind, offset, limit }) =>
      withLocalErrors(path, async () => {
        const offsets = await offsetsIn(files.indexes[kind ?? 'all'], offset, limit);
        const [first] = offsets;
        if (first === undefined) return [];
        if (kind !== undefined) return Promise.all(offsets.map((start) => lineAt(files.data, start)));
        // The lines of all kinds are contiguous: one read.
        const [after] = await offsetsIn(files.indexes.all, offset + limit, 1);
        const end = after ?? (await files.data.stat()).size;
        const text = (await bytesAt(files.data, first, end - first)).toString('utf8');
        return text
          .split('\n')
          .slice(0, offsets.length)
          .map((line) => parsed(line));
      }),
    close: () => closeAll(files),
  };
}

interface DiffHandles {
  readonly data: FileHandle;
  readonly indexes: Readonly<Record<IndexName, FileHandle>>;
}

/** The files of a comparison. */
export function diffFilePaths(path: string): readonly string[] {
  return [`${path}.differences`, ...indexNames.map((name) => `${path}.index-${name}`)];
}

async function openAll(path: string, flags: 'r' | 'w'): Promise<DiffHandles> {
  const data = await open(`${path}.differences`, flags, 0o600);
  const [all, added, removed, changed] = await Promise.all(
    indexNames.map((name) => open(`${path}.index-${name}`, flags, 0o600)),
  );
  if (all === undefined || added === undefined || removed === undefined || changed === undefined) {
    throw new StowageError('bug.unexpected', 'An index of the comparison is missing.');
  }
  return { data, indexes: { all, added, removed, changed } };
}

async function closeAll({ data, indexes }: DiffHandles): Promise<void> {
  await Promise.all([data, ...Object.values(indexes)].map((file) => file.close()));
}

async function offsetsIn(index: FileHandle, from: number, count: number): Promise<readonly number[]> {
  const bytes = await bytesAt(index, from * entryBytes, count * entryBytes);
  return Array.from({ length: Math.floor(bytes.length / entryBytes) }, (_, entry) =>
    Number(bytes.readBigUInt64LE(entry * entryBytes)),
  );
}

/** Fewer bytes at the end of the file. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

const firstReadBytes = 16 * 1024;

async function lineAt(file: FileHandle, start: number): Promise<Difference> {
  for (let length = firstReadBytes; ; length *= 4) {
    const bytes = await bytesAt(file, start, length);
    const end = bytes.indexOf(0x0a);
    if (end >= 0) return parsed(bytes.subarray(0, end).toString('utf8'));
    if (bytes.length < length) throw new StowageError('local.io', 'The file of differences ends in a line.');
  }
}

function parsed(line: string): Difference {
  return difference.parse(JSON.parse(line));
}
