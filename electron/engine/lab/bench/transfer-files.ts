// Files for transfer steps, moved by the product's own transfers in a separate room: their jobs belong to the lab and
// appear in no list.
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TransferOptions } from '@shared/model/transfer';
import type { Clock } from '../../ports';
import type { JobHandle, Transfers } from '../../transfers/api';
import type { FileMove, FileMover, MovedFile } from './bench';
import type { LocalFiles } from './local-files';
import { ended, movedFiles, overTimeLimit } from './moved-files';

export interface TransferFilesPorts {
  readonly transfers: Transfers;
  readonly clock: Clock;
  /** Through the simulated network, and past it. */
  readonly measured: string;
  readonly direct: string;
  readonly container: string;
  readonly local: LocalFiles;
  /** Exists; files that are put there are removed with the run. */
  readonly folder: string;
}

export function createTransferFiles(ports: TransferFilesPorts): FileMover {
  const { transfers, clock, container, folder, local } = ports;
  let moves = 0;

  const pathsOf = ({ own, files, fileBytes }: FileMove): Promise<readonly string[]> =>
    own === undefined ? local.random(files, fileBytes) : local.own(own);

  const upload = async (
    connectionId: string,
    paths: readonly string[],
    prefix: string,
    options: TransferOptions,
  ): Promise<JobHandle> => transfers.uploadPaths({ connectionId, container, prefix, paths, options });

  const moveTogether = async (move: FileMove, paths: readonly string[]): Promise<readonly MovedFile[]> => {
    moves += 1;
    const options: TransferOptions = {
      ...defaultOptions,
      ...(move.isStaged === true ? { alwaysStage: true } : {}),
      blockBytes: move.blockBytes === 'tuned' ? 'auto' : move.blockBytes === 0 ? largestOf(move) : move.blockBytes,
      concurrency: move.blockBytes === 'tuned' ? 'auto' : move.concurrency,
    };
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
      const names = paths.map((path) => basename(path));
      const moved = await movedFiles(job, move, names, { transfers, clock, startedMs });
      const { own } = move;
      if (own === undefined) return moved;
      const bytesOf = new Map(names.map((name, index) => [name, own[index]?.bytes ?? 0]));
      return moved.map((file) => ({ ...file, bytes: bytesOf.get(file.name) ?? 0 }));
    } finally {
      await transfers.registry.calls['jobs.forget']({ jobId: job.jobId }, { signal: move.signal });
      if (move.direction === 'down') await rm(targetDir, { recursive: true, force: true });
    }
  };

  return {
    prepare: async (steps, signal) => {
      const sizes = new Map<string, FileMove>();
      for (const step of steps) {
        const key = step.own === undefined ? `${step.fileBytes}` : JSON.stringify(step.own);
        const before = sizes.get(`${step.direction} ${key}`);
        if ((before?.files ?? 0) < step.files) sizes.set(`${step.direction} ${key}`, step);
      }
      for (const step of sizes.values()) {
        const paths = await pathsOf(step);
        if (step.direction === 'up') continue;
        await ended(await upload(ports.direct, paths, 'source/', defaultOptions), signal);
      }
      // The first job starts the worker threads, which must not be part of a measurement.
      await ended(await upload(ports.direct, await local.random(1, 64 * 1024), 'warm-up/', defaultOptions), signal);
    },
    move: async (move) => {
      const paths = await pathsOf(move);
      if (move.order === 'together') return moveTogether(move, paths);
      const moved: MovedFile[] = [];
      const startedMs = clock.monotonic();
      for (const [index, path] of paths.entries()) {
        const nowMs = clock.monotonic();
        const leftMs = startedMs + move.limitMs - nowMs;
        if (move.signal.aborted) break;
        if (move.limitMs > 0 && leftMs <= 0) {
          moved.push({ name: basename(path), startMs: nowMs, endMs: nowMs, requests: 0, error: overTimeLimit });
          continue;
        }
        const limitMs = move.limitMs > 0 ? leftMs : 0;
        const own = move.own?.slice(index, index + 1);
        moved.push(...(await moveTogether({ ...move, limitMs, ...(own === undefined ? {} : { own }) }, [path])));
      }
      return moved;
    },
  };
}

/** So that every file is one block. */
const largestOf = ({ own, fileBytes }: FileMove): number =>
  Math.max(1, fileBytes, ...(own ?? []).map(({ bytes }) => bytes));

const defaultOptions: TransferOptions = { overwrite: 'always', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' };
