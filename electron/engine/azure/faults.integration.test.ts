// Requests that meet an injected fault: what is sent again, what is not, and that no byte is lost or duplicated.
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serviceHeaders } from '../../testing/fault-proxy';
import type { ServiceRequest } from './account';
import { createAccount } from './create-account';
import { failureOf, getBlob, insert, payload, putBlob, useFaultBench } from './fixtures/fault-bench';

const bench = useFaultBench();

const readPayload = async (): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  await bench.account.send({
    ...getBlob('payload'),
    onAttempt: () => {
      pieces.length = 0;
    },
    onBody: (piece) => pieces.push(piece),
  });
  return Buffer.concat(pieces);
};

describe('connection reset', () => {
  it('resends the whole block when an upload is interrupted', async () => {
    const fault = bench.blobProxy.inject({
      when: ({ method }) => method === 'PUT',
      fault: { kind: 'reset-upload', afterBytes: 1_000_000 },
    });
    const answer = await bench.account.send(putBlob('reset-up', payload));
    expect([answer.status, answer.attempts, fault.hits()]).toEqual([201, 2, 1]);
    expect(bench.metrics.records.map(({ errorCode, attempt }) => [errorCode, attempt])).toEqual([
      ['network.reset', 1],
      ['', 2],
    ]);
    expect((await bench.account.send(getBlob('reset-up'))).body.equals(payload)).toBe(true);
  });

  it('restarts the consumer of a download, which receives every byte once', async () => {
    bench.blobProxy.inject({ fault: { kind: 'reset-download', afterBytes: 1_500_000 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    // A reset that arrives while the last bytes are read appears to the reader as an end.
    expect(bench.metrics.retries).toHaveLength(1);
    expect(['network.reset', 'network.truncated']).toContain(bench.metrics.retries[0]);
  });

  it('does not resend an unsafe write that reached the service', async () => {
    const fault = bench.tableProxy.inject({
      when: ({ method }) => method === 'POST',
      fault: { kind: 'drop-reply' },
      times: 9,
    });
    const error = await failureOf(bench.account.send(insert('dropped')));
    expect(error).toMatchObject({ code: 'network.reset', context: { phase: 'waiting' } });
    expect(fault.hits()).toBe(1);
    bench.tableProxy.clearFaults();
    await expect(bench.account.send(insert('dropped'))).rejects.toMatchObject({ code: 'conflict.exists' });
  });
});

describe('a busy service', () => {
  it('waits as long as a throttling response requests, for every request to the account', async () => {
    const busy = bench.blobProxy.inject({
      when: ({ path }) => path.endsWith('/busy'),
      fault: { kind: 'answer', status: 503, headers: serviceHeaders({ 'retry-after': '1' }) },
    });
    const first = bench.account.send(putBlob('busy', payload.subarray(0, 10)));
    while (bench.account.slowdownMs() === 0) await new Promise((resolve) => setImmediate(resolve));
    // Another Account object on the same deps, and another service: they wait too.
    const other = createAccount(bench.account.descriptor, bench.deps);
    const leftToWait = [other.send(getBlob('payload')), bench.account.send(insert('while-busy'))].map(
      async (answered) => answered.then(() => bench.account.slowdownMs()),
    );
    expect(await Promise.all(leftToWait)).toEqual([0, 0]);
    await first;
    expect(busy.hits()).toBe(1);
    expect(bench.metrics.retries).toEqual(['503']);
    expect(bench.account.slowdownMs()).toBe(0);
  });

  it('retries an unsafe write after a throttling response, because the service did not act', async () => {
    bench.tableProxy.inject({
      when: ({ method }) => method === 'POST',
      fault: { kind: 'answer', status: 429, headers: serviceHeaders({ 'retry-after': '0' }) },
    });
    expect(await bench.account.send(insert('after-429'))).toMatchObject({ status: 204, attempts: 2 });
  });

  it.each([500, 502, 504, 408])('retries a safe request that is answered with %i', async (status) => {
    bench.blobProxy.inject({ fault: { kind: 'answer', status, headers: serviceHeaders() } });
    expect(await bench.account.send(getBlob('payload'))).toMatchObject({ status: 200, attempts: 2 });
  });

  it('does not retry an unsafe write after a failure', async () => {
    const fault = bench.tableProxy.inject({ fault: { kind: 'answer-after', status: 500 }, times: 9 });
    const error = await failureOf(bench.account.send(insert('after-500')));
    expect([error.code, fault.hits()]).toEqual(['throttled.server-error', 1]);
  });
});

describe('silent connection', () => {
  it('times out and is retried when no response head arrives', async () => {
    const brisk = createAccount(bench.account.descriptor, { ...bench.deps, limits: { headerMs: 500 } });
    const hang = bench.blobProxy.inject({ fault: { kind: 'hang' } });
    expect((await brisk.send(getBlob('payload'))).body.equals(payload)).toBe(true);
    expect([hang.hits(), bench.metrics.retries[0]]).toEqual([1, 'network.timeout']);
  });

  it('in the middle of a download is a stall, and so is a drip of bytes', async () => {
    bench.blobProxy.inject({ fault: { kind: 'stall-download', afterBytes: 100_000 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    bench.blobProxy.inject({ fault: { kind: 'drip-download', pieceBytes: 10, everyMs: 50 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    expect(bench.metrics.retries).toEqual(['network.stalled', 'network.stalled']);
  });

  it('in the middle of an upload is a stall', async () => {
    const large = randomBytes(24_000_000);
    bench.blobProxy.inject({ when: ({ method }) => method === 'PUT', fault: { kind: 'stall-upload', afterBytes: 1 } });
    expect(await bench.account.send(putBlob('stalled', large))).toMatchObject({ status: 201, attempts: 2 });
    expect(bench.metrics.retries).toEqual(['network.stalled']);
    expect(bench.metrics.records[0]?.bytesUp).toBeLessThan(large.length);
  });

  it('can be cancelled at any time', async () => {
    bench.blobProxy.inject({ fault: { kind: 'hang' }, times: 9 });
    const stop = new AbortController();
    const before = bench.blobProxy.requests.length;
    const sent = bench.account.send({ ...getBlob('payload'), signal: stop.signal });
    while (bench.blobProxy.requests.length === before) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await expect(sent).rejects.toMatchObject({ code: 'cancelled.by-user' });
    expect(bench.metrics.inFlight()).toBe(0);
  });
});

describe('response body that ends early', () => {
  it('is never accepted as complete after a clean close', async () => {
    bench.blobProxy.inject({ fault: { kind: 'short-body', bytes: 3_999_999 } });
    expect((await readPayload()).equals(payload)).toBe(true);
    expect(bench.metrics.retries).toEqual(['network.truncated']);
  });

  it('reports how many bytes arrived when every attempt ends early', async () => {
    bench.blobProxy.inject({ fault: { kind: 'short-body', bytes: 1000 }, times: 2 });
    const request: ServiceRequest = { ...getBlob('payload'), replay: 'unsafe' };
    expect(await failureOf(bench.account.send(request))).toMatchObject({
      code: 'network.truncated',
      context: { receivedBytes: 1000, announcedBytes: payload.length },
    });
  });
});

describe('damage on the way up', () => {
  it('is rejected by the service and sent again', async () => {
    const body = payload.subarray(0, 50_000);
    const md5 = createHash('md5').update(body).digest('base64');
    bench.blobProxy.inject({ when: ({ method }) => method === 'PUT', fault: { kind: 'flip-bit-up', atByte: 77 } });
    const request = putBlob('flipped', body);
    const answer = await bench.account.send({ ...request, headers: { ...request.headers, 'content-md5': md5 } });
    expect([answer.attempts, bench.metrics.retries]).toEqual([2, ['Md5Mismatch']]);
  });
});
