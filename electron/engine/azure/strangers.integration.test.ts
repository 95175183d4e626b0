// Other servers that answer in place of the service, denied credentials, and the SDK clients over the same connection.
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { originOf } from '../../testing/local-servers';
import { serviceHeaders } from '../../testing/fault-proxy';
import { createAccount } from './create-account';
import { failureOf, getBlob, insert, payload, useFaultBench } from './fixtures/fault-bench';

const bench = useFaultBench();

describe('another server in place of the service', () => {
  it('answering 200 with a page is not believed', async () => {
    bench.blobProxy.inject({
      fault: { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
    });
    const pieces: Uint8Array[] = [];
    const error = await failureOf(bench.account.send({ ...getBlob('payload'), onBody: (piece) => pieces.push(piece) }));
    expect([error.code, pieces.length]).toEqual(['network.not-azure', 0]);
  });

  it('is recognised when it speaks another protocol', async () => {
    const server = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail.example\r\n'),
    );
    const blob = await originOf(server);
    const stranger = createAccount({ ...bench.account.descriptor, endpoints: { blob } }, bench.deps);
    expect((await failureOf(stranger.send(getBlob('payload')))).code).toBe('network.not-azure');
    await new Promise((resolve) => server.close(resolve));
  });

  it('is reported as unreachable with its host after two quick attempts when the connection is refused', async () => {
    const nobody = createAccount(
      { ...bench.account.descriptor, endpoints: { blob: 'http://127.0.0.1:1/a' } },
      bench.deps,
    );
    expect(await failureOf(nobody.send(getBlob('payload')))).toMatchObject({
      code: 'network.refused',
      context: { host: '127.0.0.1:1' },
    });
    expect(bench.metrics.retries).toHaveLength(1);
  });

  it('has a name that does not exist', async () => {
    const nowhere = createAccount(
      { ...bench.account.descriptor, endpoints: { blob: 'http://nobody.invalid' } },
      bench.deps,
    );
    expect((await failureOf(nowhere.send(getBlob('payload')))).code).toBe('network.name-unknown');
  });
});

describe('denied credential', () => {
  it('is reported as a rejected key, without the key', async () => {
    const canary = Buffer.alloc(64, 'canary').toString('base64');
    const { descriptor } = bench.account;
    const credential = { kind: 'key', accountName: descriptor.accountName, accountKey: canary } as const;
    const stranger = createAccount({ ...descriptor, credential }, bench.deps);
    for (const request of [getBlob('payload'), insert('x')]) {
      const error = await failureOf(stranger.send(request));
      expect([error.code, error.requestId === undefined]).toEqual(['auth.key-rejected', false]);
      expect(JSON.stringify(error.toShape())).not.toContain(canary.slice(0, 12));
    }
  });

  it('is reported as a wrong clock when our time is long past', async () => {
    const date = new Date(Date.now() - 50 * 60_000).toUTCString();
    bench.blobProxy.inject({
      fault: {
        kind: 'answer',
        status: 403,
        headers: serviceHeaders({ date, 'x-ms-error-code': 'AuthenticationFailed' }),
      },
    });
    expect(await failureOf(bench.account.send(getBlob('payload')))).toMatchObject({
      code: 'auth.clock-skew',
      context: { minutes: 50, direction: 'ahead' },
    });
  });
});

describe('the SDK clients', () => {
  it('survive the same faults through the same policy', async () => {
    const container = (await bench.account.blobService()).getContainerClient('faults');
    bench.blobProxy.inject({ fault: { kind: 'answer', status: 503, headers: serviceHeaders({ 'retry-after': '0' }) } });
    bench.blobProxy.inject({ fault: { kind: 'short-body', bytes: 30 } });
    const names: string[] = [];
    for await (const blob of container.listBlobsFlat({ prefix: 'payload' })) names.push(blob.name);
    expect([names, bench.metrics.retries]).toEqual([['payload'], ['503', 'network.truncated']]);
  });

  it('fail in the product’s terms', async () => {
    const missing = (await bench.account.blobService()).getContainerClient('faults').getBlobClient('no such blob');
    const thrown: unknown = await missing.getProperties().catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      code: 'not-found.blob',
      context: { container: 'faults', blob: 'no such blob', operation: 'GetBlobProperties', status: 404 },
    });
    const tables = await bench.account.tableService();
    const table: unknown = await tables.deleteTable('Nowhere').catch((error: unknown) => error);
    expect(table).toMatchObject({ code: 'not-found.table', context: { table: 'Nowhere' } });
    bench.tableProxy.inject({ when: ({ method }) => method === 'POST', fault: { kind: 'drop-reply' } });
    const lost: unknown = await tables.createTable('SdkLost').catch((error: unknown) => error);
    expect(lost).toMatchObject({ code: 'network.reset' });
  });

  it('stream a download that breaks, and report it', async () => {
    const blob = (await bench.account.blobService()).getContainerClient('faults').getBlobClient('payload');
    const whole = await blob.download();
    const pieces: Buffer[] = [];
    for await (const piece of whole.readableStreamBody ?? []) pieces.push(Buffer.from(piece));
    expect(Buffer.concat(pieces).equals(payload)).toBe(true);
    bench.blobProxy.inject({ fault: { kind: 'reset-download', afterBytes: 2_000_000 }, times: 99 });
    const broken = await blob.download(0, undefined, { maxRetryRequests: 0 });
    const read = async (): Promise<void> => {
      for await (const piece of broken.readableStreamBody ?? []) pieces.push(Buffer.from(piece));
    };
    await expect(read()).rejects.toThrow();
  });
});
