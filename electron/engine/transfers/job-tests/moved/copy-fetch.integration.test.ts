// Copies between two accounts whose services can reach each other: the requests to the target, and the credentials sent
// to it.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type RunningAzurite, startAzurite } from '../../../../testing/azurite';
import { type FaultProxy, startFaultProxy } from '../../../../testing/fault-proxy';
import { type FaultyRequest, type ProxiedRequest, serviceHeaders } from '../../../../testing/faults';
import { type FetchingService, startFetchingService } from '../../../../testing/fetching-service';
import type { Account, AccountSource } from '../../../azure/account';
import { createContainer } from '../../../blobs/container-admin';
import { type Bench, accountsFor, md5, openBench, startStore } from '../../fixtures/test-bench';

let store: Awaited<ReturnType<typeof startStore>>;
let other: RunningAzurite;
let fetching: FetchingService;
/** On the way to the other account. */
let proxy: FaultProxy;
let bench: Bench;
let there: Account;

beforeAll(async () => {
  store = await startStore();
  other = await startAzurite({ account: { name: 'second', key: Buffer.alloc(64, 7).toString('base64') } });
  fetching = await startFetchingService(other.blobOrigin, await accountsFor(other.descriptor()).open('there'));
  proxy = await startFaultProxy(fetching.origin);
});
afterAll(async () => {
  await proxy.dispose();
  await fetching.dispose();
  await other.stop();
  await store.proxy.dispose();
  await store.azurite.stop();
});
beforeEach(async () => {
  bench = await openBench(store);
  there = await accountsFor(other.descriptor({ blob: proxy.origin })).open('there');
  await createContainer(there, bench.container.containerName);
});
afterEach(() => bench.dispose());

const blockBytes = 4 * MiB;
const totalBytes = 18 * MiB;
const isBlock = ({ method, query }: Pick<ProxiedRequest, 'method' | 'query'>): boolean =>
  method === 'PUT' && query.get('comp') === 'block';
const header = (request: ProxiedRequest, name: string): string => String(request.headers[name] ?? '');

async function putSource(): Promise<Buffer> {
  const bytes = randomBytes(totalBytes);
  await bench.container.getBlockBlobClient('a/large.bin').uploadData(bytes, {
    blobHTTPHeaders: { blobContentType: 'text/x-copied', blobContentMD5: Buffer.from(md5(bytes), 'base64') },
    metadata: { origin: 'test' },
  });
  return bytes;
}

/** A room that copies from the store of the bench to the other account. */
async function copied(): Promise<{
  readonly summary: object;
  readonly blocks: readonly ProxiedRequest[];
  readonly report: string;
}> {
  const here = accountsFor(store.azurite.descriptor({ blob: store.proxy.origin }));
  const open: AccountSource['open'] = (id) => (id === 'there' ? Promise.resolve(there) : here.open(id));
  const room = bench.roomWith({ accounts: { open, openForWriting: open } });
  const container = bench.container.containerName;
  const before = proxy.requests.length;
  const job = await room.copyBlobs({
    kind: 'copy',
    connectionId: 'there',
    container,
    prefix: '',
    from: { connectionId: 'test', container },
    selection: [{ kind: 'prefix', prefix: 'a/', as: 'a/' }],
    options: bench.options({ blockBytes }),
  });
  const summary = await job.ended;
  return { summary, blocks: proxy.requests.slice(before).filter(isBlock), report: JSON.stringify(room.jobs()) };
}

async function storedBlobOf(): Promise<{ readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> }> {
  const { body, headers } = await there.send({
    service: 'blob',
    operation: 'GetBlob',
    method: 'GET',
    path: `/${bench.container.containerName}/a/large.bin`,
    resource: bench.container.containerName,
    replay: 'safe',
  });
  return { bytes: body, headers };
}

describe('a large copy to an account that reaches the source', () => {
  it('is fetched by the service block by block, each range once, pinned to the version', async () => {
    const bytes = await putSource();
    const { etag } = await bench.container.getBlobClient('a/large.bin').getProperties();
    const { summary, blocks } = await copied();
    expect(summary).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    const fetches = blocks.map((request) => [
      header(request, 'x-ms-source-range'),
      header(request, 'x-ms-source-if-match'),
      request.bytesUp,
      request.status,
    ]);
    const expected = Array.from({ length: 5 }, (_, index) => {
      const last = Math.min((index + 1) * blockBytes, totalBytes) - 1;
      return [`bytes=${index * blockBytes}-${last}`, etag, 0, 201];
    });
    expect(fetches.sort()).toEqual(expected.sort());
    const { bytes: held, headers } = await storedBlobOf();
    expect(held.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({ 'content-type': 'text/x-copied', 'x-ms-meta-origin': 'test' });
  });

  it('sends a signature for that blob alone, and to no other service', async () => {
    await putSource();
    const { blocks, report } = await copied();
    const sources = blocks.map((request) => new URL(header(request, 'x-ms-copy-source')));
    expect(sources.length).toBe(5);
    for (const { pathname, searchParams } of sources) {
      expect(pathname.endsWith(`/${bench.container.containerName}/a/large.bin`)).toBe(true);
      expect([searchParams.get('sr'), searchParams.get('sp')]).toEqual(['b', 'rt']);
    }
    const jobs = join(bench.stateDir, 'jobs');
    const written = await Promise.all((await readdir(jobs)).map((name) => readFile(join(jobs, name), 'utf8')));
    const { headers } = await storedBlobOf();
    for (const { searchParams } of sources) {
      const signature = searchParams.get('sig') ?? '';
      expect(signature).not.toBe('');
      for (const text of [...written, report, JSON.stringify(headers)]) {
        expect(text).not.toContain(signature);
        expect(text).not.toContain(encodeURIComponent(signature));
      }
    }
  });

  it.each([
    ['through this machine where the service fails each time without a cause', {}, Infinity, 5],
    ['as it began where the service names a cause and recovers', { 'x-ms-error-code': 'InternalError' }, 2, 0],
  ] as const)('continues %s', async (_how, cause, times, carried) => {
    const bytes = await putSource();
    const headers = serviceHeaders({ 'retry-after': '0', ...cause });
    const isFetched = (request: FaultyRequest): boolean => isBlock(request) && 'x-ms-copy-source' in request.headers;
    proxy.inject({ fault: { kind: 'answer', status: 500, headers }, when: isFetched, times });
    const { summary, blocks, report } = await copied();
    proxy.clearFaults();
    expect(summary).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    expect(blocks.filter(({ status, bytesUp }) => status === 201 && bytesUp > 0)).toHaveLength(carried);
    expect(report.includes('copied through this computer')).toBe(carried > 0);
    expect((await storedBlobOf()).bytes.equals(bytes)).toBe(true);
  });

  it('goes through this machine from the block on that the service cannot fetch any more', async () => {
    const bytes = await putSource();
    proxy.inject({
      fault: {
        kind: 'answer',
        status: 403,
        headers: serviceHeaders({ 'x-ms-error-code': 'CannotVerifyCopySource' }),
      },
      when: (request) => isBlock(request) && request.headers['x-ms-copy-source'] !== undefined,
      skip: 2,
      times: Infinity,
    });
    const { summary, blocks, report } = await copied();
    proxy.clearFaults();
    expect(summary).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    const stored = blocks.filter(({ status }) => status === 201);
    expect(stored).toHaveLength(5);
    expect(stored.filter(({ bytesUp }) => bytesUp > 0)).toHaveLength(3);
    expect(report).toContain('copied through this computer');
    expect((await storedBlobOf()).bytes.equals(bytes)).toBe(true);
  });
});
