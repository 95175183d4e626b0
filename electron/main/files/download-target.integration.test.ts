import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streams } from '@shared/ipc/contract';
import { ChannelClient, serveChannel } from '@shared/ipc/endpoint';
import { valuePortChannel } from '@shared/ipc/port-channel';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import { downloadTarget } from './download-target';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-place-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const job = (changes: Partial<TransferJob>): TransferJob =>
  transferJobOf({
    id: 'j',
    kind: 'download',
    state: 'done',
    title: 'a.bin',
    source: 'c/a.bin',
    target: dir,
    filesDone: 1,
    ...changes,
  });

/** Queries an engine that has these jobs and keeps the stream open, as the real one does. */
async function promptDownload(jobs: readonly TransferJob[], jobId = 'j') {
  const { port1, port2 } = new MessageChannel();
  serveChannel(valuePortChannel(port1), {
    calls: {},
    streams,
    checkOutputs: 'yes',
    handlers: {
      calls: {},
      streams: {
        'jobs.watch': (_input: object, context: { signal: AbortSignal; push: (event: unknown) => void }) =>
          new Promise<void>((resolve) => {
            context.signal.addEventListener('abort', () => resolve());
            context.push(jobs);
          }),
      },
    },
  });
  return downloadTarget(new ChannelClient(valuePortChannel(port2)), jobId);
}

describe('target of a download', () => {
  it('is the file when there is one', async () => {
    await writeFile(join(dir, 'a.bin'), '1');
    expect(await promptDownload([job({ id: 'other' }), job({})])).toEqual({ kind: 'file', path: join(dir, 'a.bin') });
  });

  it('is the folder when there are many, or when the file is elsewhere', async () => {
    const folder = { kind: 'folder', path: dir };
    await mkdir(join(dir, 'scans'));
    expect(await promptDownload([job({ title: 'scans', filesTotal: 7 })])).toEqual(folder);
    expect(await promptDownload([job({ title: 'scans' })])).toEqual(folder);
    expect(await promptDownload([job({ title: '../a.bin' })])).toEqual(folder);
    expect(await promptDownload([job({ title: 'missing.bin' })])).toEqual(folder);
  });

  it('is null for an unknown job, an upload, or a folder that is gone', async () => {
    expect(await promptDownload([])).toBeNull();
    expect(await promptDownload([job({})], 'other')).toBeNull();
    expect(await promptDownload([job({ kind: 'upload' })])).toBeNull();
    expect(await promptDownload([job({ target: join(dir, 'gone') })])).toBeNull();
    expect(await promptDownload([job({ target: 'container/folder' })])).toBeNull();
  });
});
