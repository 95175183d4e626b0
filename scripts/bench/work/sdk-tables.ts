// Scans, imports and exports by the plain SDK.
import { AzureNamedKeyCredential, TableClient, type TransactionAction } from '@azure/data-tables';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { emulatorAccountKey, emulatorAccountName } from '../../../electron/testing/azurite';
import { importPartitions, importedRow } from '../import-rows';
import type { Task } from '../task';
import { type Work, expectCount, inParallel, removeTargetDir, targetDirOf } from './work';

const batchRows = 100;
const batchesAtOnce = 4;
const wholePages = { maxPageSize: 1000 };

export function scanWork(task: Task, name: string): Work {
  const table = tableOf(task, name);
  return {
    run: async () => {
      let rows = 0;
      for await (const page of table.listEntities().byPage(wholePages)) rows += page.length;
      expectCount('rows of the SDK', rows, task.sizes.entities);
    },
  };
}

export function importWork(task: Task): Work {
  const { entities } = task.sizes;
  const { partitions } = importPartitions(entities);
  return {
    run: (repetition) =>
      inParallel(Math.ceil(entities / batchRows), batchesAtOnce, async (batch) => {
        const actions = Array.from({ length: batchRows }, (_, at): TransactionAction => {
          const index = Math.floor(batch / partitions) * batchRows + at;
          const { PartitionKey, RowKey, values } = importedRow(index, batch % partitions);
          return [
            'upsert',
            { partitionKey: `${PartitionKey}-sdk-${repetition}`, rowKey: RowKey, ...values },
            'Replace',
          ];
        });
        await tableOf(task, 'few').submitTransaction(actions);
      }),
  };
}

export function exportWork(task: Task): Work {
  const table = tableOf(task, 'typed');
  return {
    run: async (repetition) => {
      const targetDir = targetDirOf(task, repetition);
      await mkdir(targetDir, { recursive: true });
      const file = createWriteStream(join(targetDir, 'typed.jsonl'));
      let rows = 0;
      for await (const page of table.listEntities().byPage(wholePages)) {
        rows += page.length;
        file.write(page.map((row) => `${JSON.stringify(row, textOfBigInt)}\n`).join(''));
      }
      file.end();
      await once(file, 'close');
      expectCount('rows of the SDK', rows, task.sizes.entities);
    },
    clean: (repetition) => removeTargetDir(task, repetition),
  };
}

function tableOf(task: Task, table: string): TableClient {
  const credential = new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey);
  return new TableClient(task.tableEndpoint, table, credential, { allowInsecureConnection: true });
}

function textOfBigInt(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
