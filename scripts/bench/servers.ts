// The servers that the benchmark measures against, each with the same contents.
import { AzureNamedKeyCredential, TableClient, type TransactionAction } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { emulatorAccountKey, emulatorAccountName, startAzurite } from '../../electron/testing/azurite';
import { startNullServer } from '../../electron/testing/null-server';
import type { ServerId } from './scenarios';
import { bigBlob, blobNameOf, container, type Sizes } from './task';
import { inParallel } from './work';

export interface BenchServer {
  readonly connectionString: string;
  readonly tableEndpoint: string;
  stop(): Promise<void>;
}

/** `bigFile` is what is uploaded to a server that keeps bytes. */
export function startServer(id: ServerId, sizes: Sizes, bigFile: string): Promise<BenchServer> {
  return id === 'null' ? nullServer(sizes) : azurite(sizes, bigFile);
}

function nullServer(sizes: Sizes): Promise<BenchServer> {
  const smallMd5 = md5OfZeros(sizes.manyFileBytes);
  return startNullServer({
    programPath: join(__dirname, 'null-server.js'),
    processes: 2,
    entities: sizes.entities,
    blobs: [
      { path: `${container}/${bigBlob}`, bytes: sizes.fileBytes, md5: md5OfZeros(sizes.fileBytes) },
      ...Array.from({ length: sizes.manyFiles }, (_, index) => ({
        path: `${container}/${blobNameOf(index)}`,
        bytes: sizes.manyFileBytes,
        md5: smallMd5,
      })),
    ],
  });
}

async function azurite(sizes: Sizes, bigFile: string): Promise<BenchServer> {
  const running = await startAzurite({ store: 'disk' });
  const blobs = BlobServiceClient.fromConnectionString(running.connectionString).getContainerClient(container);
  await blobs.create();
  await blobs.getBlockBlobClient(bigBlob).uploadFile(bigFile, { blockSize: 8 * 2 ** 20, concurrency: 4 });
  await fillTable(running.tableEndpoint, 'few', sizes.entities, (index) => ({ Sequence: index, Sealed: true }));
  await fillTable(running.tableEndpoint, 'typed', sizes.entities, typedProperties);
  return running;
}

async function fillTable(
  endpoint: string,
  table: string,
  entities: number,
  properties: (index: number) => Record<string, unknown>,
): Promise<void> {
  const credential = new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey);
  const client = new TableClient(endpoint, table, credential, { allowInsecureConnection: true });
  await client.createTable();
  await inParallel(Math.ceil(entities / 100), 4, async (batch) => {
    const actions = Array.from({ length: 100 }, (_, index): TransactionAction => {
      const rowKey = String(batch * 100 + index).padStart(8, '0');
      return ['create', { partitionKey: `pier-${batch % 10}`, rowKey, ...properties(index) }];
    });
    await client.submitTransaction(actions);
  });
}

function typedProperties(index: number): Record<string, unknown> {
  const texts = Object.fromEntries(
    ['Shipper', 'Consignee', 'Route', 'Remarks'].map((name) => [name, 'harbour '.repeat(12)]),
  );
  const numbers = Object.fromEntries(['Deck', 'Bay', 'Tier'].map((name) => [name, index]));
  return {
    ...texts,
    ...numbers,
    Weight: index + 0.5,
    Draught: 3.25,
    Sealed: true,
    Hazardous: false,
    Serial: { type: 'Int64', value: String(9_007_199_254_740_993n + BigInt(index)) },
    Tally: { type: 'Int64', value: '12345678901' },
    LoadedAt: { type: 'DateTime', value: '2026-01-01T00:00:00.1234567Z' },
    Id: { type: 'Guid', value: '0b7d2f6e-55c1-4a0e-9d36-7f0d1c5a2e11' },
    Stamp: { type: 'Binary', value: 'AAECAwQFBgc=' },
  };
}

function md5OfZeros(bytes: number): string {
  const hash = createHash('md5');
  const piece = Buffer.alloc(Math.min(bytes, 16 * 2 ** 20));
  for (let left = bytes; left > 0; left -= piece.length) hash.update(piece.subarray(0, Math.min(left, piece.length)));
  return hash.digest('base64');
}
