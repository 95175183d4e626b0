// Before a failed file is retried: looks at its source again, and plans it from the start if it has changed.
import { stat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { blockBytesFor, fitsOneRequest } from '../plan/blocks';
import { type FileContext, controlRequest } from './file-context';
import { copyFileOf } from '../plan/copy-plan';
import type { CopyFile, DownloadFile, PlannedFile, UploadFile } from '../records/job-records';
import type { OpenFile } from '../records/files-state';
import type { JobState } from '../records/job-state';
import { localError } from '../../../disk/local-error';
import { downloadFileOf } from '../plan/plan';
import { identityOf, isSameState } from '../plan/source-watch';

/** The open file as it should be moved now. */
export async function refresh(open: OpenFile, context: FileContext, jobState: JobState): Promise<OpenFile> {
  const { file } = open;
  const fresh = await plannedAgain(file, context, jobState);
  if (fresh === file) return open;
  context.journal.note(fresh);
  return jobState.open.get(file.f) ?? open;
}

function plannedAgain(file: PlannedFile, context: FileContext, { head }: JobState): Promise<PlannedFile> {
  if (file.t === 'upload') return uploadAgain(file, context);
  // A check looks at both sides itself.
  if (file.t === 'verify') return Promise.resolve(file);
  if (file.t === 'download') return downloadAgain(file, context);
  const { spec } = head;
  const container = spec.kind === 'copy' || spec.kind === 'move' ? spec.from.container : spec.container;
  return copyAgain(file, container, context);
}

// A missing source may have been deleted by this very move, which finds that out itself.
async function copyAgain(file: CopyFile, container: string, context: FileContext): Promise<PlannedFile> {
  const lane = context.scheduler.openLane(context.signal, context.onRequested);
  const address = { container, name: file.source, side: 'source' as const };
  const { blob } = await controlRequest(context, lane, file.f, 'read-blob', address);
  if (blob === null || blob.etag === file.etag) return file;
  const fresh = copyFileOf({ ...blob, name: file.source, tier: file.tier }, file.name, context.options);
  return { ...fresh, f: file.f, attempt: file.attempt + 1 };
}

async function uploadAgain(file: UploadFile, context: FileContext): Promise<PlannedFile> {
  if (file.marks === 'folder') return file;
  try {
    const now = identityOf(await stat(file.path, { bigint: true }));
    if (isSameState(file, now)) return file;
  } catch (error) {
    throw localError(error, file.path);
  }
  return plannedFromStart(file, context);
}

/** The file as it is now, of which nothing was sent. */
export async function plannedFromStart(file: UploadFile, { options }: FileContext): Promise<UploadFile> {
  try {
    const identity = identityOf(await stat(file.path, { bigint: true }));
    const blockBytes = blockBytesFor(identity.bytes, options, null);
    const one = fitsOneRequest(identity.bytes, blockBytes, options);
    return { ...file, ...identity, attempt: file.attempt + 1, blockBytes: one ? 0 : blockBytes };
  } catch (error) {
    throw localError(error, file.path);
  }
}

async function downloadAgain(file: DownloadFile, context: FileContext): Promise<PlannedFile> {
  if (file.marks === 'folder') return file;
  const { container, options } = context;
  const lane = context.scheduler.openLane(context.signal, context.onRequested);
  const address = { container, name: file.name };
  const { blob } = await controlRequest(context, lane, file.f, 'get-properties', address);
  if (blob === null) {
    throw new StowageError('not-found.blob', 'The blob no longer exists.', { context: { container, blob: file.name } });
  }
  if (blob.etag === file.etag) return file;
  return {
    ...downloadFileOf({ name: file.name, ...blob }, file.segments, options, null),
    f: file.f,
    attempt: file.attempt + 1,
  };
}
