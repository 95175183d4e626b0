// The result of a verification, and the jobs that follow from it: further verifications, and copies of differing files.
// Pure.
import { stat } from 'node:fs/promises';
import { invalidInput } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { RepairDirection, VerifyMode, VerifyReport } from '@shared/model/verify-report';
import { t } from '@shared/strings/t';
import { localError } from '../../../disk/local-error';
import type { Account } from '../../azure/account';
import { blockCount, blockBytesFor, fitsOneRequest } from '../plan/blocks';
import type { UnplannedTarget } from '../plan/specs';
import { DeniedChoices, lookUpBlobs, notShown } from '../plan/look-up-blobs';
import { type PlanStep, downloadFileOf } from '../plan/plan';
import { identityOf } from '../plan/source-watch';
import type {
  DownloadSpec,
  PlannedFile,
  UploadSpec,
  VerifyFile,
  VerifySpec,
  DownloadFile,
  UploadFile,
} from '../records/job-records';
import type { JobState } from '../records/job-state';
import { comparedPieceBytes } from '../files/check';

/** Throws `invalid.input` for a job that has nothing to compare. */
export function verifySpecOf({ head }: JobState, mode: VerifyMode): VerifySpec {
  const { spec, id: jobId, title } = head;
  if (spec.kind === 'verify' || spec.kind === 'move') throw notCheckable();
  const { connectionId, container } = spec;
  const options = { ...defaultTransferOptions, verify: mode };
  const common = { kind: 'verify' as const, connectionId, container, options };
  if (spec.kind === 'copy') return { ...common, of: { kind: 'copy', jobId, title, from: spec.from } };
  const targetDir = spec.kind === 'download' ? spec.targetDir : '';
  return { ...common, of: { kind: 'job', jobId, title, targetDir } };
}

export function verifyReportOf(jobState: JobState): VerifyReport {
  const spec = checkOf(jobState);
  const codes = { here: 0, there: 0, differs: 0, failed: 0 };
  const notCompared = { files: 0, bytes: 0, requests: 0 };
  const sidesRead = spec.of.kind === 'copy' ? 2 : 1;
  for (const { file, failure } of jobState.failed.values()) {
    if (failure.code === 'verify.missing-here' || failure.code === 'verify.missing-source') codes.here += 1;
    else if (failure.code === 'verify.missing-there' || failure.code === 'verify.missing-copy') codes.there += 1;
    else if (failure.code === 'verify.length' || failure.code === 'verify.content') codes.differs += 1;
    else if (failure.code === 'verify.no-md5') {
      const bytes = file?.bytes ?? 0;
      notCompared.files += 1;
      notCompared.bytes += sidesRead * bytes;
      notCompared.requests += sidesRead * blockCount(bytes, comparedPieceBytes);
    } else codes.failed += 1;
  }
  const amount = (direction: RepairDirection): VerifyReport['up'] => {
    if (!directionsOf(spec).includes(direction)) return null;
    const files = repairable(jobState.failed.values(), direction);
    return { files: files.length, bytes: files.reduce((sum, file) => sum + copiedBytes(file, direction), 0) };
  };
  return {
    of: spec.of.kind === 'copy' ? 'blobs' : 'files',
    mode: spec.options.verify === 'length' ? 'length' : 'md5',
    same: jobState.filesDone,
    missingHere: codes.here,
    missingThere: codes.there,
    differs: codes.differs,
    failed: codes.failed,
    notCompared,
    up: amount('up'),
    down: amount('down'),
  };
}

/** The job that copies missing or different files. Throws `invalid.input` when that is impossible in this direction. */
export function repairSpecOf(jobState: JobState, direction: RepairDirection): UploadSpec | DownloadSpec {
  const spec = checkOf(jobState);
  const { of } = spec;
  const isWay = directionsOf(spec).includes(direction);
  if (of.kind === 'copy' || !isWay || repairable(jobState.failed.values(), direction).length === 0) {
    throw invalidInput('direction', t`there is nothing to copy in this direction.`, t`Choose the other direction.`);
  }
  const { connectionId, container } = spec;
  const options = { ...defaultTransferOptions, overwrite: 'always' as const };
  const common = { connectionId, container, options, repairs: { jobId: jobState.head.id } };
  if (direction === 'down') {
    return { kind: 'download', ...common, selection: [], targetDir: of.kind === 'folder' ? of.dir : of.targetDir };
  }
  return { kind: 'upload', ...common, prefix: of.kind === 'folder' ? of.prefix : '', paths: [] };
}

/** Reads and compares the blobs without MD5. */
export function toReadInFull(jobState: JobState): readonly PlannedFile[] {
  checkOf(jobState);
  return [...jobState.failed.values()].flatMap(({ file, failure }) =>
    file?.t === 'verify' && failure.code === 'verify.no-md5' ? [{ ...file, reading: 'in full' as const }] : [],
  );
}

/**
 * A folder can be repaired in both directions; a transfer only in its original one, and a copy is made again at its
 * target.
 */
function directionsOf({ of }: VerifySpec): readonly RepairDirection[] {
  if (of.kind === 'copy') return [];
  if (of.kind === 'folder') return ['up', 'down'];
  return of.targetDir === '' ? ['up'] : ['down'];
}

function copiedBytes({ here, there, bytes }: VerifyFile, direction: RepairDirection): number {
  return (direction === 'up' ? here : there)?.bytes ?? bytes;
}

function checkOf({ head }: JobState): VerifySpec {
  if (head.spec.kind !== 'verify') throw notACheck();
  return head.spec;
}

function notCheckable(): Error {
  return invalidInput('job', t`it has no files to compare.`, t`Choose an upload, a download or a copy.`);
}

function notACheck(): Error {
  return invalidInput('job', t`it is not a verification.`, t`Choose a verification.`);
}

// The files that a verification found missing or different, as the files of a job that copies them: upwards over the
// contents of the container, or downwards over the local files.

const mendedBy: Readonly<Record<RepairDirection, ReadonlySet<string>>> = {
  up: new Set(['verify.missing-there', 'verify.length', 'verify.content']),
  down: new Set(['verify.missing-here', 'verify.length', 'verify.content']),
};

/** What a check has found, by the number of the file. */
export type Findings = Iterable<{ readonly file: PlannedFile | null; readonly failure: { readonly code: string } }>;

/** The pairs that a copy in this direction makes equal; with `only`, just that one. */
export function repairable(
  findings: Findings,
  direction: RepairDirection,
  only?: UnplannedTarget,
): readonly VerifyFile[] {
  const files: VerifyFile[] = [];
  for (const { file, failure } of findings) {
    if (file?.t !== 'verify' || !mendedBy[direction].has(failure.code)) continue;
    const { source, target } = targetsIn(direction, file);
    if (only === undefined || (only.source === source && only.target === target)) files.push(file);
  }
  return files;
}

function targetsIn(direction: RepairDirection, { path, name, segments }: VerifyFile): UnplannedTarget {
  return direction === 'up' ? { source: path, target: name } : { source: name, target: segments.join('/') };
}

const maxConcurrentLookups = 16;

export async function* planRepairUp(
  files: readonly VerifyFile[],
  { options }: UploadSpec,
  signal: AbortSignal,
): AsyncGenerator<readonly PlanStep<UploadFile>[], void, undefined> {
  const step = async ({ path, name }: VerifyFile): Promise<PlanStep<UploadFile>> => {
    try {
      const identity = identityOf(await stat(path, { bigint: true }));
      const blockBytes = blockBytesFor(identity.bytes, options, null);
      const one = fitsOneRequest(identity.bytes, blockBytes, options);
      return {
        kind: 'file',
        file: { t: 'upload', path, name, ...identity, blockBytes: one ? 0 : blockBytes },
        remark: '',
      };
    } catch (error) {
      return { kind: 'problem', problem: { source: path, target: name, error: localError(error, path) } };
    }
  };
  yield* inGroups(files, step, signal);
}

export async function* planRepairDown(
  files: readonly VerifyFile[],
  { container, options }: DownloadSpec,
  {
    account,
    signal,
    insists,
  }: { readonly account: Account; readonly signal: AbortSignal; readonly insists?: 'yes' | 'no' },
): AsyncGenerator<readonly PlanStep<DownloadFile>[], void, undefined> {
  const denied = new DeniedChoices(insists);
  const names = files.map(({ name }) => name);
  let looked = 0;
  for await (const { lookups, since, shown } of lookUpBlobs(names, { account, container, rejected: denied, signal })) {
    const steps: PlanStep<DownloadFile>[] = [];
    for (const { name, found } of lookups) {
      const segments = files[looked]?.segments ?? [];
      looked += 1;
      const target = segments.join('/');
      if ('blob' in found) {
        steps.push({ kind: 'file', file: downloadFileOf(found.blob, segments, options, null), remark: '' });
      } else if (!denied.putAside('read', name, target, found)) steps.push(notShown(name, target, found));
    }
    yield* denied.shown('read', since, shown);
    if (steps.length > 0) yield steps;
  }
  yield* denied.settle();
}

async function* inGroups<F>(
  files: readonly VerifyFile[],
  step: (file: VerifyFile) => Promise<PlanStep<F>>,
  signal: AbortSignal,
): AsyncGenerator<readonly PlanStep<F>[], void, undefined> {
  for (let at = 0; at < files.length; at += maxConcurrentLookups) {
    signal.throwIfAborted();
    yield await Promise.all(files.slice(at, at + maxConcurrentLookups).map(step));
  }
}
