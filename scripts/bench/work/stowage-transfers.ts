// Uploads and downloads by the engine.
import { mkdir } from 'node:fs/promises';
import type { TransferOptions } from '@shared/model/transfer';
import type { JobHandle } from '../../../electron/engine/transfers/api';
import { bigBlob, container, manyPrefix } from '../task';
import type { BenchEngine } from './bench-engine';
import { type Work, expectCount, removeTargetDir, targetDirOf } from './work';

const options: TransferOptions = { overwrite: 'always', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' };

export function uploadFileWork(opened: BenchEngine, verify: 'md5' | 'length'): Work {
  const { source } = opened.task;
  return { run: (repetition) => upload(opened, { path: source, files: 1, repetition, verify }) };
}

/** @param files how many the source folder holds */
export function uploadFolderWork(opened: BenchEngine, files: number): Work {
  const path = `${opened.task.source}/`;
  return { run: (repetition) => upload(opened, { path, files, repetition, verify: 'md5' }) };
}

async function upload(
  { engine, connectionId }: BenchEngine,
  request: {
    readonly path: string;
    readonly files: number;
    readonly repetition: number;
    readonly verify: 'md5' | 'length';
  },
): Promise<void> {
  const { path, files, repetition, verify } = request;
  const handle = await engine.rooms.transfers.uploadPaths({
    connectionId,
    container,
    prefix: `stowage-${repetition}/`,
    paths: [path],
    options: { ...options, verify },
  });
  await expectDone(handle, files);
}

export function downloadFileWork(opened: BenchEngine): Work {
  return {
    run: (repetition) => download(opened, { kind: 'blob', name: bigBlob }, { files: 1, repetition }),
    clean: (repetition) => removeTargetDir(opened.task, repetition),
  };
}

/** As with the SDK, the files stay until the run is over. */
export function downloadManyWork(opened: BenchEngine): Work {
  const { manyFiles } = opened.task.sizes;
  const selected = { kind: 'prefix', prefix: `${manyPrefix}/`, as: '' } as const;
  return { run: (repetition) => download(opened, selected, { files: manyFiles, repetition }) };
}

type Selected = Parameters<BenchEngine['engine']['rooms']['transfers']['downloadTo']>[0]['selection'][number];

async function download(
  { engine, connectionId, task }: BenchEngine,
  selected: Selected,
  { files, repetition }: { readonly files: number; readonly repetition: number },
): Promise<void> {
  const targetDir = targetDirOf(task, repetition);
  await mkdir(targetDir, { recursive: true });
  const selection = [selected];
  const handle = await engine.rooms.transfers.downloadTo({ connectionId, container, selection, targetDir, options });
  await expectDone(handle, files);
}

async function expectDone(handle: JobHandle, files: number): Promise<void> {
  const summary = await handle.ended;
  const [failure] = summary.failed;
  if (failure !== undefined) throw new Error(`${failure.source}: ${failure.code} ${failure.message}`);
  expectCount(`files in a job that is ${summary.state}`, summary.files, files);
}
