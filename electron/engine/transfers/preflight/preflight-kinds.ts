// An upload, a download, a copy or a move as the input of a preflight: its files as the job would plan them, and what could
// not be read or written.
import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBilled } from '@shared/cost/billing';
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { TransferWay } from '@shared/model/transfer-preflight';
import { freeBytesOf } from '../../../disk/free-bytes';
import { localError, systemCodeOf } from '../../../disk/local-error';
import type { Account } from '../../azure/account';
import { knownNamespace } from '../../blobs/details/account-facts';
import { type EarlyLeave, earlyLeaveOf } from '../../blobs/early-stays';
import { leased } from '../files/copy';
import { readLocalFacts } from '../files/local-target';
import { accountKeyOf } from '../pace/network-gate';
import { movedBlockBytes } from '../plan/blocks';
import { copyBlockBytes, planCopy } from '../plan/copy-plan';
import type { NameFolding } from '../plan/names';
import { whyDeniedByService, whyNotReplaced } from '../plan/overwrite';
import { planDownload, planUpload } from '../plan/plan';
import type { StatFiles } from '../plan/walk';
import { type CopySpec, type DownloadSpec, type UploadSpec, modifiedOf } from '../records/job-records';
import { type PreflightRun, defaultBounds, runPreflight } from './preflight';
import { type PreflightFile, type StoredFacts, preflightFileOf, PreflightTally } from './preflight-tally';
import { copyLocations, uploadLocations } from './stored-names';

/** See `runPreflight`. */
export async function preflightUpload(
  spec: UploadSpec,
  run: PreflightRun & {
    readonly account: Account;
    readonly statFiles: StatFiles;
    readonly tryFiles: StatFiles;
  },
): Promise<void> {
  const { account, statFiles, tryFiles, writing, signal } = run;
  const { connectionId, container, options } = spec;
  await runPreflight(
    {
      steps: planUpload(spec, () => null, signal, { statFiles, namespace: knownNamespace(account) }),
      toPreflightFile: (file) => preflightFileOf(file.path, file.name, file),
      examine: (files) => readingProblems(files, tryFiles),
      stored: { locations: await uploadLocations(spec, statFiles), account, container },
      overwrite: options.overwrite,
      tally: new PreflightTally({
        way: 'up',
        connectionId,
        whyNotReplaced: (file, stored) => {
          const address = { container, name: file.name };
          return whyNotReplaced(stored, options, address) ?? whyDeniedByService(stored, address);
        },
        writing,
        blockBytesOf: (bytes) => movedBlockBytes(bytes, options, null),
      }),
    },
    run,
  );
}

/** Up to this number they are tested on this thread, because sending them to another takes longer. */
const fewFiles = 32;

async function readingProblems(
  files: readonly PreflightFile[],
  tryFiles: StatFiles,
): Promise<readonly (StowageError | null)[]> {
  if (files.length <= fewFiles) return Promise.all(files.map(({ source }) => readingProblem(source)));
  const lookups = await tryFiles(files.map(({ source }) => source));
  return lookups.map((lookup) => (lookup.kind === 'problem' ? StowageError.fromShape(lookup.error) : null));
}

async function readingProblem(path: string): Promise<StowageError | null> {
  try {
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return localError(error, path);
  }
}

/** The facts of each blob are retained until its name was looked up: some hundred bytes each. */
const maxBlobs = 200_000;

/** See `runPreflight`. */
export async function preflightCopy(
  spec: CopySpec,
  run: PreflightRun & { readonly source: Account; readonly target: Account },
): Promise<void> {
  const { source, target, writing, signal, clock, bounds = { ...defaultBounds, files: maxBlobs } } = run;
  const { connectionId, container, from, options } = spec;
  const tally = new PreflightTally({
    way: wayOf(source, target),
    connectionId,
    whyNotReplaced: (file, stored) => whyNotReplaced(stored, options, { container, name: file.name }),
    writing,
    blockBytesOf: (bytes) => copyBlockBytes(bytes, options),
  });
  const nowMs = clock.now();
  const isCharged = spec.kind === 'move' && isBilled(source.descriptor);
  /** Early leaves by the name of the source; few blobs are in a tier with a minimum period. */
  const leaves = new Map<string, EarlyLeave>();
  /** Leased, so that a move could not delete them. */
  const leasedBlobs = new Set<string>();
  const archived = new ArchivedBlobs();
  const leaseOf = (blob: string): StowageError | null => (leasedBlobs.has(blob) ? leased(blob, from.container) : null);
  await runPreflight(
    {
      steps: planCopy(spec, {
        source,
        target,
        signal,
        namespace: knownNamespace(target),
        requested: (operation) => tally.find(from.connectionId, operation),
        planned: (blob) => {
          archived.plan(blob);
          const leave = isCharged ? earlyLeaveOf(blob, nowMs) : null;
          if (leave !== null) leaves.set(blob.name, leave);
          if (spec.kind === 'move' && blob.leased) leasedBlobs.add(blob.name);
        },
      }),
      toPreflightFile: ({ source: blob, name, bytes, lastModified }) => ({
        source: blob,
        name,
        bytes,
        modifiedMs: Date.parse(lastModified),
        leave: leaves.get(blob),
      }),
      examine: (files) =>
        Promise.resolve(files.map((file) => archived.rejectionOf(file.source) ?? leaseOf(file.source))),
      stored: { locations: copyLocations(spec), account: target, container },
      overwrite: options.overwrite,
      tally,
    },
    { ...run, bounds },
  );
}

function wayOf(source: Account, target: Account): TransferWay {
  if (accountKeyOf(source) === accountKeyOf(target)) return 'service';
  return isBilled(target.descriptor) && !isBilled(source.descriptor) ? 'this-machine' : 'between-accounts';
}

/** Input for `runPreflight`. The folder itself is examined, while the blobs are counted. */
export async function preflightDownload(
  spec: DownloadSpec,
  run: PreflightRun & { readonly account: Account; readonly folding: NameFolding },
): Promise<void> {
  const { account, folding, writing, signal } = run;
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
    run,
  );
}

/**
 * Finds the existing object at a file's target. Unless files are numbered, a folder or link there is a reason not to
 * download, as it is for the job.
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

/**
 * Blobs in the archive tier, which no transfer can read: noted as they are planned, rejected as they are examined.
 */
export class ArchivedBlobs {
  /** Of the blobs that were planned but not examined yet: a copy may have several files of one blob. */
  readonly #files = new Map<string, number>();

  plan({ name, tier }: BlobItem): void {
    if (tier === 'Archive') this.#files.set(name, (this.#files.get(name) ?? 0) + 1);
  }

  /** Null where the blob can be read. */
  rejectionOf(name: string): StowageError | null {
    const files = this.#files.get(name);
    if (files === undefined) return null;
    if (files > 1) this.#files.set(name, files - 1);
    else this.#files.delete(name);
    return new StowageError('conflict.archived', 'The blob is in the archive tier.', { context: { blob: name } });
  }
}
