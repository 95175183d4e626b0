// The command line over a service that cuts its lists into pages anywhere, some of them empty, or never ends them.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type RequestListener, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCutLists } from '../testing/cut-pages';
import { originOf } from '../testing/local-servers';
import { runCommandLine } from './run';

const key = Buffer.alloc(32, 7).toString('base64');
const service = { 'x-ms-request-id': '1', 'x-ms-version': '2021-12-02' };

/** Runs commands against a server that answers so. */
async function commandsOver(answers: RequestListener) {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-cut-pages-'));
  const server = createServer(answers);
  const endpoint = `${await originOf(server)}/quay`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const account = `BlobEndpoint=${endpoint};TableEndpoint=${endpoint};AccountName=quay;AccountKey=${key}`;
  const run = async (...args: readonly string[]) => {
    const printed = { out: '', err: '' };
    const code = await runCommandLine({
      args: ['--state-dir', join(folder, 'state'), '--connection-string', account, ...args],
      env: {},
      streams: {
        stdout: { write: (text) => (printed.out += String(text)) },
        stderr: { write: (text) => (printed.err += text) },
      },
      signal: new AbortController().signal,
      programPath: resolve('out/cli/stowage.js'),
    });
    return { code, ...printed };
  };
  return { folder, run };
}

const cellsOf = (table: string, column: number): readonly string[] =>
  table
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        line
          .trim()
          .split(/\s{2,}/u)
          .at(column) ?? '',
    );

it('lists, downloads and deletes everything, whatever is on which page', async () => {
  const names = ['a', 'b/1', 'b/2', 'b/c/3', 'd', 'e/4', 'f'];
  const blobs = new Set(names);
  const ordered = ['first', 'second', 'third'];
  const cut = createCutLists({ blobs, containers: ordered, tables: ordered, cuts: [0, 1, 2, 0, 0, 1] });
  const { folder, run } = await commandsOver((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://quay');
    const query = Object.fromEntries(searchParams);
    const path = decodeURIComponent(pathname).replace(/^\/quay\/?/u, '');
    const page =
      path === 'Tables'
        ? cut.tables(query)
        : path === ''
          ? cut.containers(query)
          : path === 'box'
            ? cut.blobs(query)
            : null;
    if (page !== null) {
      response.writeHead(200, { ...service, ...page.headers }).end(page.body);
      return;
    }
    const name = path.slice('box/'.length);
    const exists = request.method === 'DELETE' ? blobs.delete(name) : blobs.has(name);
    const found = { 'content-length': name.length, etag: '"0x1"', 'x-ms-blob-type': 'BlockBlob' };
    if (!exists) response.writeHead(404, { ...service, 'x-ms-error-code': 'BlobNotFound' }).end();
    else if (request.method === 'DELETE') response.writeHead(202, service).end();
    else response.writeHead(200, { ...service, ...found }).end(request.method === 'GET' ? name : undefined);
  });
  expect(cellsOf((await run('tables', 'list')).out, 0)).toEqual(['TABLE', ...ordered]);
  expect(cellsOf((await run('containers', 'list')).out, 0)).toEqual(['CONTAINER', ...ordered]);
  expect(cellsOf((await run('ls', 'box')).out, -1)).toEqual(['NAME', 'a', 'b/', 'd', 'e/', 'f']);
  expect(cellsOf((await run('ls', 'box', '--recursive')).out, -1)).toEqual(['NAME', ...names]);
  expect((await run('download', 'box', join(folder, 'in'))).code).toBe(0);
  const fetched = await readdir(join(folder, 'in'), { recursive: true, withFileTypes: true });
  expect(fetched.filter((entry) => entry.isFile())).toHaveLength(names.length);
  const removed = await run('rm', 'box/b/', '--yes');
  expect([removed.out, [...blobs].sort()]).toEqual(['Deleted 3 blobs, 11 B.\n', ['a', 'd', 'e/4', 'f']]);
});

it('ls reports an error when pages lead back to one another', async () => {
  const { run } = await commandsOver((request, response) => {
    const next = request.url?.includes('marker=one') === true ? 'two' : 'one';
    const body = `<EnumerationResults><Blobs/><NextMarker>${next}</NextMarker></EnumerationResults>`;
    response.writeHead(200, service).end(body);
  });
  const { code, err } = await run('ls', 'box');
  expect([code === 0, err]).toEqual([false, expect.stringContaining('container “box”')]);
});
