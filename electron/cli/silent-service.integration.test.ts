// A service that is busy for long, or accepts requests and never responds: the messages meanwhile, and how long the
// command retries.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from './run';

const key = Buffer.alloc(32, 7).toString('base64');

async function serviceThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/quay`;
}

async function run(
  endpoint: string,
  args: readonly string[],
  signal: AbortSignal,
  onErr: (text: string) => void,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-silent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const account = `BlobEndpoint=${endpoint};TableEndpoint=${endpoint};AccountName=quay;AccountKey=${key}`;
  return runCommandLine({
    args: ['--state-dir', join(folder, 'state'), '--connection-string', account, ...args],
    env: {},
    streams: { stdout: { write: () => undefined }, stderr: { write: onErr } },
    signal,
    programPath: resolve('out/cli/stowage.js'),
  });
}

it.each([
  [['tables', 'list'], ''],
  [['ls', 'cargo'], ''],
  [['upload', 'package.json', 'cargo'], 'the service, which has not responded yet'],
])('stowage %j names what it waits for', async (args, what) => {
  const endpoint = await serviceThat(() => undefined);
  const stop = new AbortController();
  let err = '';
  const code = await run(endpoint, args, stop.signal, (text) => {
    err += text;
    if (err.includes('Waiting for')) stop.abort();
  });
  expect(err).toContain(`Waiting for ${what === '' ? `${new URL(endpoint).host} (` : what}`);
  expect(code).toBe(130);
});

it.each([[['tables', 'list']], [['ls', 'cargo']]])(
  'stowage %j does not report silence when the service answers that it is busy',
  async (args) => {
    const headers = { 'x-ms-request-id': '1', 'x-ms-version': '2021-12-02', 'x-ms-error-code': 'ServerBusy' };
    const endpoint = await serviceThat((_request, response) => response.writeHead(503, headers).end());
    const stop = new AbortController();
    let err = '';
    const code = await run(endpoint, args, stop.signal, (text) => {
      err += text;
      if (err.includes('Waiting for')) stop.abort();
    });
    expect(err).toContain('which is busy or failing; the request is retried');
    expect(code).toBe(130);
  },
);

it('stowage ls: continues while the service is busy, and lists when it has recovered', async () => {
  let requests = 0;
  const headers = { 'x-ms-request-id': '1', 'x-ms-version': '2021-12-02' };
  const endpoint = await serviceThat((_request, response) => {
    requests += 1;
    if (requests <= 3) response.writeHead(500, { ...headers, 'x-ms-error-code': 'InternalError', 'retry-after': '0' });
    else response.writeHead(200, { ...headers, 'content-type': 'application/xml' });
    response.end(requests <= 3 ? '' : '<EnumerationResults><Blobs/><NextMarker/></EnumerationResults>');
  });
  const code = await run(endpoint, ['--retry-for', '1m', 'ls', 'cargo'], new AbortController().signal, () => undefined);
  expect([code, requests]).toEqual([0, 4]);
});

it.each([
  ['503 for each of 15 uploads', 'ServerBusy', ['upload', 'shared/strings', 'cargo'], 1],
  ['500 for each of 15 uploads', 'InternalError', ['upload', 'shared/strings', 'cargo'], 8],
  ['503 for a download', 'ServerBusy', ['download', 'cargo/a.txt', '-'], 1],
])('--retry-for also ends a transfer in time, and it can be resumed: %s', async (_case, code, args, failures) => {
  const headers = { 'x-ms-request-id': '1', 'x-ms-version': '2021-12-02', 'x-ms-error-code': code };
  const status = code === 'ServerBusy' ? 503 : 500;
  const endpoint = await serviceThat((_request, response) => response.writeHead(status, headers).end());
  let err = '';
  // With the tries of the retry policy alone it takes a minute.
  const exitCode = await run(endpoint, ['--retry-for', '0s', ...args], AbortSignal.timeout(15_000), (text) => {
    err += text;
  });
  expect(exitCode).toBe(6);
  if (args[0] === 'upload') expect(err).toContain('jobs resume');
  expect(err.match(/^failed /gmu)?.length ?? failures).toBe(failures);
});

it('an invalid time-out is rejected before anything is sent', async () => {
  let err = '';
  const endpoint = await serviceThat(() => undefined);
  const code = await run(endpoint, ['--retry-for', 'soon', 'ls', 'cargo'], new AbortController().signal, (text) => {
    err += text;
  });
  expect([code, err]).toEqual([2, expect.stringContaining('--retry-for')]);
});
