// Reads the archive that a packaged app is loaded from, as Electron does: a header with the position of each file, and
// the checksums that files must match.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  readonly offset?: string;
  readonly integrity?: { readonly algorithm: string; readonly hash: string };
}

export interface ArchiveContents {
  /** SHA-256 of the header's text, which Electron compares with the executable's. */
  readonly headerHash: string;
  readonly paths: readonly string[];
  /** Paths whose bytes do not match the header. */
  readonly broken: readonly string[];
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function archiveContents(path: string): ArchiveContents {
  const archive = readFileSync(path);
  // Four numbers: the length of the next two, the header's with its padding, without the number, and that of its text.
  const dataAt = 8 + archive.readUInt32LE(4);
  const header = archive.subarray(16, 16 + archive.readUInt32LE(12));
  const files = filesBelow(JSON.parse(header.toString()) as Entry, '');
  const isBroken = ({ size = 0, offset = '0', integrity }: Entry): boolean => {
    const from = dataAt + Number(offset);
    return integrity?.algorithm !== 'SHA256' || integrity.hash !== sha256(archive.subarray(from, from + size));
  };
  return {
    headerHash: sha256(header),
    paths: files.map(([name]) => name),
    broken: files.filter(([, entry]) => isBroken(entry)).map(([name]) => name),
  };
}

function filesBelow({ files = {} }: Entry, folder: string): readonly (readonly [string, Entry])[] {
  return Object.entries(files).flatMap(([name, entry]) =>
    entry.files ? filesBelow(entry, `${folder}${name}/`) : [[`${folder}${name}`, entry] as const],
  );
}
