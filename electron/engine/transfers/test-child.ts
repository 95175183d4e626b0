// A process of its own that runs one transfer, for tests that kill it. Reads its task from the first argument and
// prints the job's id once it runs; bundled by the tests that start it.
import { systemClock } from '../azure/system-clock';
import { createAccount } from '../azure/create-account';
import { createAccountDeps } from '../azure/account-deps';
import type { AccountDescriptor } from '../azure/account';
import { MetricsRecorder } from '../metrics/recorder';
import type { CopyRequest, DownloadRequest, JobHandle, UploadRequest } from './api';
import { createTransfers } from './create-transfers';

export interface ChildTask {
  readonly descriptor: AccountDescriptor;
  readonly stateDir: string;
  readonly workerPath: string;
  readonly request:
    ({ readonly kind: 'upload' } & UploadRequest) | ({ readonly kind: 'download' } & DownloadRequest) | CopyRequest;
}

async function main({ descriptor, stateDir, workerPath, request }: ChildTask): Promise<void> {
  const metrics = new MetricsRecorder();
  const account = createAccount(descriptor, createAccountDeps({ metrics, clock: systemClock, random: Math.random }));
  const open = (): Promise<typeof account> => Promise.resolve(account);
  const transfers = createTransfers({
    accounts: { open, openForWriting: open },
    sources: { resolve: () => Promise.resolve(null) },
    stateDir,
    clock: systemClock,
    random: Math.random,
    metrics,
    workerPath,
    workerThreads: 2,
  });
  const begin = (): Promise<JobHandle> => {
    if (request.kind === 'upload') return transfers.uploadPaths(request);
    return request.kind === 'download' ? transfers.downloadTo(request) : transfers.copyBlobs(request);
  };
  const job = await begin();
  process.stdout.write(`${job.jobId}\n`);
  await job.ended;
  await transfers.dispose();
}

void main(JSON.parse(process.argv[2] ?? '') as ChildTask);
