// A download as the input of a survey: its blobs as the job would plan them, the files at their places, blobs that
// cannot be read, and the free space on the disk.
import { dirname, join } from 'node:path';
import { lstat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { freeBytesOf } from '../../../disk/free-bytes';
import { systemCodeOf } from '../../../disk/local-error';
import { movedBlockBytes } from '../plan/blocks';
import type { NameFolding } from '../plan/names';
import { type DownloadSpec, modifiedOf } from '../records/job-records';
import { planDownload } from '../plan/plan';
import { readLocalFacts } from '../files/local-target';
import { ArchivedBlobs } from './archived-blobs';
import { type PreflightPorts, runPreflight } from './preflight';
import { type StoredFacts, PreflightTally } from './preflight-tally';
import type { PreflightFile } from './preflight-file';

export interface DownloadPreflightPorts extends PreflightPorts {
  readonly account: Account;
  /** Free space on the folder's disk. */
  readonly folding: NameFolding;
}

/** Input for `runPreflight`. The folder itself is examined, while the blobs are counted. */
export async function preflightDownload(spec: DownloadSpec, ports: DownloadPreflightPorts): Promise<void> {
  const { account, folding, writing, signal } = ports;
  const { connectionId, targetDir, options } = spec;
  const freeBytes = await freeBytesOf(targetDir);
  const tally = new PreflightTally({
    way: 'down',
    connectionId,
    freeBytes,
    writing,
    blockBytesOf: (bytes) => movedBlockBytes(bytes, options, null),
  });
  const archived = new ArchivedBlobs();
  await runPreflight(
    {
      steps: planDownload(spec, {
        account,
        folding,
        signal,
        preferredBlockBytes: () => null,
        requested: (operation) => tally.find(connectionId, operation),
        planned: (blob) => archived.plan(blob),
      }),
      toPreflightFile: ({ name, segments, bytes, ...times }) => ({
        source: name,
        name: segments.join('/'),
        bytes,
        modifiedMs: Date.parse(modifiedOf(times)),
      }),
      examine: (files, found) => {
        const exists = createFolderLookups();
        const examineOne = async (file: PreflightFile): Promise<StowageError | null> => {
          const rejection = archived.rejectionOf(file.source);
          if (rejection !== null) return rejection;
          const path = join(targetDir, file.name);
          return (await exists(dirname(path))) ? targetProblem(path, (facts) => found(file, facts)) : null;
        };
        return Promise.all(files.map(examineOne));
      },
      stored: null,
      overwrite: options.overwrite,
      tally,
    },
    ports,
  );
}

/**
 * Finds what is at a file's place. Unless files are numbered, a folder or link there is a reason not to download, as it
 * is for the job.
 */
async function targetProblem(path: string, found: (facts: StoredFacts) => void): Promise<StowageError | null> {
  try {
    const local = await readLocalFacts(path);
    // Rounded to seconds as the service does, like the decision about which side is newer.
    const second = local === null ? 0 : Math.floor(local.mtimeMs / 1000) * 1000;
    if (local !== null) found({ bytes: local.bytes, lastModified: new Date(second).toISOString() });
    return null;
  } catch (error) {
    return StowageError.from(error);
  }
}

/** Checks each folder once: a folder that is missing, as most are, contains nothing. */
function createFolderLookups(): (folder: string) => Promise<boolean> {
  const lookups = new Map<string, Promise<boolean>>();
  return (folder) => {
    const known = lookups.get(folder);
    if (known !== undefined) return known;
    const lookup = lstat(folder).then(
      () => true,
      (error: unknown) => systemCodeOf(error) !== 'ENOENT',
    );
    lookups.set(folder, lookup);
    return lookup;
  };
}
