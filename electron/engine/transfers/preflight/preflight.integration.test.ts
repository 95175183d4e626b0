// The preflight of an upload, against a real store: counts, existing names, and where it stops.
import { mkdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { takenFiles } from '@shared/preflight/outcome';
import { KiB, MiB } from '@shared/units';
import type { ProxiedRequest } from '../../../testing/fault-proxy';
import { systemClock } from '../../system-clock';
import { startUpload } from '../fixtures/start-jobs';
import { accountsFor } from '../fixtures/test-bench';
import { useBench } from '../fixtures/use-bench';
import { completePreflight } from '../fixtures/complete-preflight';
import { statFiles } from '../worker/local-files';
import type { PreflightBounds } from './preflight';
import { preflightUpload } from './preflight-kinds';

const { bench } = useBench();
const toTest = { connectionId: 'test', service: 'blob' };

async function preflight(
  sources: readonly string[],
  prefix = '',
  signal = new AbortController().signal,
  overwrite: OverwritePolicy = 'never',
): Promise<TransferPreflight> {
  const wanted = {
    connectionId: 'test',
    container: bench.container.containerName,
    prefix,
    sources: [...sources],
    options: bench.options({ overwrite }),
    names: 'if-it-matters' as const,
  };
  return completePreflight(async (sink) => bench.transfers.streams['transfers.survey-upload'](wanted, sink), signal);
}
const store = (name: string, text: string): Promise<unknown> =>
  bench.container.getBlockBlobClient(name).upload(text, Buffer.byteLength(text));
const isList = ({ query }: Pick<ProxiedRequest, 'query'>): boolean => query.get('comp') === 'list';
const lists = (): number => bench.requests().filter(isList).length;
const heads = (): number => bench.requests().filter(({ method }) => method === 'HEAD').length;

describe('a survey of an upload', () => {
  it('names the transfers under way that write to the same names', async () => {
    await bench.file('cargo/a.bin', 3 * KiB);
    const cargo = join(bench.folder, 'cargo');
    const held = bench.proxy.inject({
      fault: { kind: 'hang' },
      when: ({ method }) => method === 'PUT',
      times: Infinity,
    });
    const { jobId } = await startUpload(bench, [cargo]);
    expect((await preflight([cargo])).writing).toEqual(['cargo']);
    expect((await preflight([cargo], 'elsewhere/')).writing).toEqual([]);
    held.remove();
    await bench.transfers.registry.calls['jobs.cancel']({ jobId }, { signal: new AbortController().signal });
    expect((await preflight([cargo])).writing).toEqual([]);
  });

  it('reports a transfer that another window starts meanwhile, also when it has stored something', async () => {
    await bench.file('cargo/a.bin', 3 * KiB);
    await bench.file('cargo/b.bin', 3 * KiB);
    const cargo = join(bench.folder, 'cargo');
    const isPut = ({ method }: Pick<ProxiedRequest, 'method'>): boolean => method === 'PUT';
    const reported: TransferPreflight[] = [];
    const looking = new AbortController();
    const shown = bench.transfers.streams['transfers.survey-upload'](
      {
        connectionId: 'test',
        container: bench.container.containerName,
        prefix: '',
        sources: [cargo],
        options: bench.options(),
        names: 'if-it-matters',
      },
      { push: (event) => reported.push(event), signal: looking.signal },
    );
    const cancel = (jobId: string): unknown =>
      bench.transfers.registry.calls['jobs.cancel']({ jobId }, { signal: looking.signal });
    await expect.poll(() => reported.at(-1)?.state).toBe('complete');
    expect(reported.at(-1)?.writing).toEqual([]);
    const none = bench.proxy.inject({ fault: { kind: 'hang' }, when: isPut, times: Infinity });
    const without = await startUpload(bench, [cargo]);
    await expect.poll(() => reported.at(-1)?.writing).toEqual(['cargo']);
    await cancel(without.jobId);
    await expect.poll(() => reported.at(-1)?.writing).toEqual([]);
    none.remove();

    const one = bench.proxy.inject({ fault: { kind: 'hang' }, when: isPut, skip: 1, times: Infinity });
    const other = await startUpload(bench, [cargo]);
    await expect.poll(() => reported.at(-1)?.writing).toEqual(['cargo']);
    await expect.poll(() => bench.transfers.jobs().find(({ id }) => id === other.jobId)?.filesDone).toBe(1);
    await cancel(other.jobId);
    const both = await startUpload(bench, [cargo, await bench.file('elsewhere.bin', 10)]);
    await expect.poll(() => reported.at(-1)?.writing).toEqual(['cargo', 'cargo and 1 more']);
    await cancel(both.jobId);
    one.remove();
    looking.abort();
    await shown;
  });

  it('counts files, bytes and the requests they take, and finds the largest', async () => {
    const one = await bench.file('cargo/a/small.bin', 10 * KiB);
    await bench.file('cargo/b/large.bin', 9 * MiB);
    const reported = await preflight([one, join(bench.folder, 'cargo')], '2026/');
    expect(reported).toMatchObject({
      state: 'complete',
      all: { files: 3, bytes: 9 * MiB + 20 * KiB, puts: 2, blocks: 9, lists: 1 },
      largest: { name: '2026/cargo/b/large.bin', bytes: 9 * MiB },
      taken: [],
      examples: [],
      looked: 'all',
      problem: null,
      links: 0,
      specials: 0,
    });
    expect(bench.requests().every(({ method }) => method === 'GET' || method === 'HEAD')).toBe(true);
    expect(reported.sent).toEqual([
      { ...toTest, operation: 'ListBlobs', requests: 1 },
      { ...toTest, operation: 'GetBlobProperties', requests: 1 },
    ]);
  });

  it('looks up single files individually, and reports which side is newer and whether sizes match', async () => {
    await store('in/old.txt', 'stored');
    await store('in/same.txt', 'stored');
    await store('in/other.txt', 'not of this upload');
    const old = await bench.file('old.txt', Buffer.from('much longer'));
    const same = await bench.file('same.txt', Buffer.from('change'));
    const fresh = await bench.file('fresh.txt', 3);
    const past = new Date('2020-01-02T03:04:05Z');
    const future = new Date('2100-01-02T03:04:05Z');
    await utimes(old, past, past);
    await utimes(same, future, future);
    const reported = await preflight([old, same, fresh], 'in/');
    expect(reported.taken.map(({ source, size, sum }) => [source, size, sum.files, sum.bytes])).toEqual([
      ['newer', 'same', 1, 6],
      ['older', 'other', 1, 11],
    ]);
    expect(reported.examples.map(({ name }) => name).sort()).toEqual(['in/old.txt', 'in/same.txt']);
    expect(reported.examples.find(({ name }) => name === 'in/old.txt')).toMatchObject({
      sourceBytes: 11,
      sourceModifiedMs: past.getTime(),
      storedBytes: 6,
    });
    expect([lists(), heads()]).toEqual([0, 3]);
  });

  it('finds the names of folders by listing the target, in any order', async () => {
    for (const name of ['a.b/1', 'a/1', 'a/ä', 'a/🌊', 'Z/1']) {
      await bench.file(`tree/${name}`, 4);
      await store(`tree/${name}`, 'four');
    }
    await bench.file('tree/new', 4);
    await store('treetop', 'not below the folder');
    const reported = await preflight([join(bench.folder, 'tree')]);
    expect(reported.all.files).toBe(6);
    expect(takenFiles(reported)).toBe(5);
    expect([lists(), heads()]).toEqual([1, 0]);
  });

  it('lists for many single files, and looks up none of the folders beside them', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, (_, at) => bench.file(`f${at}.bin`, 1)));
    await store('f7.bin', 'x');
    await store('f8.bin/deep', 'x');
    const reported = await preflight(files);
    expect(reported.examples.map(({ name }) => name)).toEqual(['f7.bin']);
    expect([lists(), heads()]).toEqual([1, 0]);
  });

  it('looks up no names when the policy settles them, unless there is something else to report', async () => {
    await store('known.txt', 'stored');
    const known = await bench.file('known.txt', 1);
    const { signal } = new AbortController();
    expect(await preflight([known], '', signal, 'if-newer')).toMatchObject({
      all: { files: 1 },
      looked: 'some',
      taken: [],
    });
    expect(bench.requests()).toEqual([]);
    const reported = await preflight([known, join(bench.folder, 'gone.txt')], '', signal, 'if-newer');
    expect(reported).toMatchObject({ looked: 'all', examples: [{ name: 'known.txt' }], rejected: { files: 1 } });
  });

  it('preflight: names page and archived blobs that an upload would not replace', async () => {
    const sources = await Promise.all(['disk.vhd', 'frozen', 'plain'].map((name) => bench.file(name, 10)));
    await bench.container.getPageBlobClient('disk.vhd').create(512);
    for (const name of ['frozen', 'plain']) await store(name, 'old');
    await bench.container.getBlockBlobClient('frozen').setAccessTier('Archive');
    const found = await preflight(sources, '', undefined, 'always');
    expect(takenFiles(found)).toBe(3);
    expect(found.otherType?.examples.map(({ error }) => [error.context.blob, error.code]).sort()).toEqual([
      ['disk.vhd', 'conflict.blob-type'],
      ['frozen', 'conflict.archived'],
    ]);
  });

  it('reports what cannot be sent, with the reason', async () => {
    await bench.file('mixed/good.txt', 1);
    await bench.file('mixed/back\\slash.txt', 1);
    await mkdir(join(bench.folder, 'mixed/inner'));
    await symlink('good.txt', join(bench.folder, 'mixed/link.txt'));
    const gone = join(bench.folder, 'gone.txt');
    const reported = await preflight([join(bench.folder, 'mixed'), gone]);
    expect(reported).toMatchObject({ all: { files: 1 }, links: 1, specials: 0, rejected: { files: 2 } });
    expect(reported.rejected.examples.map(({ error }) => error.code).sort()).toEqual([
      'invalid.name',
      'local.not-found',
    ]);
  });

  it('continues without stored names when listing them is denied, and says why', async () => {
    const file = await bench.file('some.txt', 5);
    bench.proxy.inject({
      fault: {
        kind: 'answer',
        status: 403,
        headers: { 'x-ms-error-code': 'AuthorizationPermissionMismatch', 'x-ms-request-id': 'refused' },
      },
      when: ({ method }) => method === 'HEAD',
      times: Infinity,
    });
    const reported = await preflight([file]);
    expect(reported).toMatchObject({ state: 'complete', all: { files: 1 }, looked: 'some', taken: [] });
    expect(reported.problem?.code).toBe('auth.denied');
  });

  it('ends when it is cancelled, although a listing hangs', async () => {
    await bench.file('some/file', 1);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isList, times: Infinity });
    const controller = new AbortController();
    const watching = preflight([join(bench.folder, 'some')], '', controller.signal);
    await expect.poll(lists).toBe(1);
    controller.abort();
    await expect(watching).rejects.toThrow();
  });

  it('reports its progress, and stops at its limits of files, stored names and time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, at) => bench.file(`many/${at}`, 1)));
    await Promise.all(Array.from({ length: 40 }, (_, at) => store(`many/${at}`, 'x')));
    const bounds = { files: 1000, few: 5, pages: 3, pageSize: 10, ms: 20_000 };
    const named = await preflightWithin(bounds);
    expect(named.at(-1)).toMatchObject({ state: 'complete', counted: 'all', looked: 'some', problem: null });
    expect(named.map(takenFiles)).toEqual([0, 10, 20, 30, 30]);
    expect(lists()).toBe(3);

    const [counted] = (await preflightWithin({ ...bounds, files: 20 })).slice(-1);
    expect(counted).toMatchObject({ all: { files: 40 }, counted: 'at-least' });

    bench.proxy.inject({ fault: { kind: 'hang' }, when: isList, times: Infinity });
    const [late] = (await preflightWithin({ ...bounds, ms: 1 })).slice(-1);
    expect(late).toMatchObject({ state: 'complete', all: { files: 40 }, looked: 'some', problem: null, taken: [] });
  });

  it('looks up few files individually when the target holds many blobs', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, at) => bench.file(`few/z${at}`, 1)));
    await Promise.all(Array.from({ length: 30 }, (_, at) => store(`few/a${at}`, 'x')));
    await store('few/z3', 'x');
    const reported = await preflightWithin({ files: 1000, few: 5, pages: 3, pageSize: 10, ms: 20_000 }, 'few');
    expect(reported.at(-1)).toMatchObject({ looked: 'all', examples: [{ name: 'few/z3' }] });
    expect([lists(), heads()]).toEqual([1, 5]);
  });
});

/** Everything that the preflight reports of a folder of the bench, with a clock that lets each event through. */
async function preflightWithin(bounds: PreflightBounds, folder = 'many'): Promise<readonly TransferPreflight[]> {
  const reported: TransferPreflight[] = [];
  const account = await accountsFor(bench.azurite.descriptor({ blob: bench.proxy.origin })).open('test');
  const stat = (reading: 'untried' | 'tried') => (paths: readonly string[]) =>
    Promise.resolve(statFiles(paths, reading));
  const stats = { statFiles: stat('untried'), tryFiles: stat('tried') };
  let ms = 0;
  await preflightUpload(
    {
      kind: 'upload',
      connectionId: 'test',
      container: bench.container.containerName,
      prefix: '',
      paths: [join(bench.folder, folder)],
      options: bench.options(),
    },
    {
      account,
      bounds,
      names: 'looked-for',
      writing: () => [],
      ...stats,
      clock: { ...systemClock, monotonic: () => (ms += 1000) },
      push: (preflight) => reported.push(preflight),
      signal: new AbortController().signal,
    },
  );
  return reported;
}
