// Finds the missing sources of an upload in the folder that a person says they were moved to.
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import { inLanes } from '@shared/in-lanes';
import type { UploadFile } from '../records/job-records';
import { identityOf } from './source-watch';

export interface FoundSources {
  /** As they can be moved now. */
  readonly found: readonly UploadFile[];
  /** How many have a file of their name there with another size or time: it is not the file that was planned. */
  readonly changed: number;
  readonly missing: number;
}

const looksAtOnce = 16;

/** Files below subfolders are looked for with as much of their earlier path as the folder has, at least their name. */
export async function findSources(files: readonly UploadFile[], folder: string): Promise<FoundSources> {
  /** How many names of the path are left out: usually the same for all files. */
  let usual = 0;
  const found: UploadFile[] = [];
  let changed = 0;
  const find = async (file: UploadFile): Promise<void> => {
    const names = file.path.slice(parse(file.path).root.length).split(sep);
    let isThere = false;
    for (const leftOut of [usual, ...names.keys()]) {
      if (leftOut >= names.length) continue;
      const path = join(folder, ...names.slice(leftOut));
      const stats = await stat(path, { bigint: true }).catch(() => null);
      if (stats?.isFile() !== true) continue;
      isThere = true;
      if (!isSame(file, stats)) continue;
      usual = leftOut;
      found.push({ ...file, ...identityOf(stats), path });
      return;
    }
    if (isThere) changed += 1;
  };
  await inLanes(files, looksAtOnce, find);
  return { found, changed, missing: files.length - found.length - changed };
}

// On another disk it has another number.
function isSame({ bytes, mtimeNs }: UploadFile, stats: BigIntStats): boolean {
  const now = identityOf(stats);
  return now.bytes === bytes && now.mtimeNs === mtimeNs;
}
