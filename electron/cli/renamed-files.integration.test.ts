// Uploads and downloads of one file by the command line: under another name, from standard input and to standard output,
// and with properties of its blob.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { BlobServiceClient, type ContainerClient, ContainerSASPermissions } from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, type Result, startCommandLine } from './fixtures/command-line';
import { runCommandLine } from './run';

let line: CommandLine;
let container: ContainerClient;
let source: string;
let boxes = 0;

beforeAll(async () => {
  line = await startCommandLine();
  source = join(line.dir, 'a.txt');
  await writeFile(source, 'anchor');
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

const onStore = (...args: string[]): Promise<Result> => line.onStore(...args);
async function box(): Promise<string> {
  boxes += 1;
  const service = BlobServiceClient.fromConnectionString(line.connectionString);
  container = service.getContainerClient(`box${boxes}`);
  await container.create();
  return container.containerName;
}
async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const blob of container.listBlobsFlat()) found.push(blob.name);
  return found;
}
/** Runs a command with standard input, and with standard output as bytes. */
async function piped(input: readonly Buffer[], ...args: string[]): Promise<{ code: number; out: Buffer; err: string }> {
  const out: Buffer[] = [];
  let err = '';
  const code = await runCommandLine({
    args: ['--state-dir', line.stateDir, ...args],
    env: { STOWAGE_CONNECTION_STRING: line.connectionString },
    streams: {
      stdout: { write: (piece) => out.push(Buffer.from(piece as string)) },
      stderr: { write: (text) => (err += text) },
    },
    input: () => Readable.from(input),
    signal: new AbortController().signal,
    programPath: resolve('out/cli/stowage.js'),
  });
  return { code, out: Buffer.concat(out), err };
}

describe('upload', () => {
  it('gives one file the name of its target, unless that is a folder', async () => {
    const name = await box();
    await container.getBlockBlobClient('folder/x').upload('', 0);
    await container.getBlockBlobClient('both/x').upload('', 0);
    await container.getBlockBlobClient('both').upload('', 0);
    for (const target of ['new.txt', 'deep/er.txt', 'folder', 'slash/', '', 'both']) {
      const up = await onStore('upload', source, `${name}/${target}`, '--overwrite', 'always');
      expect([target, up.code, up.lines.at(-1)]).toEqual([target, 0, expect.objectContaining({ files: 1 })]);
    }
    expect(await names()).toEqual(
      ['a.txt', 'both', 'both/x', 'deep/er.txt', 'folder/a.txt', 'folder/x', 'new.txt', 'slash/a.txt'].sort(),
    );
    const properties = await container.getBlobClient('new.txt').getProperties();
    expect([properties.contentLength, properties.contentType]).toEqual([6, 'text/plain; charset=utf-8']);
  });

  it('stores a file in the folder of a marker', async () => {
    const name = await box();
    await container.getBlockBlobClient('marked').upload('', 0, { metadata: { hdi_isfolder: 'true' } });
    expect((await onStore('upload', source, `${name}/marked`)).code).toBe(0);
    expect(await names()).toEqual(['marked', 'marked/a.txt']);
  });

  it('gives one file the name of its target where reading is not allowed', async () => {
    const name = await box();
    const url = await container.generateSasUrl({
      permissions: ContainerSASPermissions.parse('cw'),
      expiresOn: new Date(Date.now() + 3_600_000),
    });
    const up = await line.run('upload', source, `${name}/new.txt`, '--connection-string', url);
    expect([up.code, await names()]).toEqual([0, ['new.txt']]);
  });

  it('leaves nothing behind of standard input after a dry run', async () => {
    const name = await box();
    const lookup = await piped([Buffer.from('anchor')], 'upload', '-', `${name}/x`, '--dry-run');
    expect([lookup.code, await names()]).toEqual([0, []]);
    expect(await readdir(join(line.stateDir, 'standard-input'))).toEqual([]);
  });

  it('puts several files and folders into the folder of that name', async () => {
    const name = await box();
    const other = join(line.dir, 'b.txt');
    await writeFile(other, 'b');
    await mkdir(join(line.dir, 'dir'), { recursive: true });
    await writeFile(join(line.dir, 'dir', 'c.txt'), 'c');
    await onStore('upload', source, other, `${name}/two`);
    await onStore('upload', join(line.dir, 'dir'), `${name}/one`);
    expect(await names()).toEqual(['one/dir/c.txt', 'two/a.txt', 'two/b.txt']);
  });

  it('stores standard input under the name of its target, and leaves nothing behind', async () => {
    const name = await box();
    const bytes = randomBytes(5 * 1024 * 1024 + 3);
    const up = await piped([bytes.subarray(0, 1000), bytes.subarray(1000)], 'upload', '-', `${name}/in/page.html`);
    expect([up.code, up.err]).toEqual([0, '']);
    const blob = container.getBlobClient('in/page.html');
    expect((await blob.downloadToBuffer()).equals(bytes)).toBe(true);
    expect((await blob.getProperties()).contentType).toBe('text/html; charset=utf-8');
    expect(await readdir(join(line.stateDir, 'standard-input'))).toEqual([]);
    for (const target of [name, `${name}/folder/`]) expect((await piped([], 'upload', '-', target)).code).toBe(2);
    expect((await piped([], 'upload', '-', source, `${name}/x`)).code).toBe(2);
  });

  it('stores the properties of its options, and names what a replaced blob loses', async () => {
    const name = await box();
    const settings = ['--content-type', 'text/x-own', '--cache-control', 'no-store', '--content-encoding', 'gzip'];
    const more = ['--content-language', 'de', '--content-disposition', 'inline', '--metadata', 'owner=a=b'];
    await onStore('upload', source, name, ...settings, ...more, '--metadata', 'n=1', '--tags', 'stage=test run');
    const now = async () => {
      const blob = container.getBlobClient('a.txt');
      const { contentType, cacheControl, contentEncoding, contentLanguage, contentDisposition, metadata } =
        await blob.getProperties();
      const { tags } = await blob.getTags();
      return { contentType, cacheControl, contentEncoding, contentLanguage, contentDisposition, metadata, tags };
    };
    const all = {
      contentType: 'text/x-own',
      cacheControl: 'no-store',
      contentEncoding: 'gzip',
      contentLanguage: 'de',
      contentDisposition: 'inline',
      metadata: { owner: 'a=b', n: '1' },
      tags: { stage: 'test run' },
    };
    expect(await now()).toEqual(all);
    const lookup = await onStore('upload', source, name, '--overwrite', 'always', '--dry-run');
    expect(lookup.lines[0]?.message).toMatch(/loses its Content-Type.*metadata.*tags/u);
    await onStore('upload', source, name, '--overwrite', 'always', '--preserve-properties');
    expect(await now()).toEqual(all);
    const lost = await onStore('upload', source, name, '--overwrite', 'always');
    expect(lost.err).toContain('1 file replaced: Cache-Control lost');
    expect(lost.lines.at(-1)?.note).toContain('metadata lost');
    expect(await now()).toMatchObject({ contentType: 'text/plain; charset=utf-8', metadata: {}, tags: {} });
  });

  it.each([
    ['--metadata', '1st=x'],
    ['--metadata', 'none'],
    ['--metadata', 'a=ü'],
    ['--tags', 'a=b,c'],
    ['--content-type', 'html'],
    ['--cache-control', 'a\r\nx-ms-meta-a: b'],
  ])('rejects %s %s before anything is sent', async (...option) => {
    const rejected = await onStore('upload', source, 'no-such-box', ...option);
    expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining(option[0])]);
  });

  it('replaces a page blob only when that is allowed', async () => {
    const name = await box();
    await container.getPageBlobClient('a.txt').create(512);
    const rejected = await line.runIn(
      { STOWAGE_CONNECTION_STRING: line.connectionString },
      ...['upload', source, name, '--overwrite', 'always'],
    );
    expect([rejected.code, rejected.err]).toEqual([5, expect.stringContaining('page blob')]);
    expect((await container.getBlobClient('a.txt').getProperties()).blobType).toBe('PageBlob');
    expect((await onStore('upload', source, name, '--overwrite', 'always', '--change-blob-type')).code).toBe(0);
    expect((await container.getBlobClient('a.txt').getProperties()).blobType).toBe('BlockBlob');
  });
});

describe('download', () => {
  it('gives one blob the name of its target, unless that is a folder', async () => {
    const name = await box();
    await container.getBlockBlobClient('in/a:1.txt').upload('anchor', 6);
    const to = join(line.dir, 'down');
    await mkdir(join(to, 'folder'), { recursive: true });
    for (const target of ['b.txt', join('new', 'c:1.txt'), 'folder', 'slash/']) {
      expect((await onStore('download', `${name}/in/a:1.txt`, `${to}/${target}`)).code).toBe(0);
    }
    expect(await readFile(join(to, 'b.txt'), 'utf8')).toBe('anchor');
    expect((await stat(join(to, 'new', 'c:1.txt'))).size).toBe(6);
    expect((await readdir(join(to, 'folder')))[0]).toMatch(/^a.*1\.txt$/u);
    expect(await readdir(join(to, 'slash'))).toHaveLength(1);
    const again = await onStore('download', `${name}/in/a:1.txt`, join(to, 'b.txt'));
    expect(again.lines.at(-1)).toMatchObject({ files: 0, skipped: 1 });
    const folder = await onStore('download', `${name}/in`, join(to, 'tree'));
    expect([folder.code, await readdir(join(to, 'tree', 'in'))]).toEqual([0, [expect.any(String)]]);
  });

  it('fails when what went to standard output does not have the stored MD5', async () => {
    const name = await box();
    const wrong = container.getBlockBlobClient('wrong');
    // More than one range: the emulator takes the stored MD5 for that of a range that is the whole blob.
    await wrong.uploadData(randomBytes(9 * 1024 * 1024));
    await wrong.setHTTPHeaders({ blobContentMD5: new Uint8Array(16) });
    const down = await piped([], 'download', `${name}/wrong`, '-');
    expect([down.code, down.err]).toEqual([1, expect.stringContaining('MD5')]);
  });

  it('writes one blob to standard output, and nothing else', async () => {
    const name = await box();
    const bytes = randomBytes(9 * 1024 * 1024 + 5);
    await container.getBlockBlobClient('big.bin').uploadData(bytes);
    await container.getBlockBlobClient('empty').upload('', 0);
    const down = await piped([], 'download', `${name}/big.bin`, '-');
    expect([down.code, down.out.equals(bytes)]).toEqual([0, true]);
    expect(await piped([], 'download', `${name}/empty`, '-')).toMatchObject({ code: 0, out: Buffer.alloc(0) });
    expect(await piped([], 'download', `${name}/none`, '-')).toMatchObject({ code: 4, out: Buffer.alloc(0) });
    for (const args of [[name], [`${name}/big.bin`, `${name}/empty`], [`${name}/big.bin`, '--report', 'x.csv']]) {
      const [paths, options] = [
        args.filter((arg) => arg.startsWith(name)),
        args.filter((arg) => !arg.startsWith(name)),
      ];
      expect(await piped([], 'download', ...paths, '-', ...options)).toMatchObject({ code: 2, out: Buffer.alloc(0) });
    }
  });
});
