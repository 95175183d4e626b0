// Finds where a download went, by asking the engine once for its jobs.
import type { StreamEvent } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';
import { isAbsolute } from 'node:path';

/** The absolute target of a download; null when the job is unknown or no download. Closes the client. */
export async function downloadTarget(client: ChannelClient, jobId: string): Promise<string | null> {
  const seen = new AbortController();
  let jobs: StreamEvent<'transfers.watch'> = [];
  try {
    await client.subscribe(
      'transfers.watch',
      {},
      (event) => {
        jobs = event as StreamEvent<'transfers.watch'>;
        seen.abort();
      },
      seen.signal,
    );
  } catch (error) {
    if (!seen.signal.aborted) throw error;
  } finally {
    client.close();
  }
  const job = jobs.find(({ id, kind }) => id === jobId && kind === 'download');
  return job && isAbsolute(job.target) ? job.target : null;
}
