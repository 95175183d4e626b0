// Files for transfer steps, moved by the product's own transfers in a room of their own: their jobs are the lab's and
// appear in no list. Times come from the room's trace of requests.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { TransferOptions } from '@shared/model/transfer';
import type { TraceSpan } from '@shared/model/transfer-trace';
import type { Clock } from '../../ports';
import type { JobEvent, JobHandle, Transfers } from '../../transfers/api';
import type { FileMove, FileMover, MovedFile } from './bench';

export interface TransferFilesPorts {
  readonly transfers: Transfers;
  readonly clock: Clock;
  /** Behind the line, and past it. */
  readonly measured: string;
  readonly direct: string;
  readonly container: string;
  /** Exists; what is put there is removed with the run. */
  readonly folder: string;
}

const pieceBytes = 4 * 1024 * 1024;

export function createTransferFiles(ports: TransferFilesPorts): FileMover {
  const { transfers, clock, container, folder } = ports;
  const made = new Map<string, Promise<string>>();
  let moves = 0;

  const localFile = (bytes: number, index: number): Promise<string> => {
    const name = `${bytes}-${index}.bin`;
    const known = made.get(name) ?? randomFile(join(folder, 'source', name), bytes);
    made.set(name, known);
    return known;
  };
  const localFiles = (count: number, bytes: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => localFile(bytes, index)));

  const upload = async (
    connectionId: string,
    paths: readonly string[],
    prefix: string,
    options: TransferOptions,
  ): Promise<JobHandle> => transfers.uploadPaths({ connectionId, container, prefix, paths, options });

  return {
    prepare: async (steps, signal) => {
      await mkdir(join(folder, 'source'), { recursive: true });
      const sizes = new Map<number, number>();
      for (const { fileBytes, files } of steps) sizes.set(fileBytes, Math.max(sizes.get(fileBytes) ?? 0, files));
      const downloads = new Map<number, number>();
      for (const { fileBytes, files, direction } of steps) {
        if (direction === 'down') downloads.set(fileBytes, Math.max(downloads.get(fileBytes) ?? 0, files));
      }
      for (const [bytes, count] of sizes) await localFiles(count, bytes);
      for (const [bytes, count] of downloads) {
        await ended(await upload(ports.direct, await localFiles(count, bytes), 'source/', usualOptions), signal);
      }
      // The first job starts the worker threads; none that is measured should wait for that.
      await ended(await upload(ports.direct, [await localFile(64 * 1024, 0)], 'warm-up/', usualOptions), signal);
    },
    move: async (move) => {
      moves += 1;
      const options: TransferOptions = {
        overwrite: 'always',
        verify: 'md5',
        blockBytes:
          move.blockBytes === 'tuned' ? 'auto' : move.blockBytes === 0 ? Math.max(1, move.fileBytes) : move.blockBytes,
        concurrency: move.blockBytes === 'tuned' ? 'auto' : move.concurrency,
      };
      const paths = await localFiles(move.files, move.fileBytes);
      const targetDir = join(folder, `down-${moves}`);
      const startedMs = clock.monotonic();
      const job =
        move.direction === 'up'
          ? await upload(ports.measured, paths, `${moves}/`, options)
          : await transfers.downloadTo({
              connectionId: ports.measured,
              container,
              selection: paths.map((path) => ({ kind: 'blob', name: `source/${basename(path)}` })),
              targetDir,
              options,
            });
      try {
        return await moved(job, move, startedMs);
      } finally {
        await transfers.calls['transfers.forget']({ jobId: job.jobId }, { signal: move.signal });
        if (move.direction === 'down') await rm(targetDir, { recursive: true, force: true });
      }
    },
  };

  async function moved(job: JobHandle, move: FileMove, startedMs: number): Promise<readonly MovedFile[]> {
    const endings: { readonly name: string; readonly endMs: number; readonly error: string }[] = [];
    job.onEvent((event: JobEvent) => {
      if (event.event !== 'item') return;
      const { source, target, outcome, code } = event.item;
      const name = basename(move.direction === 'up' ? source : target);
      endings.push({ name, endMs: clock.monotonic(), error: outcome === 'failed' ? code : '' });
    });
    const stopWaiting = new AbortController();
    if (move.limitMs > 0) {
      clock.sleep(move.limitMs, stopWaiting.signal).then(
        () => job.cancel(),
        () => undefined,
      );
    }
    const summary = await ended(job, move.signal).finally(() => stopWaiting.abort());
    const endMs = clock.monotonic();
    const spans = await spansOf(job.jobId, startedMs, move.signal);
    const requests = Math.max(1, Math.round(summary.requests / move.files));
    const named = endings.map(({ name, endMs: at, error }): MovedFile => {
      const span = spans.get(name);
      // Files are told of in groups, when their journal is on the disk: when one arrived is known from its requests.
      if (span === undefined) return { startMs: startedMs, endMs: at, requests, error };
      const arrivedMs = error === '' ? startedMs + span.toMs : at;
      return { startMs: startedMs + span.fromMs, endMs: arrivedMs, requests, error };
    });
    const missing = Math.max(0, move.files - named.length);
    const givenUp: MovedFile = { startMs: startedMs, endMs, requests, error: 'cancelled.by-user' };
    return [...named, ...Array.from({ length: missing }, () => givenUp)];
  }

  /** When the first request of each file began and the last one ended, ms since the job's run began. */
  async function spansOf(
    jobId: string,
    startedMs: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, FileSpan>> {
    // Columns this narrow keep every request apart: put together with its neighbours, it would lose its file.
    const toMs = Math.ceil(clock.monotonic() - startedMs) + 1;
    const range = { jobId, fromMs: 0, toMs, columns: toMs * 1000 };
    const timeline = await transfers.calls['transfers.timeline'](range, { signal });
    const found = new Map<string, FileSpan>();
    for (const { name, fromMs, toMs: end } of timeline?.spans ?? ([] as readonly TraceSpan[])) {
      const file = basename(name);
      const before = found.get(file) ?? { fromMs, toMs: fromMs };
      found.set(file, { fromMs: Math.min(before.fromMs, fromMs), toMs: Math.max(before.toMs, end ?? fromMs) });
    }
    return found;
  }
}

interface FileSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const usualOptions: TransferOptions = { overwrite: 'always', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' };

/** A job that ended because the run was stopped, or could do nothing at all, ends the run. */
async function ended(job: JobHandle, signal: AbortSignal) {
  const cancel = (): void => void job.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const summary = await job.ended;
    if (summary.stoppedBy !== null && !signal.aborted && summary.stoppedBy.code !== 'cancelled.by-user') {
      throw new StowageError('local.io', summary.stoppedBy.message, { context: { detail: summary.stoppedBy.message } });
    }
    return summary;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function randomFile(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'w');
  try {
    for (let left = bytes; left > 0; left -= pieceBytes) await file.write(randomBytes(Math.min(pieceBytes, left)));
  } finally {
    await file.close();
  }
  return path;
}
