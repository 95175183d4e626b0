import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SyncSettings, defaultMaxDelete } from '@shared/model/sync';
import { type Fault, serviceHeaders } from '../../../../testing/faults';
import { isWrite, isWriteOf } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';
import type { JobSummary, Transfers } from '../../api';
import type { SyncLocation, SyncRequest } from '../../sync/sync-spec';

const { bench } = useBench();

/** Concerns this file alone. */
const leased: Fault = {
  kind: 'answer',
  status: 412,
  headers: serviceHeaders({ 'x-ms-error-code': 'LeaseIdMissing' }),
};
const settings: SyncSettings = { compare: 'mtime-size', deletes: 'all', maxDelete: defaultMaxDelete };
const remote = (prefix = ''): SyncLocation => ({
  kind: 'remote',
  connectionId: 'test',
  container: bench.container.containerName,
  prefix,
});
const local = (dir: string): SyncLocation => ({ kind: 'local', dir: join(bench.folder, dir) });

async function sync(
  source: SyncLocation,
  target: SyncLocation,
  some: Partial<SyncSettings> = {},
  others: Partial<SyncRequest> = {},
): Promise<JobSummary> {
  const job = await bench.transfers.sync({ source, target, settings: { ...settings, ...some }, ...others });
  return job.ended;
}

async function blobs(prefix = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name } of bench.container.listBlobsFlat({ prefix })) {
    found[name.slice(prefix.length)] = (await bench.container.getBlobClient(name).downloadToBuffer()).toString();
  }
  return found;
}

async function files(dir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await readdir(join(bench.folder, dir), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(join(bench.folder, dir).length + 1)] = await readFile(path, 'utf8');
  }
  return found;
}

async function plan(transfers: Transfers, source: SyncLocation, target: SyncLocation): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const signal = new AbortController().signal;
  for await (const entries of transfers.planSync({ source, target, settings }, { signal })) {
    for (const { what } of entries) counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

const write = (path: string, text: string): Promise<string> => bench.file(path, Buffer.from(text));
const changes = (): number =>
  bench.requests().filter(({ method }) => isWrite({ method }) || method === 'DELETE' || method === 'POST').length;

const tree = fc.dictionary(
  fc.constantFrom('a', 'a.txt', 'b/c', 'b/d/e', 'b-1', 'z/é', 'z/100%25', 'b.d/x y'),
  fc.constantFrom('', 'one', 'two', 'three'),
  { maxKeys: 6 },
);

describe('sync', () => {
  it('sync: makes every target equal to any source in all directions, after which a second run only lists', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(tree, tree, async (wanted, before) => {
        run += 1;
        const [up, copied] = [`up${run}/`, `copy${run}/`];
        for (const [name, text] of Object.entries(wanted)) await write(`from${run}/${name}`, text);
        await mkdir(join(bench.folder, `from${run}`), { recursive: true });
        for (const [name, text] of Object.entries(before)) {
          await bench.container.getBlockBlobClient(up + name).upload(text, Buffer.byteLength(text));
          await bench.container.getBlockBlobClient(copied + name).upload(text, Buffer.byteLength(text));
          // Older than what it is compared with, whatever it contains.
          await utimes(await write(`to${run}/${name}`, text), 1, 1);
        }
        const ways = [
          [local(`from${run}`), remote(up)],
          [remote(up), remote(copied)],
          [remote(copied), local(`to${run}`)],
        ] as const;
        for (const [source, target] of ways) {
          const exact = { compare: 'md5', emptySource: 'allowed' } as const;
          expect((await sync(source, target, exact)).failed).toEqual([]);
          await sync(source, target);
          const sent = changes();
          const again = await sync(source, target);
          expect([again.state, again.files, changes()]).toEqual(['done', 0, sent]);
        }
        expect([await blobs(up), await blobs(copied), await files(`to${run}`)]).toEqual([wanted, wanted, wanted]);
      }),
      { numRuns: 1 },
    );
  });

  it('sync: touches nothing outside its target, and nothing that its patterns exclude', async () => {
    await write('src/new.txt', 'new');
    for (const name of ['t/old.txt', 't/keep.log', 't-beside/x', 'other']) {
      await bench.container.getBlockBlobClient(name).upload(name, name.length);
    }
    await sync(local('src'), remote('t'), { filters: ['- *.log'] });
    expect(await blobs()).toEqual({
      't/new.txt': 'new',
      't/keep.log': 't/keep.log',
      't-beside/x': 't-beside/x',
      other: 'other',
    });
  });

  it('sync: deletes nothing at all above the limit, and says so', async () => {
    await write('src/new.txt', 'new');
    for (const name of ['1', '2', '3']) await bench.container.getBlockBlobClient(name).upload(name, 1);
    const { state, stoppedBy } = await sync(local('src'), remote(), { maxDelete: 2 });
    expect([state, stoppedBy?.code, stoppedBy?.context.deletions]).toEqual(['failed', 'conflict.other', 3]);
    expect(Object.keys(await blobs())).toEqual(['1', '2', '3', 'new.txt']);
    expect(bench.requests().some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('sync: leaves alone what the target has at and behind a link that it skips in the source', async () => {
    await write('src/sub/new.txt', 'new');
    await symlink(bench.folder, join(bench.folder, 'src/sub/link'));
    for (const name of ['sub/link/a', 'sub/link/b/c', 'sub/link', 'sub/linked', 'sub/gone']) {
      await bench.container.getBlockBlobClient(name).upload(name, 1);
    }
    expect(await plan(bench.transfers, local('src'), remote())).toEqual({ new: 1, 'left out': 1, 'only there': 5 });
    expect((await sync(local('src'), remote())).failed).toEqual([]);
    expect(Object.keys(await blobs())).toEqual(['sub/link', 'sub/link/a', 'sub/link/b/c', 'sub/new.txt']);
  });

  it('sync: deletes only the names that were approved', async () => {
    await mkdir(join(bench.folder, 'src'));
    for (const name of ['1', '2']) await bench.container.getBlockBlobClient(name).upload(name, 1);
    await sync(local('src'), remote(), { deletes: ['2', 'elsewhere'] });
    expect(Object.keys(await blobs())).toEqual(['1']);
  });

  it('sync: deletes nothing while a file has failed, and does when the resumed job has moved it', async () => {
    await write('src/new.txt', 'new');
    await bench.container.getBlockBlobClient('old').upload('old', 3);
    bench.proxy.inject({ when: isWriteOf('new.txt'), fault: leased, times: 50 });
    const job = await bench.transfers.sync({ source: local('src'), target: remote(), settings });
    expect(await job.ended).toMatchObject({
      state: 'failed',
      failedCount: 2,
      stoppedBy: { context: { failed: 1, deletions: 1 } },
    });
    expect(Object.keys(await blobs())).toEqual(['old']);
    bench.proxy.clearFaults();
    await (
      await bench.transfers.resume(job.jobId)
    ).ended;
    expect(await blobs()).toEqual({ 'new.txt': 'new' });
  });

  it('sync: moves what it replaces or deletes into the backup, at the service and on disk', async () => {
    await write('src/same-name', 'new');
    await bench.container.getBlockBlobClient('t/same-name').upload('old!', 4);
    await bench.container.getBlockBlobClient('t/gone').upload('gone', 4);
    await sync(local('src'), remote('t'), { backup: `${bench.container.containerName}/t/backup` });
    await write('back/same-name', 'mine');
    await write('back/b/gone', 'here');
    await sync(remote('t'), local('back'), { backup: join(bench.folder, 'saved'), filters: ['- backup/'] });
    const saved = Object.entries(await blobs('t/backup/')).map(([name, text]) => [
      name.replace(/^[\d-]+\//u, ''),
      text,
    ]);
    expect(saved).toEqual([
      ['gone', 'gone'],
      ['same-name', 'old!'],
    ]);
    expect(await blobs('t/same')).toEqual({ '-name': 'new' });
    expect(await files('back')).toEqual({ 'same-name': 'new' });
    const local2 = Object.entries(await files('saved')).map(([name, text]) => [name.replace(/^[\d-]+\//u, ''), text]);
    expect(Object.fromEntries(local2)).toEqual({ 'same-name': 'mine', 'b/gone': 'here' });
    // A second run neither deletes the backups nor copies them.
    expect(await plan(bench.transfers, local('src'), remote('t/backup'))).toMatchObject({ new: 1 });
  });

  it('sync: reports in the plan what cannot be at the target, and moves it nowhere', async () => {
    for (const name of ['f', 'f/x', 'link/inside', 'dir', 'ok'])
      await bench.container.getBlockBlobClient(name).upload('1', 1);
    await mkdir(join(bench.folder, 'outside'));
    await mkdir(join(bench.folder, 'to/dir'), { recursive: true });
    await symlink(join(bench.folder, 'outside'), join(bench.folder, 'to/link'));
    expect(await plan(bench.transfers, remote(), local('to'))).toEqual({ new: 2, problem: 3 });
    await sync(remote(), local('to'));
    expect(await files('to')).toEqual({ f: '1', ok: '1' });
    expect(await readdir(join(bench.folder, 'outside'))).toEqual([]);
  });

  it('sync: compares ETags between Azure places, and copies again only what has changed since', async () => {
    for (const name of ['a', 'b']) {
      await bench.container.getBlockBlobClient(`v/${name}`).upload(name, 1, { metadata: { origin: 'test' } });
    }
    const etag = { compare: 'etag', deletes: 'never' } as const;
    expect(await sync(remote('v'), remote('w'), etag)).toMatchObject({ state: 'done', files: 2 });
    expect((await bench.container.getBlobClient('w/a').getProperties()).metadata).toMatchObject({ origin: 'test' });
    expect(await sync(remote('v'), remote('w'), etag)).toMatchObject({ files: 0 });
    // Of the same size, with a time that a comparison of times takes for unchanged.
    await bench.container.getBlockBlobClient('v/a').upload('A', 1);
    // A program that keeps the metadata it finds.
    const { metadata = {} } = await bench.container.getBlobClient('w/b').getProperties();
    const blobHTTPHeaders = { blobContentMD5: createHash('md5').update('B').digest() };
    await bench.container.getBlockBlobClient('w/b').upload('B', 1, { metadata, blobHTTPHeaders });
    expect(await sync(remote('v'), remote('w'), etag)).toMatchObject({ files: 2 });
    expect(await blobs('w/')).toEqual({ a: 'A', b: 'b' });
    expect((await sync(local('.'), remote('w'), etag)).stoppedBy?.code).toBe('invalid.input');
  });

  it('sync: rejects a source that is missing instead of emptying its target', async () => {
    await bench.container.getBlockBlobClient('x').upload('x', 1);
    const { state, stoppedBy } = await sync(local('nowhere'), remote());
    expect([state, stoppedBy?.code]).toEqual(['failed', 'local.not-found']);
    expect(Object.keys(await blobs())).toEqual(['x']);
    await rm(join(bench.folder, 'to'), { recursive: true, force: true });
    await sync(remote(), local('to'));
    expect((await stat(join(bench.folder, 'to/x'))).size).toBe(1);
    await writeFile(join(bench.folder, 'to/x'), 'y');
  });

  it('sync: deletes nothing for a source that holds nothing, unless that is allowed or the names were approved', async () => {
    await mkdir(join(bench.folder, 'void'));
    await write('to/mine', 'mine');
    for (const name of ['t/a', 't/b.log']) await bench.container.getBlockBlobClient(name).upload('1', 1);
    await write('logs/only.log', 'log');
    const ways: readonly (readonly [SyncLocation, SyncLocation, string[]])[] = [
      [local('void'), remote('t'), []],
      [remote('mistyped'), remote('t'), []],
      [remote('mistyped'), local('to'), []],
      // Nothing of it takes part.
      [local('logs'), remote('t'), ['- *.log']],
    ];
    for (const [source, target, filters] of ways) {
      const { state, stoppedBy } = await sync(source, target, { filters });
      expect([state, stoppedBy?.code]).toEqual(['failed', 'conflict.other']);
      const named = source.kind === 'local' ? source.dir : `${bench.container.containerName}/mistyped/`;
      expect(String(stoppedBy?.context.problem)).toContain(`“${named}`);
      expect(String(stoppedBy?.context.problem)).toContain('nothing was deleted');
    }
    expect([Object.keys(await blobs()), await files('to')]).toEqual([['t/a', 't/b.log'], { mine: 'mine' }]);
    expect(bench.requests().some(({ method }) => method === 'DELETE')).toBe(false);
    expect((await sync(local('void'), remote('t'), { deletes: ['a'] })).state).toBe('done');
    expect(Object.keys(await blobs())).toEqual(['t/b.log']);
    expect((await sync(remote('mistyped'), remote('t'), { emptySource: 'allowed' })).state).toBe('done');
    expect(await blobs()).toEqual({});
    // There is nothing to lose.
    expect((await sync(local('void'), remote('t'))).state).toBe('done');
  });
});
