// Files for transfer steps, moved by the product's own transfers in a separate room: their jobs belong to the lab and
// appear in no list.
import { createCipheriv } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TransferOptions } from '@shared/model/transfer';
import type { Clock } from '../../ports';
import type { JobHandle, Transfers } from '../../transfers/api';
import type { FileMove, FileMover, MovedFile } from './bench';
import { ended, movedFiles, overTimeLimit } from './moved-files';

export interface TransferFilesPorts {
  readonly transfers: Transfers;
  readonly clock: Clock;
  /** Through the simulated network, and past it. */
  readonly measured: string;
  readonly direct: string;
  readonly container: string;
  /** Decides the bytes of the files. */
  readonly seed: number;
  /** Exists; files that are put there are removed with the run. */
  readonly folder: string;
}

const pieceBytes = 4 * 1024 * 1024;

export function createTransferFiles(ports: TransferFilesPorts): FileMover {
  const { transfers, clock, container, folder, seed } = ports;
  const made = new Map<string, Promise<string>>();
  let moves = 0;

  const localFile = (bytes: number, index: number): Promise<string> => {
    const name = `${bytes}-${index}.bin`;
    const known = made.get(name) ?? randomFile(join(folder, 'source', name), bytes, `${seed} ${index}`);
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

  const moveTogether = async (move: FileMove, paths: readonly string[]): Promise<readonly MovedFile[]> => {
    moves += 1;
    const options: TransferOptions = {
      ...defaultOptions,
      ...(move.isStaged === true ? { alwaysStage: true } : {}),
      blockBytes:
        move.blockBytes === 'tuned' ? 'auto' : move.blockBytes === 0 ? Math.max(1, move.fileBytes) : move.blockBytes,
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
      return await movedFiles(job, move, names, { transfers, clock, startedMs });
    } finally {
      await transfers.registry.calls['jobs.forget']({ jobId: job.jobId }, { signal: move.signal });
      if (move.direction === 'down') await rm(targetDir, { recursive: true, force: true });
    }
  };

  return {
    prepare: async (steps, signal) => {
      await mkdir(join(folder, 'source'), { recursive: true, mode: 0o700 });
      const sizes = new Map<number, number>();
      for (const { fileBytes, files } of steps) sizes.set(fileBytes, Math.max(sizes.get(fileBytes) ?? 0, files));
      const downloads = new Map<number, number>();
      for (const { fileBytes, files, direction } of steps) {
        if (direction === 'down') downloads.set(fileBytes, Math.max(downloads.get(fileBytes) ?? 0, files));
      }
      for (const [bytes, count] of sizes) await localFiles(count, bytes);
      for (const [bytes, count] of downloads) {
        await ended(await upload(ports.direct, await localFiles(count, bytes), 'source/', defaultOptions), signal);
      }
      // The first job starts the worker threads, which must not be part of a measurement.
      await ended(await upload(ports.direct, [await localFile(64 * 1024, 0)], 'warm-up/', defaultOptions), signal);
    },
    move: async (move) => {
      const paths = await localFiles(move.files, move.fileBytes);
      if (move.order === 'together') return moveTogether(move, paths);
      const moved: MovedFile[] = [];
      const startedMs = clock.monotonic();
      for (const path of paths) {
        const nowMs = clock.monotonic();
        const leftMs = startedMs + move.limitMs - nowMs;
        if (move.signal.aborted) break;
        if (move.limitMs > 0 && leftMs <= 0) {
          moved.push({ name: basename(path), startMs: nowMs, endMs: nowMs, requests: 0, error: overTimeLimit });
          continue;
        }
        const limitMs = move.limitMs > 0 ? leftMs : 0;
        moved.push(...(await moveTogether({ ...move, limitMs }, [path])));
      }
      return moved;
    },
  };
}

const defaultOptions: TransferOptions = { overwrite: 'always', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' };

/** A cipher's key stream: random to everybody who would compress or cache it, the same for the same seed. */
export async function randomFile(path: string, bytes: number, seed: string): Promise<string> {
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
  const file = await open(path, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= pieceBytes) {
      await file.write(stream.update(Buffer.alloc(Math.min(pieceBytes, left))));
    }
  } finally {
    await file.close();
  }
  return path;
}
