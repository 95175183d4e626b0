// Under which names blobs come to the disk, and where: never out of the folder, never over each other.
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { everything, useDownloads } from '../../fixtures/use-downloads';

const { bench, target, download, blob, rawBlob, tree } = useDownloads();

describe('a download', () => {
  it('confines every name to the folder', async () => {
    const names = ['../../x', '/abs', 'C:\\x', '\\\\srv\\x', 'a/../../b', 'CON', 'a.', 'a:b', 'c//d'];
    for (const name of names) await rawBlob(name, Buffer.from(name));
    const summary = await download();
    expect(summary.failed).toEqual([]);
    expect(summary).toMatchObject({ state: 'done', files: names.length });
    // In the order of the names. The store itself turns a backslash into a slash.
    const paths = [
      '%2E%2E/%2E%2E/x',
      '%~/abs',
      'C:/x',
      '%~/%~/srv/x',
      'a/%2E%2E/%2E%2E/b',
      'CON',
      'a.',
      'a:b',
      'c/%~/d',
    ];
    expect(await tree()).toEqual([...paths].sort());
    const contents = await Promise.all(paths.map((relative) => readFile(join(target(), relative), 'utf8')));
    expect(contents).toEqual(names);
    const { note } = bench.transfers.jobs()[0] ?? {};
    expect(note).toContain('2 files: named with %XX, which an upload does not reverse');
    expect(note).toContain('3 files: named with %XX, because the disk does not accept the names');
    expect(await readdir(bench.folder)).toEqual(['state', 'target']);
  });

  it('separates a blob and a folder of one name, and says so', async () => {
    for (const name of ['a', 'a/b', 'a/c/d']) await rawBlob(name, Buffer.from(name));
    expect(await download()).toMatchObject({ state: 'done', files: 3, failedCount: 0 });
    expect(await tree()).toEqual(['a', 'a%/%~/b', 'a%/%~/c/d']);
    const paths = ['a', 'a%/%~/b', 'a%/%~/c/d'];
    const contents = await Promise.all(paths.map((relative) => readFile(join(target(), relative), 'utf8')));
    expect(contents).toEqual(['a', 'a/b', 'a/c/d']);
    expect(bench.transfers.jobs()[0]?.note).toContain('saved as NAME%');
  });

  it.each(['never', 'always'] as const)('reports a file where a folder is needed: %s', async (overwrite) => {
    await rawBlob('deep/x.bin', Buffer.from('x'));
    await mkdir(target(), { recursive: true });
    await writeFile(join(target(), 'deep'), 'in the way');
    const { failed } = await download(undefined, { overwrite });
    expect(failed).toMatchObject([{ code: 'conflict.target-exists', context: { what: 'file', folder: 'needed' } }]);
    expect(await readFile(join(target(), 'deep'), 'utf8')).toBe('in the way');
  });

  it('does not treat a folder marker as a file, in a folder, by its name and in a preflight', async () => {
    const mark = (name: string) =>
      bench.container.getBlockBlobClient(name).upload('', 0, { metadata: { hdi_isfolder: 'true' } });
    await mark('raw');
    await mark('raw/2024');
    await blob('raw/2024/a.csv', 10);
    await blob('raw/empty.txt', 0);
    await blob('raw/other/', 0);
    await blob('raw/kept/', 3);
    expect(await download()).toMatchObject({ state: 'done', files: 3, skipped: 0 });
    expect(await tree()).toEqual(['raw/2024/a.csv', 'raw/empty.txt', 'raw/kept/%~']);
    expect(bench.transfers.jobs()[0]?.note).toContain('2 folder markers skipped · 1 empty folder skipped');
    const byName = join(bench.folder, 'by name');
    expect(await download([{ kind: 'auto', name: 'raw' }], {}, byName)).toMatchObject({ state: 'done', files: 3 });
    expect(await tree(byName)).toEqual(['raw/2024/a.csv', 'raw/empty.txt', 'raw/kept/%~']);
    const own = join(bench.folder, 'own');
    expect(await download([{ kind: 'auto', name: 'raw/kept' }], {}, own)).toMatchObject({ state: 'done', files: 1 });
    expect(await tree(own)).toEqual(['kept/%~']);
    await mark('only');
    expect(await download([{ kind: 'auto', name: 'only' }])).toMatchObject({ state: 'done', files: 0, failedCount: 0 });
  });

  it('reports how many names it changed, and the source of a job', async () => {
    await blob('logs/rtl\u202egpj.exe', 1);
    for (const name of ['what?.txt', 'plain 100%.txt', 'a%20b.txt', 'c%3Ax']) await blob(`logs/${name}`, 1);
    await download([{ kind: 'prefix', prefix: 'logs/', as: '' }]);
    expect(await tree()).toEqual(['a%20b.txt', 'c%3Ax', 'plain 100%.txt', 'rtl%E2%80%AEgpj.exe', 'what?.txt']);
    const [job] = bench.transfers.jobs();
    expect(job?.note).toContain(
      '1 file: named with %XX, because the disk does not accept the name or it would be misleading',
    );
    expect(job?.source).toBe(`${bench.container.containerName}/logs/`);
  });

  it('does not follow a link out of the folder', async () => {
    await blob('link/x.bin', 10);
    await mkdir(join(bench.folder, 'outside'));
    await mkdir(target());
    await symlink(join(bench.folder, 'outside'), join(target(), 'link'));
    const summary = await download();
    expect(summary.failed[0]).toMatchObject({ code: 'conflict.target-exists' });
    expect(await readdir(join(bench.folder, 'outside'))).toEqual([]);
  });

  it('numbers a file whose path is a folder or a link, when the policy numbers names', async () => {
    const small = await blob('scan.bin', 10);
    const large = await blob('deep/large.bin', 1 * MiB);
    await mkdir(join(target(), 'scan.bin'), { recursive: true });
    await mkdir(join(target(), 'deep'));
    await symlink('/', join(target(), 'deep/large.bin'));
    const options = { blockBytes: 256 * 1024, overwrite: 'rename' } as const;
    expect(await download([everything], options)).toMatchObject({ state: 'done', files: 2, failed: [] });
    expect(await readFile(join(target(), 'scan (1).bin'))).toEqual(small);
    expect((await readFile(join(target(), 'deep/large (1).bin'))).equals(large)).toBe(true);
    expect((await readdir(join(target(), 'deep'))).sort()).toEqual(['large (1).bin', 'large.bin']);
  });

  it('numbers a folder whose path is a file or a link, when the policy numbers names', async () => {
    for (const name of ['v1.2/a.bin', 'v1.2/in/b.bin', 'lib/in/c.bin']) await blob(name, 10);
    await mkdir(join(target(), 'lib'), { recursive: true });
    await writeFile(join(target(), 'v1.2'), 'in the way');
    await writeFile(join(target(), 'v1.2 (1)'), 'in the way as well');
    await symlink('/', join(target(), 'lib/in'));
    expect(await download(undefined, { overwrite: 'rename' })).toMatchObject({ state: 'done', files: 3, failed: [] });
    expect(await tree()).toEqual([
      ...['lib/in', 'lib/in (1)/c.bin'],
      ...['v1.2', 'v1.2 (1)', 'v1.2 (2)/a.bin', 'v1.2 (2)/in/b.bin'],
    ]);
    expect(await readFile(join(target(), 'v1.2'), 'utf8')).toBe('in the way');
  });

  it('preserves folders by name, takes contents, and detects the kind of a name', async () => {
    for (const name of ['in/tree/a.txt', 'in/tree/sub/b.txt', 'in/other.txt']) await blob(name, 10);
    await download([{ kind: 'prefix', prefix: 'in/tree/', as: 'tree' }]);
    expect(await tree()).toEqual(['tree/a.txt', 'tree/sub/b.txt']);
    await download([{ kind: 'auto', name: 'in/other.txt' }]);
    await download([{ kind: 'prefix', prefix: 'in/tree/', as: '' }]);
    expect(await tree()).toEqual(['a.txt', 'other.txt', 'sub/b.txt', 'tree/a.txt', 'tree/sub/b.txt']);
    expect(await download([{ kind: 'auto', name: 'in/tree' }])).toMatchObject({ files: 0, skipped: 2 });
    const missing = await download([{ kind: 'auto', name: 'nothing' }]);
    expect(missing.failed).toEqual([expect.objectContaining({ code: 'not-found.blob' })]);
  });
});
