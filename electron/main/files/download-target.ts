// Finds the target of a download by requesting the jobs of the engine once.
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isTransfer } from '@shared/jobs/kinds';
import type { StreamEvent } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';

/** The path that the file manager can show: the downloaded file, or the folder that contains the downloaded files. */
export interface DownloadTarget {
  readonly kind: 'file' | 'folder';
  /** Absolute; it exists. */
  readonly path: string;
}

/** Null when the job is unknown, not a download, or its folder is gone. Closes the client. */
export async function downloadTarget(client: ChannelClient, jobId: string): Promise<DownloadTarget | null> {
  const job = (await jobsNow(client)).filter(isTransfer).find(({ id, kind }) => id === jobId && kind === 'download');
  if (!job || !isAbsolute(job.target)) return null;
  // The title of a job with one file is its name. If the file is nested deeper, the folder is shown instead.
  const file = join(job.target, job.title);
  if (job.filesTotal === 1 && !/[/\\]/.test(job.title) && (await kindOf(file)) === 'file') {
    return { kind: 'file', path: file };
  }
  return (await kindOf(job.target)) === 'folder' ? { kind: 'folder', path: job.target } : null;
}

async function jobsNow(client: ChannelClient): Promise<StreamEvent<'jobs.watch'>> {
  const seen = new AbortController();
  let jobs: StreamEvent<'jobs.watch'> = [];
  try {
    await client.subscribe(
      'jobs.watch',
      {},
      (event) => {
        jobs = event as StreamEvent<'jobs.watch'>;
        seen.abort();
      },
      seen,
    );
  } catch (error) {
    if (!seen.signal.aborted) throw error;
  } finally {
    client.close();
  }
  return jobs;
}

async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  return found.isDirectory() ? 'folder' : 'file';
}
