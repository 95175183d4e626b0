// A job of a hundred thousand files: its memory and its reports to the window remain as small as for a few.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { KiB } from '@shared/units';
import { type ListingServer, startListingServer } from '../../../../testing/listing-server';
import { emulatorAccountKey, emulatorAccountName } from '../../../../testing/azurite';
import { systemClock } from '../../../system-clock';
import { MetricsRecorder } from '../../../metrics/recorder';
import type { JobHandle, Transfers } from '../../api';
import { createTransfers } from '../../create-transfers';
import { accountsFor, workerPath } from '../../fixtures/test-bench';

const files = 100_000;
const blobBytes = 24;
const filesAhead = 256;
/** A page of a listing is planned whole, whatever waits. */
const pageFiles = 1_000;
const { signal } = new AbortController();

let service: ListingServer;
let folder: string;
let transfers: Transfers;
beforeEach(async () => {
  service = await startListingServer(files, { blobBytes });
  folder = await mkdtemp(join(tmpdir(), 'stowage-many-'));
  const blob = /BlobEndpoint=([^;]+)/u.exec(service.connectionString)?.[1] ?? '';
  transfers = createTransfers({
    accounts: accountsFor({
      connectionId: 'test',
      accountName: emulatorAccountName,
      endpoints: { blob },
      credential: { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey },
    }),
    sources: { resolve: () => Promise.resolve(null) },
    stateDir: join(folder, 'state'),
    clock: systemClock,
    random: Math.random,
    metrics: new MetricsRecorder(),
    workerPath,
    workerThreads: 2,
    filesAhead,
  });
});
afterEach(async () => {
  await transfers.dispose();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (): Promise<JobHandle> =>
  transfers.downloadTo({
    connectionId: 'test',
    container: service.container,
    selection: [{ kind: 'prefix', prefix: '', as: '' }],
    targetDir: join(folder, 'target'),
    options: defaultTransferOptions,
  });
const job = (): ReturnType<Transfers['jobs']>[number] | undefined => transfers.jobs()[0];
const bytesOf = (shown: unknown): number => JSON.stringify(shown).length;

describe('a job of 100,000 files', () => {
  it('is counted ahead of its plan, reports little to the window, and can be cancelled midway', async () => {
    const { jobId, ended } = await start();
    await expect.poll(() => job()?.filesTotal, { timeout: 60_000, interval: 50 }).toBe(files);
    expect(job()).toMatchObject({ bytesTotal: files * blobBytes });
    // More than one page of the listing has been planned, started and released by then.
    await expect.poll(() => job()?.filesDone, { timeout: 60_000, interval: 50 }).toBeGreaterThan(2 * pageFiles);

    const open = await transfers.calls['transfers.files']({ jobId, state: 'open', offset: 0, limit: 100 }, { signal });
    expect(open.files).toHaveLength(100);
    expect(open.total).toBeLessThan(filesAhead + pageFiles + 2 * (job()?.inFlight ?? 0) + 512);
    const range = { fromMs: 0, toMs: 600_000, columns: 200 };
    const timeline = await transfers.calls['transfers.timeline']({ jobId, ...range }, { signal });
    expect(bytesOf(transfers.jobs())).toBeLessThan(4 * KiB);
    expect(bytesOf(open)).toBeLessThan(64 * KiB);
    expect(timeline?.spans.length).toBeLessThan(range.columns * 2 * (timeline?.slots ?? 0));

    await transfers.registry.calls['jobs.cancel']({ jobId }, { signal });
    const summary = await ended;
    expect(summary).toMatchObject({ state: 'cancelled', failedCount: 0 });
    const remaining = await readdir(join(folder, 'target'));
    expect(remaining.filter((name) => name.endsWith('.part'))).toEqual([]);
    const query = { jobId, state: 'done', offset: 1900, limit: 100 } as const;
    const settled = await transfers.calls['transfers.files'](query, { signal });
    expect(settled).toMatchObject({ total: job()?.filesDone, files: { length: 100 } });
    expect(settled.files[0]).toMatchObject({ state: 'done', bytes: blobBytes, bytesDone: blobBytes });
    // A group that was being named when the job was cancelled is complete, although nothing waited for it.
    const done = job()?.filesDone ?? -1;
    expect(remaining.length).toBeGreaterThanOrEqual(done);
    expect(remaining.length).toBeLessThanOrEqual(done + 128);
    expect(remaining.length).toBeLessThan(files);
    // Planned files and their ends, not the whole job.
    const journal = await stat(join(folder, 'state', 'jobs', `${jobId}.jsonl`));
    expect(journal.size).toBeLessThan((remaining.length + open.total + pageFiles) * KiB);
  });
});
