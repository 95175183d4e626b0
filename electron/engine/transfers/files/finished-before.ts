// Whether the file at the final name of a download is what an earlier run of the job put there: a run that is killed
// may have finished files that its journal does not call done.
import { earlierWithin, type FileContext } from './file-context';
import { hashing } from './move-blocks';
import { type DownloadFile, modifiedOf } from '../records/job-records';
import type { OpenFile } from '../records/files-state';
import type { LocalFacts } from './local-target';

/** Some disks keep times in steps of two seconds. */
const coarsestTimeMs = 2000;

/** Reads the whole file where its blob has an MD5. */
export async function isFinishedBefore(
  open: OpenFile,
  file: DownloadFile,
  { path, local }: { readonly path: string; readonly local: LocalFacts },
  context: FileContext,
): Promise<boolean> {
  const withinMs = earlierWithin({ open, file, context });
  if (withinMs === null || local.bytes !== file.bytes) return false;
  // Whoever finishes a file gives it the time of its blob.
  const isOfBlob = Math.abs(local.mtimeMs - Date.parse(modifiedOf(file))) < coarsestTimeMs;
  if (!isOfBlob || context.clock.now() - local.namedMs > withinMs) return false;
  // Without an MD5, what was there before the job may be a damaged file that the job is to replace.
  if (file.contentMd5 === '') return local.namedMs >= context.createdAtMs;
  return (await localMd5(path, file.bytes, context)) === file.contentMd5;
}

export async function localMd5(path: string, bytes: number, context: FileContext): Promise<string> {
  return hashing(context, { path, bytes, readableBytes: bytes }, context.signal).md5();
}
