// Finds the file that a job on a table wrote, by asking the engine once.
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { CallOutput } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';

/** Absolute, of a file that is there; null when the job wrote none, or the file was moved since. Closes the client. */
export async function jobFile(client: ChannelClient, jobId: string): Promise<string | null> {
  try {
    const { path } = (await client.call('table-jobs.output-path', { jobId })) as CallOutput<'table-jobs.output-path'>;
    if (path === null || !isAbsolute(path)) return null;
    const found = await stat(path).catch(() => null);
    return found?.isFile() === true ? path : null;
  } finally {
    client.close();
  }
}
