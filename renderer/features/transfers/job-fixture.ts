// A transfer job for tests: an upload of one file, half done, unless said otherwise.
import type { TransferJob } from '@shared/model/transfer';
import { MiB } from '@shared/units';

export function jobWith(change: Partial<TransferJob> = {}): TransferJob {
  return {
    id: 'job-1',
    kind: 'upload',
    state: 'running',
    connectionId: 'local',
    title: 'survey-2026-11.parquet',
    source: 'survey-2026-11.parquet',
    target: 'photos/',
    bytesDone: 512 * MiB,
    bytesTotal: 1024 * MiB,
    filesDone: 0,
    filesTotal: 1,
    plan: 'whole',
    requests: 7,
    filesSkipped: 0,
    failed: [],
    failedCount: 0,
    bytesPerSecond: 212.4 * MiB,
    remainingMs: 8_200,
    retries: 0,
    throttled: 0,
    inFlight: 16,
    blockBytes: 8 * MiB,
    cells: '2222222213110000',
    bottleneck: 'line',
    note: '',
    createdAtMs: 1_000,
    endedAtMs: null,
    ...change,
  };
}
