// The plain Azure SDKs, used as their documentation shows, with the concurrency that a careful user would choose.
import { AzureNamedKeyCredential, TableClient, type TransactionAction } from '@azure/data-tables';
import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { emulatorAccountKey, emulatorAccountName } from '../../electron/testing/azurite';
import { bigBlob, bigOfMixed, blobNameOf, container, type Task } from './task';
import { importedRow, importPartitions } from './import-rows';
import { expectCount, inParallel, type Work } from './work';

const blockBytes = 8 * 2 ** 20;
const blocksAtOnce = 8;
const filesAtOnce = 32;
const batchesAtOnce = 4;

export function sdkWork(task: Task): Work {
  const nothing = { clean: () => Promise.resolve(), dispose: () => Promise.resolve() };
  let client: ContainerClient | undefined;
  // Not every server of the benchmark stores blobs.
  const blobs = (): ContainerClient =>
    (client ??= BlobServiceClient.fromConnectionString(task.connectionString).getContainerClient(container));
  const target = (repetition: number): string => join(task.scratch, String(repetition));
  const clean = (repetition: number): Promise<void> => rm(target(repetition), { recursive: true, force: true });
  if (task.subject === 'single') {
    return {
      ...nothing,
      run: async (repetition) => {
        const options = { maxSingleShotSize: task.sizes.fileBytes };
        await blobs().getBlockBlobClient(`single-${repetition}.bin`).uploadFile(task.source, options);
      },
    };
  }
  switch (task.scenario) {
    case 'upload-file':
    case 'upload-file-unverified':
      return {
        ...nothing,
        run: async (repetition) => {
          const options = { blockSize: blockBytes, concurrency: blocksAtOnce, maxSingleShotSize: blockBytes };
          await blobs().getBlockBlobClient(`sdk-${repetition}.bin`).uploadFile(task.source, options);
        },
      };
    case 'download-file':
      return {
        ...nothing,
        clean,
        run: async (repetition) => {
          await mkdir(target(repetition), { recursive: true });
          await blobs()
            .getBlockBlobClient(bigBlob)
            .downloadToFile(join(target(repetition), bigBlob));
        },
      };
    case 'upload-many':
      return {
        ...nothing,
        run: (repetition) =>
          inParallel(task.sizes.manyFiles, filesAtOnce, async (index) => {
            const name = blobNameOf(index);
            await blobs().getBlockBlobClient(`sdk-${repetition}/${name}`).uploadFile(join(task.source, name));
          }),
      };
    case 'upload-mixed':
      return {
        ...nothing,
        run: (repetition) =>
          inParallel(task.sizes.manyFiles + 1, filesAtOnce, async (index) => {
            const name = index < task.sizes.manyFiles ? blobNameOf(index) : bigOfMixed;
            const options = { blockSize: blockBytes, concurrency: blocksAtOnce, maxSingleShotSize: blockBytes };
            await blobs().getBlockBlobClient(`sdk-${repetition}/${name}`).uploadFile(join(task.source, name), options);
          }),
      };
    case 'download-many':
      // Its files are removed with the run: a disk is slow to create files shortly after others were deleted.
      return {
        ...nothing,
        run: (repetition) =>
          inParallel(task.sizes.manyFiles, filesAtOnce, async (index) => {
            const path = join(target(repetition), blobNameOf(index));
            await mkdir(dirname(path), { recursive: true });
            await blobs().getBlockBlobClient(blobNameOf(index)).downloadToFile(path);
          }),
      };
    case 'scan-few':
    case 'scan-typed':
    case 'scan-parallel': {
      const table = task.scenario === 'scan-few' ? 'few' : 'typed';
      const credential = new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey);
      const client = new TableClient(task.tableEndpoint, table, credential, { allowInsecureConnection: true });
      return {
        ...nothing,
        run: async () => {
          let rows = 0;
          for await (const page of client.listEntities().byPage({ maxPageSize: 1000 })) rows += page.length;
          expectCount('rows of the SDK', rows, task.sizes.entities);
        },
      };
    }
    case 'import-csv':
    case 'import-checked': {
      const { partitions } = importPartitions(task.sizes.entities);
      return {
        ...nothing,
        run: (repetition) =>
          inParallel(Math.ceil(task.sizes.entities / 100), batchesAtOnce, async (batch) => {
            const actions = Array.from({ length: 100 }, (_, at): TransactionAction => {
              const { RowKey, ...row } = importedRow(Math.floor(batch / partitions) * 100 + at, batch % partitions);
              return [
                'upsert',
                { partitionKey: `${row.PartitionKey}-sdk-${repetition}`, rowKey: RowKey, ...row.values },
                'Replace',
              ];
            });
            await tableOf(task, 'few').submitTransaction(actions);
          }),
      };
    }
    case 'check-csv':
      throw new Error('The SDK reads no files.');
    case 'export-jsonl': {
      const client = tableOf(task, 'typed');
      return {
        ...nothing,
        clean,
        run: async (repetition) => {
          await mkdir(target(repetition), { recursive: true });
          const file = createWriteStream(join(target(repetition), 'typed.jsonl'));
          let rows = 0;
          for await (const page of client.listEntities().byPage({ maxPageSize: 1000 })) {
            rows += page.length;
            file.write(page.map((row) => `${JSON.stringify(row, textOfBigInt)}\n`).join(''));
          }
          file.end();
          await once(file, 'close');
          expectCount('rows of the SDK', rows, task.sizes.entities);
        },
      };
    }
  }
}

function tableOf(task: Task, table: string): TableClient {
  const credential = new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey);
  return new TableClient(task.tableEndpoint, table, credential, { allowInsecureConnection: true });
}

function textOfBigInt(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
