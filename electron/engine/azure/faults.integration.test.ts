import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { type RunningAzurite, startAzurite } from '../../testing/azurite';
import { systemClock } from '../../testing/clock';
import { type FaultProxy, serviceHeaders, startFaultProxy } from '../../testing/fault-proxy';
import { createMetricsLog } from '../../testing/metrics-log';
import type { Account, ServiceRequest } from './account';
import { type AccountDeps, createAccountDeps } from './account-deps';
import { createAccount } from './create-account';
import { toStowageError } from './error-mapping';

let azurite: RunningAzurite;
let blobProxy: FaultProxy;
let tableProxy: FaultProxy;
let deps: AccountDeps;
let account: Account;
const metrics = createMetricsLog();
const payload = randomBytes(4_000_000);

beforeAll(async () => {
  azurite = await startAzurite();
  blobProxy = await startFaultProxy(azurite.blobOrigin);
  tableProxy = await startFaultProxy(azurite.tableOrigin);
  deps = createAccountDeps({
    metrics,
    clock: systemClock,
    // Shortest back-off, so that tests spend no time in it.
    random: () => 0,
    watchMs: 20,
    limits: { headerMs: 10_000, stallMs: 1_000 },
  });
  account = createAccount(azurite.descriptor({ blob: blobProxy.origin, table: tableProxy.origin }), deps);
  await account.blobService().getContainerClient('faults').create();
  await account.tableService().createTable('Faults');
  await account.send(putBlob('payload', payload));
  metrics.clear();
});
afterEach(() => {
  blobProxy.clearFaults();
  tableProxy.clearFaults();
  metrics.clear();
});
afterAll(async () => {
  account.dispose();
  deps.dispose();
  await blobProxy.dispose();
  await tableProxy.dispose();
  await azurite.stop();
});

const blobPath = (name: string): string => `/faults/${name}`;
const putBlob = (name: string, body: Uint8Array): ServiceRequest => ({
  service: 'blob',
  operation: 'PutBlob',
  method: 'PUT',
  path: blobPath(name),
  resource: 'faults',
  headers: { 'x-ms-blob-type': 'BlockBlob' },
  body,
  replay: 'safe',
});
const getBlob = (name: string): ServiceRequest => ({
  service: 'blob',
  operation: 'GetBlob',
  method: 'GET',
  path: blobPath(name),
  resource: 'faults',
  replay: 'safe',
});
const insert = (rowKey: string): ServiceRequest => ({
  service: 'table',
  operation: 'InsertEntity',
  method: 'POST',
  path: '/Faults',
  resource: 'Faults',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json;odata=nometadata',
    prefer: 'return-no-content',
  },
  body: Buffer.from(JSON.stringify({ PartitionKey: 'p', RowKey: rowKey })),
  replay: 'unsafe',
});
const readPayload = async (): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  await account.send({
    ...getBlob('payload'),
    onAttempt: () => {
      pieces.length = 0;
    },
    onBody: (piece) => pieces.push(piece),
  });
  return Buffer.concat(pieces);
};
const failureOf = async (work: Promise<unknown>): Promise<StowageError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof StowageError) return error;
  throw new Error('Expected a StowageError.');
};

describe('a connection that is reset', () => {
  it('in the middle of an upload: the block is sent again, whole', async () => {
    const fault = blobProxy.inject({
      when: ({ method }) => method === 'PUT',
      fault: { kind: 'reset-upload', afterBytes: 1_000_000 },
    });
    const answer = await account.send(putBlob('reset-up', payload));
    expect([answer.status, answer.attempts, fault.hits()]).toEqual([201, 2, 1]);
    expect(metrics.records.map(({ errorCode, attempt }) => [errorCode, attempt])).toEqual([
      ['network.reset', 1],
      ['', 2],
    ]);
    expect((await account.send(getBlob('reset-up'))).body.equals(payload)).toBe(true);
  });

  it('in the middle of a download: the taker starts over and gets every byte once', async () => {
    blobProxy.inject({ fault: { kind: 'reset-download', afterBytes: 1_500_000 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    // A reset that arrives while the last bytes are read looks like an end to the reader.
    expect(metrics.retries).toHaveLength(1);
    expect(['network.reset', 'network.truncated']).toContain(metrics.retries[0]);
  });

  it('after an unsafe write reached the service: it is not sent again', async () => {
    const fault = tableProxy.inject({
      when: ({ method }) => method === 'POST',
      fault: { kind: 'drop-reply' },
      times: 9,
    });
    const error = await failureOf(account.send(insert('dropped')));
    expect(error).toMatchObject({ code: 'network.reset', context: { phase: 'waiting' } });
    expect(fault.hits()).toBe(1);
    tableProxy.clearFaults();
    await expect(account.send(insert('dropped'))).rejects.toMatchObject({ code: 'conflict.exists' });
  });
});

describe('a busy service', () => {
  it('is given the time it asks for, by everything of the account', async () => {
    const busy = blobProxy.inject({
      when: ({ path }) => path.endsWith('/busy'),
      fault: { kind: 'answer', status: 503, headers: serviceHeaders({ 'retry-after': '1' }) },
    });
    const first = account.send(putBlob('busy', payload.subarray(0, 10)));
    while (account.slowdownMs() === 0) await new Promise((resolve) => setImmediate(resolve));
    const startedMs = performance.now();
    expect(account.slowdownMs()).toBeGreaterThan(500);
    // Another Account object on the same deps, and another service: they wait as well.
    const other = createAccount(account.descriptor, deps);
    await Promise.all([first, other.send(getBlob('payload')), account.send(insert('while-busy'))]);
    expect(performance.now() - startedMs).toBeGreaterThan(800);
    expect(busy.hits()).toBe(1);
    expect(metrics.retries).toEqual(['503']);
    expect(account.slowdownMs()).toBe(0);
  });

  it('may be asked again by an unsafe write too: it did not act', async () => {
    tableProxy.inject({
      when: ({ method }) => method === 'POST',
      fault: { kind: 'answer', status: 429, headers: serviceHeaders({ 'retry-after': '0' }) },
    });
    expect(await account.send(insert('after-429'))).toMatchObject({ status: 204, attempts: 2 });
  });

  it.each([500, 502, 504, 408])('answering %i to a safe request is asked again', async (status) => {
    blobProxy.inject({ fault: { kind: 'answer', status, headers: serviceHeaders() } });
    expect(await account.send(getBlob('payload'))).toMatchObject({ status: 200, attempts: 2 });
  });

  it('that fails after an unsafe write is not asked again', async () => {
    const fault = tableProxy.inject({ fault: { kind: 'answer-after', status: 500 }, times: 9 });
    const error = await failureOf(account.send(insert('after-500')));
    expect([error.code, fault.hits()]).toEqual(['throttled.server-error', 1]);
  });
});

describe('a silent line', () => {
  it('without a head of the answer runs into the try’s limit and is tried again', async () => {
    const brisk = createAccount(account.descriptor, { ...deps, limits: { headerMs: 500 } });
    const hang = blobProxy.inject({ fault: { kind: 'hang' } });
    expect((await brisk.send(getBlob('payload'))).body.equals(payload)).toBe(true);
    expect([hang.hits(), metrics.retries[0]]).toEqual([1, 'network.timeout']);
  });

  it('in the middle of a download is a stall, and so is a drip of bytes', async () => {
    blobProxy.inject({ fault: { kind: 'stall-download', afterBytes: 100_000 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    blobProxy.inject({ fault: { kind: 'drip-download', pieceBytes: 10, everyMs: 50 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    expect(metrics.retries).toEqual(['network.stalled', 'network.stalled']);
  });

  it('in the middle of an upload is a stall', async () => {
    const large = randomBytes(24_000_000);
    blobProxy.inject({ when: ({ method }) => method === 'PUT', fault: { kind: 'stall-upload', afterBytes: 1 } });
    expect(await account.send(putBlob('stalled', large))).toMatchObject({ status: 201, attempts: 2 });
    expect(metrics.retries).toEqual(['network.stalled']);
    expect(metrics.records[0]?.bytesUp).toBeLessThan(large.length);
  });

  it('can be left at any time', async () => {
    blobProxy.inject({ fault: { kind: 'hang' }, times: 9 });
    const stop = new AbortController();
    const before = blobProxy.requests.length;
    const sent = account.send({ ...getBlob('payload'), signal: stop.signal });
    while (blobProxy.requests.length === before) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await expect(sent).rejects.toMatchObject({ code: 'cancelled.by-user' });
    expect(metrics.inFlight()).toBe(0);
  });
});

describe('a body that ends early', () => {
  it('with a clean close is never taken for the whole', async () => {
    blobProxy.inject({ fault: { kind: 'short-body', bytes: 3_999_999 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    expect(metrics.retries).toEqual(['network.truncated']);
  });

  it('every time is an error that says how much came', async () => {
    blobProxy.inject({ fault: { kind: 'short-body', bytes: 1000 }, times: 2 });
    const request: ServiceRequest = { ...getBlob('payload'), replay: 'unsafe' };
    expect(await failureOf(account.send(request))).toMatchObject({
      code: 'network.truncated',
      context: { receivedBytes: 1000, announcedBytes: payload.length },
    });
  });
});

describe('damage on the way up', () => {
  it('is refused by the service and the block is sent again', async () => {
    const body = payload.subarray(0, 50_000);
    const md5 = createHash('md5').update(body).digest('base64');
    blobProxy.inject({ when: ({ method }) => method === 'PUT', fault: { kind: 'flip-bit-up', atByte: 77 } });
    const request = putBlob('flipped', body);
    const answer = await account.send({ ...request, headers: { ...request.headers, 'content-md5': md5 } });
    expect([answer.attempts, metrics.retries]).toEqual([2, ['Md5Mismatch']]);
  });
});

describe('somebody else in place of the service', () => {
  it('answering 200 with a page is not believed', async () => {
    blobProxy.inject({
      fault: { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
    });
    const pieces: Uint8Array[] = [];
    const error = await failureOf(account.send({ ...getBlob('payload'), onBody: (piece) => pieces.push(piece) }));
    expect([error.code, pieces.length]).toEqual(['network.not-azure', 0]);
  });

  it('speaking another protocol is recognised', async () => {
    const server = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail.example\r\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const blob = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stranger = createAccount({ ...account.descriptor, endpoints: { blob } }, deps);
    expect((await failureOf(stranger.send(getBlob('payload')))).code).toBe('network.not-azure');
    await new Promise((resolve) => server.close(resolve));
  });

  it('is nobody: refused after two quick tries, host named', async () => {
    const nobody = createAccount({ ...account.descriptor, endpoints: { blob: 'http://127.0.0.1:1/a' } }, deps);
    expect(await failureOf(nobody.send(getBlob('payload')))).toMatchObject({
      code: 'network.refused',
      context: { host: '127.0.0.1:1' },
    });
    expect(metrics.retries).toHaveLength(1);
  });

  it('has a name that does not exist', async () => {
    const nowhere = createAccount({ ...account.descriptor, endpoints: { blob: 'http://nobody.invalid' } }, deps);
    expect((await failureOf(nowhere.send(getBlob('payload')))).code).toBe('network.name-unknown');
  });
});

describe('a refused credential', () => {
  it('is named as a key that is not accepted, without the key', async () => {
    const canary = Buffer.alloc(64, 'canary').toString('base64');
    const { descriptor } = account;
    const credential = { kind: 'key', accountName: descriptor.accountName, accountKey: canary } as const;
    const stranger = createAccount({ ...descriptor, credential }, deps);
    for (const request of [getBlob('payload'), insert('x')]) {
      const error = await failureOf(stranger.send(request));
      expect([error.code, error.requestId === undefined]).toEqual(['auth.key-rejected', false]);
      expect(JSON.stringify(error.toShape())).not.toContain(canary.slice(0, 12));
    }
  });

  it('long after our clock’s time is a clock that is off', async () => {
    const date = new Date(Date.now() - 50 * 60_000).toUTCString();
    blobProxy.inject({
      fault: {
        kind: 'answer',
        status: 403,
        headers: serviceHeaders({ date, 'x-ms-error-code': 'AuthenticationFailed' }),
      },
    });
    expect(await failureOf(account.send(getBlob('payload')))).toMatchObject({
      code: 'auth.clock-skew',
      context: { minutes: 50, direction: 'ahead' },
    });
  });
});

describe('the SDK clients', () => {
  it('survive the same faults through the same policy', async () => {
    const container = account.blobService().getContainerClient('faults');
    blobProxy.inject({ fault: { kind: 'answer', status: 503, headers: serviceHeaders({ 'retry-after': '0' }) } });
    blobProxy.inject({ fault: { kind: 'short-body', bytes: 30 } });
    const names: string[] = [];
    for await (const blob of container.listBlobsFlat({ prefix: 'payload' })) names.push(blob.name);
    expect([names, metrics.retries]).toEqual([['payload'], ['503', 'network.truncated']]);
  });

  it('fail in the product’s terms', async () => {
    const missing = account.blobService().getContainerClient('faults').getBlobClient('no such blob');
    const thrown: unknown = await missing.getProperties().catch((error: unknown) => error);
    expect(toStowageError(thrown, account.descriptor)).toMatchObject({
      code: 'not-found.blob',
      context: { container: 'faults', blob: 'no such blob', operation: 'GetBlobProperties', status: 404 },
    });
    const table: unknown = await account
      .table('Nowhere')
      .getEntity('p', 'r')
      .catch((error: unknown) => error);
    expect(toStowageError(table, account.descriptor)).toMatchObject({ context: { table: 'Nowhere' } });
    tableProxy.inject({ when: ({ method }) => method === 'POST', fault: { kind: 'drop-reply' } });
    const lost: unknown = await account
      .table('Faults')
      .createEntity({ partitionKey: 'p', rowKey: 'sdk-lost' })
      .catch((error: unknown) => error);
    expect(toStowageError(lost, account.descriptor).code).toBe('network.reset');
  });

  it('stream a download that breaks, and say so', async () => {
    const blob = account.blobService().getContainerClient('faults').getBlobClient('payload');
    const whole = await blob.download();
    const pieces: Buffer[] = [];
    for await (const piece of whole.readableStreamBody ?? []) pieces.push(Buffer.from(piece));
    expect(Buffer.concat(pieces).equals(payload)).toBe(true);
    blobProxy.inject({ fault: { kind: 'reset-download', afterBytes: 2_000_000 }, times: 99 });
    const broken = await blob.download(0, undefined, { maxRetryRequests: 0 });
    const read = async (): Promise<void> => {
      for await (const piece of broken.readableStreamBody ?? []) pieces.push(Buffer.from(piece));
    };
    await expect(read()).rejects.toThrow();
  });
});
