import { type IncomingMessage, createServer } from 'node:http';
import { AzureNamedKeyCredential, AzureSASCredential, TableClient, TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { originOf } from '../../testing/local-servers';
import { emulatorAccountKey, emulatorAccountName } from '../../testing/azurite';
import { systemClock } from '../../testing/clock';
import { serviceHeaders } from '../../testing/fault-proxy';
import { createMetricsLog } from '../../testing/metrics-log';
import { createAccountDeps } from './account-deps';
import { createAccount } from './create-account';
import { createAuthorizer } from './credentials';

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
}

const recorded: Recorded[] = [];
let origin: string;
const server = createServer((request, response) => {
  recorded.push(recordOf(request));
  request.resume();
  request.on('end', () => {
    const status = request.method === 'PUT' || request.method === 'POST' ? 201 : 200;
    const headers = serviceHeaders({ 'content-length': '0', etag: '"1"', 'last-modified': new Date().toUTCString() });
    response.writeHead(status, headers).end();
  });
});

beforeAll(async () => {
  origin = await originOf(server);
});
beforeEach(() => {
  recorded.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function recordOf(request: IncomingMessage): Recorded {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
  return { method: request.method ?? '', path, query, headers };
}

/** The signature of our key for a request that an SDK sent, at the SDK's own time. */
function ours(request: Recorded, service: 'blob' | 'table'): string | undefined {
  const credential = { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey } as const;
  const authorizer = createAuthorizer({ connectionId: 'test', credential });
  const { authorization: _, 'x-ms-date': date = '', ...headers } = request.headers;
  const authorization = authorizer.authorize({ ...request, service, headers }, Date.parse(date));
  if (authorization instanceof Promise) throw new Error('A key needs nothing that has to be fetched.');
  return authorization.headers.authorization;
}

const ignore = (): undefined => undefined;

describe('our signature of a blob request', () => {
  it('is the one that the SDK sends, for requests of every shape', async () => {
    const service = new BlobServiceClient(
      `${origin}/${emulatorAccountName}`,
      new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
      { retryOptions: { maxTries: 1 } },
    );
    const container = service.getContainerClient('container');
    const blob = container.getBlockBlobClient("folder/a b%25;ü+&=?#'()*!~.txt");
    await service.getProperties().catch(ignore);
    await service.listContainers().byPage({ maxPageSize: 3 }).next().catch(ignore);
    await container.create({ metadata: { b_1: 'x', b1: 'y', B: ' z  z ' }, access: 'blob' }).catch(ignore);
    await container.listBlobsFlat({ prefix: 'a b/ü&' }).byPage({ maxPageSize: 1 }).next().catch(ignore);
    await blob
      .upload('text', 4, {
        blobHTTPHeaders: {
          blobContentType: 'text/plain',
          blobContentMD5: Buffer.alloc(16, 7),
          blobContentLanguage: 'en',
        },
        conditions: { ifMatch: '"1"', ifModifiedSince: new Date(0) },
        metadata: { unit: 'kg' },
        tier: 'Cool',
        tags: { kind: 'a b' },
      })
      .catch(ignore);
    await blob.upload('', 0, { conditions: { ifNoneMatch: '*' } }).catch(ignore);
    await blob
      .stageBlock('AAAA', Buffer.from('block'), 5, { transactionalContentMD5: Buffer.alloc(16, 1) })
      .catch(ignore);
    await blob.commitBlockList(['AAAA']).catch(ignore);
    await blob.download(5, 10, { conditions: { ifMatch: '"1"' } }).catch(ignore);
    await blob.getProperties().catch(ignore);
    await blob.delete({ deleteSnapshots: 'include' }).catch(ignore);
    expect(recorded).toHaveLength(11);
    for (const request of recorded) {
      expect([request.method, request.path, request.query, ours(request, 'blob')]).toEqual([
        request.method,
        request.path,
        request.query,
        request.headers.authorization,
      ]);
    }
  });
});

describe('our signature of a table request', () => {
  it('is the one that the SDK sends, for requests of every shape', async () => {
    const credential = new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey);
    const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
    const service = new TableServiceClient(`${origin}/${emulatorAccountName}`, credential, options);
    const table = new TableClient(`${origin}/${emulatorAccountName}`, 'Movies', credential, options);
    await service.getProperties().catch(ignore);
    await service.createTable('Movies').catch(ignore);
    await table.createEntity({ partitionKey: 'p', rowKey: "o'neil ü" }).catch(ignore);
    await table.upsertEntity({ partitionKey: 'p q', rowKey: "o'neil ü/%" }, 'Merge').catch(ignore);
    await table.getEntity('p q', "o'neil").catch(ignore);
    await table
      .listEntities({ queryOptions: { filter: "PartitionKey eq 'ü&'" } })
      .byPage({ maxPageSize: 5 })
      .next()
      .catch(ignore);
    await table.deleteEntity('p', 'r').catch(ignore);
    await table.submitTransaction([['create', { partitionKey: 'p', rowKey: 'r' }]]).catch(ignore);
    await table.getAccessPolicy().catch(ignore);
    expect(recorded.length).toBeGreaterThanOrEqual(9);
    for (const request of recorded) {
      expect([request.path, ours(request, 'table')]).toEqual([request.path, request.headers.authorization]);
    }
  });
});

describe('a lean request', () => {
  const account = () =>
    createAccount(
      {
        connectionId: 'wire',
        accountName: emulatorAccountName,
        endpoints: { blob: `${origin}/${emulatorAccountName}`, table: `${origin}/${emulatorAccountName}` },
        credential: { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey },
      },
      createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random }),
    );
  const sdk = () =>
    new BlobServiceClient(
      `${origin}/${emulatorAccountName}`,
      new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
      { retryOptions: { maxTries: 1 } },
    );
  /** Headers that describe the sender or the moment, not the request. */
  const incidental = new Set(
    'authorization x-ms-date user-agent x-ms-client-request-id accept-encoding connection accept host'.split(' '),
  );
  const essential = ({ method, path, query, headers }: Recorded) => ({
    method,
    path,
    query: [...new URLSearchParams(query)].sort(),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !incidental.has(name))),
    scheme: headers.authorization?.split(' ')[0],
  });

  it('that puts a block equals the SDK’s on the wire', async () => {
    const md5 = Buffer.alloc(16, 3);
    const body = Buffer.from('block');
    await sdk()
      .getContainerClient('c')
      .getBlockBlobClient('a b')
      .stageBlock('AAAA', body, body.length, { transactionalContentMD5: md5 });
    await account().send({
      service: 'blob',
      operation: 'PutBlock',
      method: 'PUT',
      path: '/c/a%20b',
      query: { comp: 'block', blockid: 'AAAA' },
      resource: 'c',
      headers: { 'content-md5': md5.toString('base64'), 'content-type': 'application/octet-stream' },
      body,
      replay: 'safe',
    });
    expect(recorded).toHaveLength(2);
    expect(essential(recorded[1] as Recorded)).toEqual(essential(recorded[0] as Recorded));
  });

  it('that gets a range equals the SDK’s on the wire', async () => {
    await sdk()
      .getContainerClient('c')
      .getBlockBlobClient('a')
      .download(7, 9, { conditions: { ifMatch: '"1"' } });
    await account().send({
      service: 'blob',
      operation: 'GetBlob',
      method: 'GET',
      path: '/c/a',
      resource: 'c',
      headers: { 'x-ms-range': 'bytes=7-15', 'if-match': '"1"' },
      replay: 'safe',
    });
    expect(essential(recorded[1] as Recorded)).toEqual(essential(recorded[0] as Recorded));
  });

  it('never waits for a 100 and never sends in chunks of unknown length', async () => {
    await account().send({
      service: 'table',
      operation: 'InsertEntity',
      method: 'POST',
      path: '/T',
      resource: 'T',
      body: Buffer.alloc(3_000_000),
      replay: 'unsafe',
    });
    await account().send({
      service: 'blob',
      operation: 'CreateContainer',
      method: 'PUT',
      path: '/c',
      query: { restype: 'container' },
      resource: 'c',
      replay: 'unsafe',
    });
    for (const { headers } of recorded) {
      expect([headers.expect, headers['transfer-encoding']]).toEqual([undefined, undefined]);
    }
    expect(recorded.map(({ headers }) => headers['content-length'])).toEqual(['3000000', '0']);
  });

  it('with a SAS contains it once and signs nothing', async () => {
    const signature = encodeURIComponent(`${'A'.repeat(43)}=`);
    const sas = `sv=2022-11-02&ss=bt&srt=sco&sp=rl&se=2099-01-01T00%3A00%3A00Z&sig=${signature}`;
    const descriptor = {
      connectionId: 'sas',
      accountName: emulatorAccountName,
      endpoints: { blob: `${origin}/${emulatorAccountName}`, table: `${origin}/${emulatorAccountName}` },
      credential: { kind: 'sas', token: sas },
    } as const;
    const shared = createAccount(
      descriptor,
      createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random }),
    );
    await shared.send({
      service: 'blob',
      operation: 'GetBlob',
      method: 'GET',
      path: '/c/a',
      resource: 'c',
      replay: 'safe',
    });
    await (await shared.blobService()).getContainerClient('c').getProperties();
    await (await shared.tableService()).getProperties().catch(ignore);
    const direct = new TableClient(`${origin}/${emulatorAccountName}`, 'T', new AzureSASCredential(sas), {
      allowInsecureConnection: true,
    });
    await direct.getAccessPolicy().catch(ignore);
    for (const { query, headers } of recorded) {
      expect([query.match(/sig=/g)?.length, headers.authorization]).toEqual([1, undefined]);
    }
    expect(recorded).toHaveLength(4);
  });
});
