// The ids of the blocks of one file in one job.
import { blockIdPrefix, markOfAttempt, markOfPlan } from '../plan/blocks';
import type { CopyFile, JobHead, UploadFile } from '../records/job-records';

interface OwnJob {
  readonly jobId: string;
  readonly blockIds: JobHead['blockIds'];
}

/** Another one as soon as the file is planned as another state of its source, or in blocks of another size. */
export function idPrefixOf(file: UploadFile | CopyFile, { jobId, blockIds }: OwnJob): string {
  const mark = blockIds === 'plan' ? markOfPlan(planOf(file)) : markOfAttempt(file.attempt);
  return blockIdPrefix(jobId, mark, file.t === 'upload' ? file.idBytes : undefined);
}

function planOf(file: UploadFile | CopyFile): readonly (string | number)[] {
  const { attempt, bytes, blockBytes } = file;
  const source = file.t === 'upload' ? [file.mtimeNs, file.ino] : [file.source, file.etag];
  return [attempt, bytes, blockBytes, ...source];
}
