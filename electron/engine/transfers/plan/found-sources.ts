// Finds the missing sources of an upload in the folder that a person says they were moved to. Size, time and name may fit
// several files, as in what an archive has unpacked: none of these is guessed.
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import { mapConcurrent } from '@shared/map-concurrent';
import { haveSameBytes } from '../../../disk/same-file';
import type { UploadFile } from '../records/job-records';
import { type SourceIdentity, identityOf } from './source-watch';

export interface FoundSources {
  /** As they can be moved now. */
  readonly found: readonly UploadFile[];
  /** How many have a file of their name there with another size or time: it is not the file that was planned. */
  readonly changed: number;
  /** How many fit more than one file there, or share the only one with another. */
  readonly unclear: number;
  readonly missing: number;
}

const maxConcurrentLookups = 16;

/** Files below subfolders are looked for with as much of their earlier path as the folder has, at least their name. */
export async function findSources(files: readonly UploadFile[], folder: string): Promise<FoundSources> {
  const candidatesOf = createSearch(folder);
  const lookups = await mapConcurrent(files, maxConcurrentLookups, async (file) => ({
    file,
    ...(await candidatesOf(file)),
  }));
  const claims = new Map<string, number>();
  for (const {
    fitting: [first],
  } of lookups)
    if (first !== undefined) claims.set(first.path, (claims.get(first.path) ?? 0) + 1);
  const found = await mapConcurrent(
    lookups,
    maxConcurrentLookups,
    async ({ file, fitting }): Promise<readonly UploadFile[]> => {
      const [first, ...others] = fitting;
      if (first === undefined) return [];
      const isSure = isItself(file, first) || (claims.get(first.path) === 1 && (await areAlike(first, others)));
      return isSure ? [{ ...file, ...first }] : [];
    },
  );
  const count = (wanted: Looked['outcome']): number => lookups.filter(({ outcome }) => outcome === wanted).length;
  const sources = found.flat();
  return {
    found: sources,
    changed: count('changed'),
    unclear: count('fits') - sources.length,
    missing: count('missing'),
  };
}

interface Candidate extends SourceIdentity {
  readonly path: string;
}

interface Looked {
  readonly outcome: 'fits' | 'changed' | 'missing';
  /** The very file first, then what keeps most of its path. */
  readonly fitting: readonly Candidate[];
}

function createSearch(folder: string): (file: UploadFile) => Promise<Looked> {
  const folders = new Map<string, Promise<boolean>>();
  const isFolder = (path: string): Promise<boolean> => {
    const known = folders.get(path) ?? statOf(path).then((stats) => stats?.isDirectory() === true);
    folders.set(path, known);
    return known;
  };
  return async (file) => {
    const names = file.path.slice(parse(file.path).root.length).split(sep);
    const fitting: Candidate[] = [];
    let outcome: Looked['outcome'] = 'missing';
    for (const leftOut of names.keys()) {
      if (!(await isFolder(join(folder, ...names.slice(leftOut, -1))))) continue;
      const path = join(folder, ...names.slice(leftOut));
      const stats = await statOf(path);
      if (stats?.isFile() !== true) continue;
      const identity = identityOf(stats);
      if (isSame(file, identity)) fitting.push({ ...identity, path });
      else if (outcome === 'missing') outcome = 'changed';
    }
    const itself = fitting.filter((one) => isItself(file, one));
    return { outcome: fitting.length > 0 ? 'fits' : outcome, fitting: [...new Set([...itself, ...fitting])] };
  };
}

const statOf = (path: string): Promise<BigIntStats | null> => stat(path, { bigint: true }).catch(() => null);

async function areAlike(first: Candidate, others: readonly Candidate[]): Promise<boolean> {
  for (const { path } of others) if (!(await haveSameBytes(first.path, path).catch(() => false))) return false;
  return true;
}

// On another disk it has another number, and some file systems have none.
function isItself({ ino }: UploadFile, now: SourceIdentity): boolean {
  return ino !== '0' && now.ino === ino;
}

function isSame({ bytes, mtimeNs }: UploadFile, now: SourceIdentity): boolean {
  return now.bytes === bytes && now.mtimeNs === mtimeNs;
}
