// The result of a check, and the jobs that follow from it: further checks, and copies of what differs. Pure.
import { invalidInput } from '@shared/errors';
import type { RepairDirection, VerifyMode, VerifyReport } from '@shared/model/verify-report';
import { defaultTransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { blockCount } from '../plan/block-plan';
import type { DownloadSpec, PlannedFile, UploadSpec, VerifyFile, VerifySpec } from '../records/job-records';
import type { JobState } from '../records/job-state';
import { comparedPieceBytes } from './verify-pieces';
import { repairable } from './verify-repair';

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

/**
 * The job that copies what is missing or different. Throws `invalid.input` when that is impossible in this direction.
 */
export function repairSpecOf(jobState: JobState, direction: RepairDirection): UploadSpec | DownloadSpec {
  const spec = checkOf(jobState);
  const { of } = spec;
  const isWay = directionsOf(spec).includes(direction);
  if (of.kind === 'copy' || !isWay || repairable(jobState.failed.values(), direction).length === 0) {
    throw invalidInput('direction', t`there is nothing to copy this way.`, t`Choose the other direction.`);
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

/** A folder can be repaired in both directions; a transfer only in its own, and a copy is made again at its target. */
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
  return invalidInput('job', t`it left nothing to compare.`, t`Choose an upload, a download or a copy.`);
}

function notACheck(): Error {
  return invalidInput('job', t`it is not a check.`, t`Choose a check.`);
}
