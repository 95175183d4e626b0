// Compares one file with its blob: existence, length, MD5. Differences are thrown as errors; neither side is changed.
import { lstat } from 'node:fs/promises';
import { compareInPieces, found } from './verify-pieces';
import { type FileContext, type FileOutcome, controlRequest, requestInSlot } from '../files/file-context';
import type { VerifyFile } from '../records/job-records';
import type { OpenFile } from '../records/files-state';
import { unit } from '../progress/job-progress';
import { localError, systemCodeOf } from '../../../disk/local-error';
import type { Lane } from '../pace/scheduler';
import { t } from '@shared/strings/t';

/** Throws StowageError `verify.*` for a difference, and what kept the two from being compared. */
export async function verifyFile(open: OpenFile, planned: VerifyFile, context: FileContext): Promise<FileOutcome> {
  const lane = context.scheduler.openLane(context.signal, context.onRequested);
  const isFresh = open.recheck === 'no' && open.earlier === 'no';
  const held = isFresh ? planned : { ...planned, there: null };
  const file = isFresh && planned.facts === 'known' ? planned : await check(held, lane, context);
  const { here, there } = file;
  if (here === null && there === null) return { outcome: 'skipped', reason: 'gone on both sides' };
  if (here === null) throw found('verify.missing-here', t`There is a blob and no file.`, file, context);
  if (there === null) throw found('verify.missing-there', t`There is a file and no blob.`, file, context);
  if (here.bytes !== there.bytes) {
    const detail = t`${here.bytes} bytes here, ${there.bytes} there.`;
    throw found('verify.length', detail, file, context, { hereBytes: here.bytes, thereBytes: there.bytes });
  }
  if (context.options.verify === 'length' || here.bytes === 0) return { outcome: 'done' };
  if (there.contentMd5 !== '') return compareMd5(file, there.contentMd5, lane, context);
  if (file.reading === 'in full') return compareBytes(file, there.etag, lane, context);
  throw found('verify.no-md5', t`No MD5 is stored with the blob; only the length was compared.`, file, context);
}

/** At the file, and at the blob unless the plan knows it. */
async function check(planned: VerifyFile, lane: Lane, context: FileContext): Promise<VerifyFile> {
  const [here, there] = await Promise.all([
    inspectLocal(planned.path),
    planned.there ?? inspectRemote(planned, lane, context),
  ]);
  const bytes = here?.bytes ?? there?.bytes ?? 0;
  const file: VerifyFile = { ...planned, here, there, bytes };
  if (bytes !== planned.bytes) context.journal.note(file);
  return file;
}

async function inspectRemote({ f, name }: VerifyFile, lane: Lane, context: FileContext): Promise<VerifyFile['there']> {
  const address = { container: context.container, name };
  const { blob } = await controlRequest(context, lane, f, 'get-properties', address);
  return blob === null ? null : { bytes: blob.bytes, etag: blob.etag, contentMd5: blob.contentMd5 };
}

async function inspectLocal(path: string): Promise<VerifyFile['here']> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? { bytes: stats.size } : null;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return null;
    throw localError(error, path);
  }
}

async function compareMd5(file: VerifyFile, stored: string, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const computed = await lane.run(0, () => hashShown(file, context));
  if (computed === stored) return { outcome: 'done' };
  throw found('verify.content', t`The MD5 of the file is not the one stored with the blob.`, file, context, {
    stored,
    computed,
  });
}

/** Hashes on a thread without requests; the progress of the job follows the hash. */
async function hashShown(file: VerifyFile, { pool, progress, trace, jobId, signal }: FileContext): Promise<string> {
  const { f, path, name, bytes } = file;
  const traced = trace.started({ file: f, name, block: 0, bytes, sends: 'nothing' });
  let outcome: 'done' | 'not-done' = 'not-done';
  let passed = 0;
  const beganMs = progress.started(bytes);
  progress.file(f, unit.inFlight);
  try {
    const hash = pool.hash(jobId, { path, bytes, readableBytes: bytes }, signal, (hashed) => {
      progress.passed(f, hashed - passed);
      passed = hashed;
    });
    const { md5 } = await hash.result;
    outcome = 'done';
    return md5;
  } finally {
    trace.ended(traced, outcome);
    progress.passed(f, -passed);
    progress.stopped(f, bytes, outcome, beganMs);
    progress.file(f, outcome === 'done' ? unit.done : unit.untouched);
  }
}

async function compareBytes(file: VerifyFile, etag: string, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const input = { container: context.container, name: file.name, file: file.f, etag, path: file.path };
  try {
    return await compareInPieces(file, lane, context, 1, async ({ number, offset, length }, own) => {
      const shown = { f: file.f, block: number };
      return (await requestInSlot(own, length, shown, 'compare-range', { ...input, offset, length })).outcome;
    });
  } finally {
    context.pool.release(context.jobId, file.f);
  }
}
