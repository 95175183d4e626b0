// What an upload leaves out or changes, counted by reason before its first byte is sent. Reads folders, but no files.
import { StowageError } from '@shared/errors';
import { assertUploadName } from '../../blobs/blob-path';
import type { UploadSpec } from '../records/job-records';
import { nameFilter } from './glob';
import { localSegments } from './names';
import { uploadNameOf } from './plan';
import type { Look } from './source-watch';
import { type LeftOutEntry, type LookAtFiles, walkSources } from './walk';

/**
 * `refused name`: no blob can have it. `misleading name`: a download writes its invisible characters as %XX. `name not
 * UTF-8`: it cannot be read.
 */
export type LossReason = LeftOutEntry | 'empty folder' | 'refused name' | 'misleading name' | 'name not UTF-8';

export interface Loss {
  readonly reason: LossReason;
  readonly count: number;
  /** The first path. */
  readonly example: string;
}

/** In the order in which they are met. Rejects when cancelled; what cannot be read is for the job to report. */
export async function uploadLosses(spec: UploadSpec, signal: AbortSignal): Promise<readonly Loss[]> {
  const losses = new Map<LossReason, Loss>();
  const add = (reason: LossReason, path: string): void => {
    const before = losses.get(reason);
    losses.set(reason, { reason, count: (before?.count ?? 0) + 1, example: before?.example ?? path });
  };
  const { emptyFolders, followLinks: links } = spec.options;
  const keep = nameFilter({ include: spec.include ?? [], exclude: spec.exclude ?? [] });
  for await (const items of walkSources(spec.paths, { keep, signal, links, lookAtFew: unseen, lookAtMany: unseen })) {
    for (const item of items) {
      if (item.kind === 'left-out') add(item.why, item.path);
      else if (item.kind === 'empty folder' && emptyFolders !== true) add('empty folder', item.path);
      else if (item.kind !== 'problem') {
        const reason = lossOfName(spec, item.relativeName);
        if (reason !== null) add(reason, item.path);
      }
    }
  }
  return [...losses.values()];
}

/** Names of which nothing is changed; most names are of this kind. */
const usual = /^[\w !#$&'()+,;=@[\]^`{}~./-]+$/u;

function lossOfName(spec: UploadSpec, relativeName: string): LossReason | null {
  if (usual.test(relativeName)) return null;
  // What stands in a name for bytes that are no text; a name that really has it is the rarest of all.
  if (relativeName.includes('\uFFFD')) return 'name not UTF-8';
  const name = uploadNameOf(spec, relativeName);
  try {
    assertUploadName(name);
  } catch (thrown) {
    if (StowageError.from(thrown).code === 'invalid.name') return 'refused name';
    throw thrown;
  }
  const { localNaming } = spec;
  if (localNaming === undefined) return null;
  const below = name.slice(uploadNameOf(spec, '').length);
  return localSegments(below, localNaming).join('/') === relativeName ? null : 'misleading name';
}

const nothing: Look = { kind: 'file', identity: { bytes: 0, mtimeNs: '0', ino: '0' } };
const unseen: LookAtFiles = (paths) => Promise.resolve(paths.map(() => nothing));
