// Uploads and downloads by the plain SDK.
import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Task, bigBlob, bigOfMixed, blobNameOf, container } from '../task';
import { type Work, inParallel, removeTargetDir, targetDirOf } from './work';

const blockBytes = 8 * 2 ** 20;
const filesAtOnce = 32;
const inBlocks = { blockSize: blockBytes, concurrency: 8, maxSingleShotSize: blockBytes };

export function uploadFileWork(task: Task): Work {
  const blobs = containerOf(task);
  return {
    run: async (repetition) => {
      await blobs.getBlockBlobClient(`sdk-${repetition}.bin`).uploadFile(task.source, inBlocks);
    },
  };
}

export function uploadInOneRequestWork(task: Task): Work {
  const blobs = containerOf(task);
  const options = { maxSingleShotSize: task.sizes.fileBytes };
  return {
    run: async (repetition) => {
      await blobs.getBlockBlobClient(`single-${repetition}.bin`).uploadFile(task.source, options);
    },
  };
}

export function uploadManyWork(task: Task): Work {
  const blobs = containerOf(task);
  return {
    run: (repetition) =>
      inParallel(task.sizes.manyFiles, filesAtOnce, async (index) => {
        const name = blobNameOf(index);
        await blobs.getBlockBlobClient(`sdk-${repetition}/${name}`).uploadFile(join(task.source, name));
      }),
  };
}

export function uploadMixedWork(task: Task): Work {
  const blobs = containerOf(task);
  return {
    run: (repetition) =>
      inParallel(task.sizes.manyFiles + 1, filesAtOnce, async (index) => {
        const name = index < task.sizes.manyFiles ? blobNameOf(index) : bigOfMixed;
        await blobs.getBlockBlobClient(`sdk-${repetition}/${name}`).uploadFile(join(task.source, name), inBlocks);
      }),
  };
}

export function downloadFileWork(task: Task): Work {
  const blobs = containerOf(task);
  return {
    run: async (repetition) => {
      const targetDir = targetDirOf(task, repetition);
      await mkdir(targetDir, { recursive: true });
      await blobs.getBlockBlobClient(bigBlob).downloadToFile(join(targetDir, bigBlob));
    },
    clean: (repetition) => removeTargetDir(task, repetition),
  };
}

/** Its files stay until the run is over: a disk is slow to create files shortly after others were deleted. */
export function downloadManyWork(task: Task): Work {
  const blobs = containerOf(task);
  return {
    run: (repetition) =>
      inParallel(task.sizes.manyFiles, filesAtOnce, async (index) => {
        const path = join(targetDirOf(task, repetition), blobNameOf(index));
        await mkdir(dirname(path), { recursive: true });
        await blobs.getBlockBlobClient(blobNameOf(index)).downloadToFile(path);
      }),
  };
}

function containerOf(task: Task): ContainerClient {
  return BlobServiceClient.fromConnectionString(task.connectionString).getContainerClient(container);
}
