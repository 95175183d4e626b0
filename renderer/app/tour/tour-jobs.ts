// The transfers of the tour: small jobs that it starts, their progress and outcome.
import { isTransfer } from '@shared/jobs/kinds';
import { titleOfStoredError } from '@shared/error-text';
import { t } from '@shared/strings/t';
import { embeddedConnectionId as local } from '@shared/model/connection';
import { type TransferJob, defaultTransferOptions } from '@shared/model/transfer';
import { MiB } from '@shared/units';
import { call, subscribe } from '@renderer/bridge';
import { TourStuck, until } from './wait';

const tourPrefix = 'tour/';
const transferLimitMs = 120_000;
/** Slow enough to be watched. */
const tourRate = 100 * MiB;

/** The job that a step began last. */
let running: string | null = null;

/** Starts to upload the tour's own file; the job's id. */
export async function startUpload(signal: AbortSignal): Promise<string> {
  await lastJobEnded(signal);
  const { upload: file } = await call('tour.prepare', {}, { signal });
  const { jobId } = await call(
    'transfers.upload',
    {
      connectionId: local,
      container: 'photos',
      prefix: tourPrefix,
      sources: [file.token],
      options: { ...defaultTransferOptions, overwrite: 'always', limitRate: tourRate },
    },
    { signal },
  );
  running = jobId;
  return jobId;
}

/** Starts to download the file that the tour has uploaded; the job's id. */
export async function startDownload(signal: AbortSignal): Promise<string> {
  await lastJobEnded(signal);
  const { upload, downloadFolder } = await call('tour.prepare', {}, { signal });
  const { jobId } = await call(
    'transfers.download',
    {
      connectionId: local,
      container: 'photos',
      names: [`${tourPrefix}${upload.name}`],
      prefixes: [],
      targetToken: downloadFolder.token,
      options: { ...defaultTransferOptions, overwrite: 'always', limitRate: tourRate },
    },
    { signal },
  );
  running = jobId;
  return jobId;
}

const endStates: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled', 'interrupted']);

/** Waits until that share of the job's bytes has moved, or until it ended well. */
export async function jobReaches(jobId: string, share: number, signal: AbortSignal): Promise<void> {
  const job = await watchJob(
    jobId,
    ({ state, bytesDone, bytesTotal }) => endStates.has(state) || (bytesTotal > 0 && bytesDone >= share * bytesTotal),
    signal,
  );
  rejectFailure(job);
}

/** Waits for the end of the job that the step began; anything but done is a failure of the step. */
export async function lastJobDone(signal: AbortSignal): Promise<void> {
  if (running === null) return;
  const job = await watchJob(running, ({ state }) => endStates.has(state), signal);
  running = null;
  rejectFailure(job);
}

/** If the user continues early, the next step would otherwise remove the source of this transfer. */
async function lastJobEnded(signal: AbortSignal): Promise<void> {
  // However it ended, the next step begins.
  await lastJobDone(signal).catch((thrown: unknown) => {
    if (!(thrown instanceof TourStuck)) throw thrown;
    running = null;
  });
}

function rejectFailure(job: TransferJob): void {
  if (!endStates.has(job.state) || job.state === 'done') return;
  const [failed] = job.failed;
  const why = failed === undefined ? job.note : titleOfStoredError(failed);
  throw new TourStuck(t`The transfer did not finish: ${why}.`);
}

async function watchJob(
  jobId: string,
  exists: (job: TransferJob) => boolean,
  signal: AbortSignal,
): Promise<TransferJob> {
  const watch = new AbortController();
  let latest: TransferJob | undefined;
  const watching = subscribe(
    'jobs.watch',
    {},
    (jobs) => (latest = jobs.filter(isTransfer).find(({ id }) => id === jobId)),
    {
      signal: watch.signal,
    },
  ).catch(() => undefined);
  try {
    return await until(t`The transfer`, () => latest && exists(latest) && latest, signal, transferLimitMs);
  } finally {
    watch.abort();
    await watching;
  }
}
