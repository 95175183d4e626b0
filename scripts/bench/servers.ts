// The servers that the benchmark measures against, all with the same contents.
import { AzureNamedKeyCredential, TableClient, type TransactionAction } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { emulatorAccountKey, emulatorAccountName, startAzurite } from '../../electron/testing/azurite';
import { startFakeTableService } from '../../electron/testing/fake-table-service';
import { startNullServer } from '../../electron/testing/null-server';
import type { RequestCounts } from '../../electron/testing/null-server/messages';
import { fromMegabits, startShapedLine } from '../../electron/testing/shaped-line';
import { fillRunningServer, type RunningServer } from './running-server';
import { entriesOf, type Tree } from './cold/works';
import type { ServerId } from './scenarios';
import { bigBlob, blobNameOf, container, type Sizes } from './task';
import { sdkProperties, typedEntity } from './typed-rows';
import { inParallel } from './work/work';

export interface BenchServer {
  readonly connectionString: string;
  readonly tableEndpoint: string;
  /** From the first request to the last response since the last `reset`, ms; null if the server does not count. */
  activeMs(): Promise<number | null>;
  reset(): Promise<void> | void;
  stop(): Promise<void>;
}

const uncounted = { activeMs: () => Promise.resolve(null), reset: () => undefined } as const;

/** `bigFile`: uploaded to servers that store bytes. `given`: the server named by the arguments. */
export function startServer(
  id: ServerId,
  sizes: Sizes,
  bigFile: string,
  given: RunningServer | null = null,
): Promise<BenchServer> {
  switch (id) {
    case 'running':
      if (given === null) throw new Error('The server `running` needs its --endpoint.');
      return fillRunningServer(given, sizes, md5OfZeros);
    case 'null':
      return nullServer(sizes, 'http');
    case 'null-tls':
      return nullServer(sizes, 'https');
    case 'line':
      return nullServer(sizes, 'http').then(behindLine);
    case 'distant':
      return distant(sizes);
    case 'azurite':
      return azurite(sizes, bigFile);
  }
}

/** Delay of a page from a distant service over a good connection. */
const distantMs = 40;

/** Applies filters, which the null server does not. */
async function distant(sizes: Sizes): Promise<BenchServer> {
  const service = await startFakeTableService({ latencyMs: distantMs });
  service.fill(
    'typed',
    Array.from({ length: sizes.entities }, (_, index) => typedEntity(index, sizes.entities)),
  );
  const { connectionString, endpoint } = service;
  return { ...uncounted, connectionString, tableEndpoint: endpoint, stop: () => service.dispose() };
}

/** A null server with the trees as blobs below their names, for `--cold`. */
export async function startTreeServer(id: ServerId, trees: readonly Tree[], entities: number): Promise<CountingServer> {
  const md5s = new Map<number, string>();
  const md5Of = (bytes: number): string => {
    const known = md5s.get(bytes) ?? md5OfZeros(bytes);
    md5s.set(bytes, known);
    return known;
  };
  const blobs = trees.flatMap((tree) =>
    [...entriesOf(tree)].map(({ path, bytes }) => ({
      path: `${container}/${tree.name}/${path}`,
      bytes,
      md5: md5Of(bytes),
    })),
  );
  const server = await serverOf(blobs, entities, id === 'null-tls' ? 'https' : 'http');
  return id === 'line' ? behindLine(server) : server;
}

function nullServer(sizes: Sizes, protocol: 'http' | 'https'): Promise<BenchServer> {
  const smallMd5 = md5OfZeros(sizes.manyFileBytes);
  const blobs = [
    { path: `${container}/${bigBlob}`, bytes: sizes.fileBytes, md5: md5OfZeros(sizes.fileBytes) },
    ...Array.from({ length: sizes.manyFiles }, (_, index) => ({
      path: `${container}/${blobNameOf(index)}`,
      bytes: sizes.manyFileBytes,
      md5: smallMd5,
    })),
  ];
  return serverOf(blobs, sizes.entities, protocol);
}

/** A server that counts. */
export interface CountingServer extends BenchServer {
  /** Since the last `reset`. */
  counts(): Promise<RequestCounts>;
}

async function serverOf(
  blobs: readonly { readonly path: string; readonly bytes: number; readonly md5: string }[],
  entities: number,
  protocol: 'http' | 'https',
): Promise<CountingServer> {
  const server = await startNullServer({
    programPath: join(__dirname, 'null-server.js'),
    processes: 2,
    protocol,
    entities,
    blobs,
  });
  const { connectionString, tableEndpoint } = server;
  const activeMs = async (): Promise<number> => {
    const { firstMs, lastMs } = await server.counts();
    return lastMs - firstMs;
  };
  return {
    ...{ connectionString, tableEndpoint, activeMs },
    counts: () => server.counts(),
    reset: () => server.reset(),
    stop: () => server.stop(),
  };
}

/** The null server, 40 ms away, with 100 Mbit/s for each connection. */
async function behindLine<T extends BenchServer>(server: T): Promise<T> {
  const endpoint = /BlobEndpoint=http:\/\/127\.0\.0\.1:(\d+)/u.exec(server.connectionString)?.[1] ?? '';
  const line = await startShapedLine({
    programPath: join(__dirname, 'shaped-line.js'),
    targetPort: Number(endpoint),
    shape: { roundTripMs: distantMs, bytesPerMs: fromMegabits(100), totalBytesPerMs: null },
  });
  return {
    ...server,
    connectionString: server.connectionString.replace(`:${endpoint}/`, `:${line.port}/`),
    stop: async () => {
      await line.stop();
      await server.stop();
    },
  };
}

async function azurite(sizes: Sizes, bigFile: string): Promise<BenchServer> {
  const running = await startAzurite({ store: 'disk' });
  const blobs = BlobServiceClient.fromConnectionString(running.connectionString).getContainerClient(container);
  await blobs.create();
  await blobs.getBlockBlobClient(bigBlob).uploadFile(bigFile, { blockSize: 8 * 2 ** 20, concurrency: 4 });
  await fillTable(running.tableEndpoint, 'few', sizes.entities, (index) => ({ Sequence: index, Sealed: true }));
  await fillTable(running.tableEndpoint, 'typed', sizes.entities, (index) =>
    sdkProperties(typedEntity(index, sizes.entities)),
  );
  return { ...running, ...uncounted };
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

function md5OfZeros(bytes: number): string {
  const hash = createHash('md5');
  const piece = Buffer.alloc(Math.min(bytes, 16 * 2 ** 20));
  for (let left = bytes; left > 0; left -= piece.length) hash.update(piece.subarray(0, Math.min(left, piece.length)));
  return hash.digest('base64');
}
