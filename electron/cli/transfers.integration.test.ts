// Uploads, downloads and deletions from the command line: which files arrive or disappear, and what is reported and
// rejected.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobSASPermissions, BlobServiceClient } from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, type Result, exitOf, startCommandLine } from './fixtures/command-line';

const canary = Buffer.from('canary secret key that must never be seen'.padEnd(64, '.')).toString('base64');
let line: CommandLine;
let dir: string;
let connectionString: string;

const stowage = (...args: string[]): Promise<Result> => line.run(...args);
const onStore = (...args: string[]): Promise<Result> => line.onStore(...args);
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

beforeAll(async () => {
  line = await startCommandLine();
  ({ dir, connectionString } = line);
  await onStore('containers', 'create', 'cargo');
  await mkdir(join(dir, 'hold', 'deck 1'), { recursive: true });
  await writeFile(join(dir, 'hold', 'big.bin'), randomBytes(9 * 1024 * 1024 + 17));
  await writeFile(join(dir, 'hold', 'deck 1', '100% ⚓.txt'), 'anchor');
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

describe('block sizes of a connection', () => {
  it('apply to its uploads by file size, and options of the command take precedence', async () => {
    const saved = (...args: string[]): Promise<Result> => line.runIn({}, '--connection', 'Quay', ...args);
    await line.run('connections', 'add', 'Quay', '--connection-string', connectionString);
    const set = await line.run('connections', 'blocks', 'Quay', '--set', '1MiB=256KiBx2', '--set', '3MiB=1MiBxauto');
    expect(set).toMatchObject({ code: 0, err: '2 rows as set for this connection. Uploads and downloads use them.\n' });
    const container = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('sized');
    await container.create();
    const blocks = async (name: string): Promise<readonly number[]> => {
      const { committedBlocks = [] } = await container.getBlockBlobClient(name).getBlockList('committed');
      return committedBlocks.map(({ size }) => size / 1024);
    };
    await mkdir(join(dir, 'sized'));
    for (const [name, size] of [
      ['one', 1],
      ['four', 4],
    ] as const) {
      await writeFile(join(dir, 'sized', name), randomBytes(size * 1024 * 1024));
    }
    const up = await saved('upload', join(dir, 'sized/'), 'sized/by-size');
    expect(up.err).toContain(
      'By file size, as set for this connection: from 1 MiB: blocks of 256 KiB, 2 blocks in flight; from 3 MiB: blocks of 1 MiB.',
    );
    expect(await blocks('by-size/one')).toEqual([256, 256, 256, 256]);
    expect(await blocks('by-size/four')).toEqual([1024, 1024, 1024, 1024]);
    const fixed = await saved('upload', join(dir, 'sized/'), 'sized/fixed', '--block-size', '512KiB');
    expect(fixed.err).toContain('blocks of 1 MiB. --block-size takes precedence.');
    expect(await blocks('fixed/one')).toEqual([512, 512]);
    const odd = await line.run('connections', 'blocks', 'Quay', '--set', '1MiB=4MiB');
    expect(odd).toMatchObject({ code: 2, err: expect.stringContaining('Write SIZE=BLOCKxPARALLEL') as unknown });
    const cleared = await line.run('connections', 'blocks', 'Quay', '--clear', '--json');
    expect(cleared).toMatchObject({ code: 0, lines: [] });
    expect((await saved('upload', join(dir, 'sized/'), 'sized/auto')).err).not.toContain('By file size');
    await line.run('connections', 'remove', 'Quay');
  });
});

describe('a container', () => {
  it('is the same after a download and an upload with the options for it: names, bytes, headers, metadata, tags, times', async () => {
    const container = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('whole');
    await container.create();
    const names = ['\u00e9', 'e\u0301', 'c:x', '%41', 'end.', 'a/b /c', 'a%', 'rtl\u202egpj.exe', 'zero'];
    // As rclone and AzCopy write it.
    const timeOf = (index: number): Record<string, string> => ({
      mtime: `2001-09-09T01:46:4${index}.000000000Z`,
      modtime: `100000000${index}000000000`,
      linux_statx_mask: '64',
    });
    for (const [index, name] of names.entries()) {
      await container.getBlockBlobClient(name).upload(name, Buffer.byteLength(name), {
        blobHTTPHeaders: {
          blobCacheControl: `max-age=${index}`,
          blobContentType: 'text/x-own',
          blobContentLanguage: 'de',
        },
        metadata: { position: String(index), ...timeOf(index) },
        tags: { position: String(index) },
      });
    }
    await container.getBlockBlobClient('empty').upload('', 0, { metadata: { hdi_isfolder: 'true' } });
    const state = async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      for await (const { name, metadata, tags, properties } of container.listBlobsFlat({
        includeMetadata: true,
        includeTags: true,
      })) {
        const { cacheControl, contentType, contentLanguage } = properties;
        const text = String(await container.getBlobClient(name).downloadToBuffer());
        found.push({ name, text, metadata, tags, cacheControl, contentType, contentLanguage });
      }
      return found;
    };
    const before = await state();
    const local = join(dir, 'whole');
    const options = ['--preserve-times', '--empty-folders', '--overwrite', 'always'];
    expect(await onStore('download', 'whole', local, ...options)).toMatchObject({ code: 0 });
    expect((await stat(join(local, 'a%'))).mtimeMs).toBe((1_000_000_000 + 6) * 1000);
    const up = await onStore('upload', join(local, '/'), 'whole', ...options, '--preserve-properties');
    expect(up).toMatchObject({ code: 0 });
    expect(up.lines.at(-1)).toMatchObject({ files: names.length });
    expect(await state()).toEqual(before);
  });
});

describe('stowage', () => {
  it('uploads a folder and brings it back, byte for byte', async () => {
    const big = await readFile(join(dir, 'hold', 'big.bin'));
    const up = await onStore('upload', join(dir, 'hold'), 'cargo/in', '--block-size', '1MiB');
    expect(up.lines.at(-1)).toMatchObject({ event: 'summary', files: 2, failed: [], skipped: 0 });
    expect(up.code).toBe(0);
    const names = (await onStore('ls', 'cargo', '--recursive')).lines;
    expect(names.map(({ name }) => name)).toEqual(['in/hold/big.bin', 'in/hold/deck 1/100% ⚓.txt']);
    expect(names[0]).toMatchObject({ size: big.length, contentMD5: md5(big) });
    expect((await onStore('ls', 'cargo/in/hold/')).lines).toContainEqual({
      name: 'in/hold/deck 1/',
      size: null,
      lastModified: null,
      etag: null,
      tier: null,
      contentType: null,
      contentMD5: null,
    });
    const far = await onStore('ls', 'cargo', '--match', '*.bin');
    expect(far).toMatchObject({ code: 0, lines: [], err: expect.stringContaining('Use --recursive') as unknown });
    // Every page of a long listing has columns as wide as these.
    const table = await line.runIn({ STOWAGE_CONNECTION_STRING: line.connectionString }, 'ls', 'cargo/in/hold/');
    expect(table.out).toMatch(/^SIZE {8}MODIFIED {18}TIER {5}NAME\n {47}in\/hold\/deck 1\/\n/u);
    const again = await onStore('upload', join(dir, 'hold'), 'cargo/in');
    expect(again.lines.at(-1)).toMatchObject({ skipped: 2 });
    const down = await onStore('download', 'cargo/in/hold/', join(dir, 'back'), '--report', join(dir, 'report.csv'));
    expect(down.code).toBe(0);
    expect(md5(await readFile(join(dir, 'back', 'big.bin')))).toBe(md5(big));
    expect(await readFile(join(dir, 'back', 'deck 1', '100% ⚓.txt'), 'utf8')).toBe('anchor');
    expect((await readFile(join(dir, 'report.csv'), 'utf8')).split('\r\n')).toHaveLength(4);
  });

  it('round-trips a tree with times, empty folders and link targets, and counts what it would lose', async () => {
    const here = join(dir, 'tree');
    await mkdir(join(here, 'empty'), { recursive: true });
    await writeFile(join(here, 'c%3Ax?.'), 'odd');
    await utimes(join(here, 'c%3Ax?.'), 0, 1_234_567_890.5);
    await symlink(join(dir, 'hold', 'deck 1'), join(here, 'deck'));
    await symlink(here, join(here, 'deep'));
    const plain = await onStore('upload', here, 'cargo/plain', '--dry-run');
    expect(plain.lines.filter(({ event }) => event === 'not-preserved')).toEqual([
      { event: 'not-preserved', reason: 'link', count: 2, example: join(here, 'deck') },
      { event: 'not-preserved', reason: 'empty folder', count: 1, example: join(here, 'empty') },
    ]);
    const output = await line.runIn({ STOWAGE_CONNECTION_STRING: connectionString }, 'upload', here, 'cargo/plain');
    expect(output.err).toContain('2 symbolic links are not followed; --follow-links uploads what they lead to');
    expect(output.err).toContain('1 empty folder is skipped; --empty-folders stores a marker for it');
    const whole = ['--preserve-times', '--empty-folders'];
    const up = await onStore('upload', here, 'cargo/whole', ...whole, '--follow-links');
    expect(up.lines[0]).toMatchObject({ event: 'not-preserved', reason: 'link loop', count: 1 });
    expect(up).toMatchObject({ code: 0 });
    expect((await onStore('download', 'cargo/whole/tree/', join(dir, 'tree back'), ...whole)).code).toBe(0);
    const names = await readdir(join(dir, 'tree back'), { recursive: true });
    expect(names.sort()).toEqual(['c%3Ax?.', 'deck', join('deck', '100% ⚓.txt'), 'empty']);
    expect((await stat(join(dir, 'tree back', 'c%3Ax?.'))).mtimeMs).toBe(1_234_567_890_500);
  });

  it('reports each link, pipe and empty folder of an upload, and counts none of them as skipped', async () => {
    const here = join(dir, 'skipped');
    await mkdir(join(here, 'empty'), { recursive: true });
    await writeFile(join(here, 'a.txt'), 'anchor');
    await symlink('nowhere', join(here, 'link'));
    execFileSync('mkfifo', [join(here, 'pipe')]);
    const report = join(dir, 'left out.csv');
    const up = await onStore('upload', here, 'cargo/left', '--report', report);
    expect([up.code, up.lines.at(-1)]).toEqual([0, expect.objectContaining({ files: 1, skipped: 0 })]);
    expect(up.lines.at(-1)?.note).toBe(
      '1 symbolic link skipped · 1 pipe, socket or device skipped · 1 empty folder skipped',
    );
    const rows = (await readFile(report, 'utf8')).split('\r\n').map((row) => row.split(',').slice(0, 6).join(','));
    expect(rows).toEqual(
      expect.arrayContaining([
        `${join(here, 'link')},,,skipped,,symbolic link`,
        `${join(here, 'pipe')},,,skipped,,"pipe`,
        `${join(here, 'empty')},,,skipped,,empty folder`,
      ]),
    );
    const alone = await onStore('upload', join(here, 'pipe'), 'cargo');
    expect([alone.code, alone.lines.at(-1)?.failed]).toEqual([
      1,
      [expect.objectContaining({ message: expect.stringContaining('is a pipe, so it cannot be uploaded') as unknown })],
    ]);
  });

  it.runIf(process.platform === 'linux')(
    'fails a file whose size the system lists as 0 though it has content',
    async () => {
      const up = await onStore('upload', '/proc/self/status', 'cargo');
      expect([up.code, up.lines.at(-1)?.failed]).toEqual([
        1,
        [
          expect.objectContaining({
            message: expect.stringContaining('although the system lists it as empty') as unknown,
          }),
        ],
      ]);
    },
  );

  it('names patterns that match nothing before anything starts, and ends with 0', async () => {
    const box = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('patterns');
    await box.create();
    await box.getBlockBlobClient('in/a.txt').upload('a', 1);
    for (const args of [
      ['upload', join(dir, 'hold'), 'patterns'],
      ['download', 'patterns/in', join(dir, 'patterns')],
      ['download', 'patterns/in/', join(dir, 'patterns'), '--dry-run'],
    ]) {
      const none = await onStore(...args, '--include', '*.nope', '--include', '*.{txt,bin}', '--exclude', '*');
      expect([none.code, none.lines[0]]).toEqual([
        0,
        { event: 'unmatched', patterns: ['*.nope', '*.{txt,bin}'], files: 0 },
      ]);
      const some = await onStore(...args, '--include', '*.nope', '--include', '*.{txt,bin}');
      expect(some.lines[0]).toMatchObject({ event: 'unmatched', patterns: ['*.nope'] });
      expect(some.lines[0]?.files).toBeGreaterThan(0);
    }
    const plain = await line.runIn(
      { STOWAGE_CONNECTION_STRING: connectionString },
      ...['upload', join(dir, 'hold'), 'patterns', '--include', '*.nope'],
    );
    expect(plain.err).toBe('No file matches --include “*.nope”.\nThere is nothing to transfer.\n');
  });

  it('counts before a download which empty folders and names will not come back', async () => {
    const box = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('before');
    await box.create();
    await box.getBlockBlobClient('a.txt').upload('a', 1);
    await box.getBlockBlobClient('odd/end/').upload('b', 1);
    for (const name of ['one', 'two'])
      await box.getBlockBlobClient(name).upload('', 0, { metadata: { hdi_isfolder: 'true' } });
    const target = join(dir, 'before');
    const down = await onStore('download', 'before/', target);
    expect([down.code, down.lines.filter(({ event }) => event === 'not-preserved')]).toEqual([
      0,
      [
        { event: 'not-preserved', reason: 'one-way name', count: 1, example: 'odd/end/' },
        { event: 'not-preserved', reason: 'empty folder', count: 2, example: 'one' },
      ],
    ]);
    expect(down.lines.at(-1)?.note).toContain('which an upload does not reverse');
    const output = await line.runIn(
      { STOWAGE_CONNECTION_STRING: connectionString },
      ...['download', 'before', `${target} 2`, '--dry-run'],
    );
    expect(output.err).toContain('2 empty folders are skipped; --empty-folders creates them (first: one).');
    const whole = await onStore('download', 'before/', `${target} 3`, '--empty-folders');
    expect(whole.lines.filter(({ event, reason }) => event === 'not-preserved' && reason === 'empty folder')).toEqual(
      [],
    );
    const back = await onStore('upload', `${target}/`, 'before/back');
    expect(back.lines[0]).toMatchObject({ event: 'not-preserved', reason: 'coded name', count: 1 });
    expect(back.lines.at(-1)?.note).toContain('the original name is not allowed for uploads');
  });

  it('shows the blob of a SAS for one blob, and names it where more is requested', async () => {
    const blob = BlobServiceClient.fromConnectionString(connectionString)
      .getContainerClient('cargo')
      .getBlobClient('in/hold/big.bin');
    const url = await blob.generateSasUrl({
      permissions: BlobSASPermissions.parse('r'),
      expiresOn: new Date(Date.now() + 3_600_000),
    });
    const listed = await stowage('ls', 'cargo', '--recursive', '--json', '--connection-string', url);
    expect([listed.code, listed.lines]).toEqual([0, [expect.objectContaining({ name: 'in/hold/big.bin' })]]);
    for (const args of [
      ['ls', 'other'],
      ['containers', 'list'],
      ['download', 'cargo/other.txt', '-'],
    ]) {
      const rejected = await stowage(...args, '--connection-string', url);
      expect([args, rejected.code, rejected.err]).toEqual([
        args,
        3,
        expect.stringContaining('only covers “in/hold/big.bin” in container “cargo”') as unknown,
      ]);
    }
  });

  it('reports that an archived blob cannot be replaced, also in a dry run', async () => {
    const box = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('frozen');
    await box.create();
    const file = join(dir, 'frozen.txt');
    await writeFile(file, 'new');
    await box.getBlockBlobClient('frozen.txt').upload('old', 3);
    await box.getBlockBlobClient('frozen.txt').setAccessTier('Archive');
    const args = ['upload', file, 'frozen', '--overwrite', 'always'];
    for (const more of [[], ['--dry-run']]) {
      const rejected = await onStore(...args, ...more);
      expect([more, rejected.code, rejected.lines.at(-1)?.failed]).toEqual([
        more,
        5,
        [
          expect.objectContaining({
            code: 'conflict.archived',
            message: expect.stringMatching(/cannot be replaced or changed.*Rehydrate it/u) as unknown,
          }),
        ],
      ]);
    }
  });

  it('counts the snapshots that rm deletes with each blob, before and after', async () => {
    const box = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('snapped');
    await box.create();
    for (const name of ['a', 'a1', 'b']) await box.getBlockBlobClient(name).upload('x', 1);
    for (const name of ['a', 'a', 'a1']) await box.getBlobClient(name).createSnapshot();
    const lookup = await onStore('rm', 'snapped/', '--dry-run');
    expect(lookup.lines.map(({ name, snapshots }) => [name, snapshots])).toEqual([
      ['a', 2],
      ['a1', 1],
      ['b', 0],
    ]);
    const plain = await line.runIn({ STOWAGE_CONNECTION_STRING: connectionString }, 'rm', 'snapped/', '--dry-run');
    expect(plain.err).toContain('3 blobs with 3 snapshots, 3 B without snapshots would be deleted.');
    const one = await onStore('rm', 'snapped/a', '--dry-run');
    expect(one.lines.map(({ name, snapshots }) => [name, snapshots])).toEqual([['a', 2]]);
    const begun = await onStore('rm', 'snapped/a*', '--dry-run');
    expect(begun.lines.map(({ name }) => name)).toEqual(['a', 'a1']);
    const none = await onStore('rm', 'snapped/c', '--yes');
    expect([none.code, none.err]).toEqual([0, expect.stringContaining('stowage rm snapped/c/')]);
    expect((await onStore('rm', 'snapped/', '--yes')).lines).toMatchObject([{ summary: { deleted: 3, snapshots: 3 } }]);
  });

  it('deletes no container when a blob name follows it', async () => {
    for (const command of ['create', 'delete']) {
      const rejected = await onStore('containers', command, 'cargo/in', ...(command === 'delete' ? ['--yes'] : []));
      expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining('"cargo/in" refers to blobs')]);
    }
    expect((await onStore('containers', 'list')).lines).toContainEqual(expect.objectContaining({ name: 'cargo' }));
  });

  it('deletes the blobs below a prefix after a preview and a confirmation', async () => {
    await onStore('upload', join(dir, 'hold'), 'cargo/gone');
    await onStore('upload', join(dir, 'hold'), 'cargo/kept');
    const lookup = await onStore('rm', 'cargo/gone/', '--dry-run');
    expect(lookup.lines.map(({ name }) => name)).toEqual(['gone/hold/big.bin', 'gone/hold/deck 1/100% ⚓.txt']);
    expect((await onStore('rm', 'cargo/gone/')).code).toBe(2);
    expect((await onStore('rm', 'cargo', '--yes')).code).toBe(2);
    const removed = await onStore('rm', 'cargo/gone/', '--yes');
    expect(removed.lines).toEqual([{ summary: expect.objectContaining({ deleted: 2, failedCount: 0 }) as unknown }]);
    expect(removed.code).toBe(0);
    expect((await onStore('ls', 'cargo/gone', '--recursive')).lines).toEqual([]);
    for (const again of ['--yes', '--dry-run']) {
      const nothing = await onStore('rm', 'cargo/gone/', again);
      expect([nothing.code, nothing.err]).toEqual([
        0,
        expect.stringContaining('No blob in cargo starts with “gone/”.'),
      ]);
    }
    expect((await onStore('ls', 'cargo/kept', '--recursive')).lines).toHaveLength(2);
  });

  it('lists what an upload skipped, and the remedy for each cause of failure', async () => {
    const aboard = join(dir, 'with a link');
    await mkdir(aboard);
    await writeFile(join(aboard, 'a.txt'), 'anchor');
    await symlink(join(dir, 'nowhere'), join(aboard, 'link'));
    const plainly = ['--connection-string', connectionString];
    const up = await stowage('upload', aboard, 'cargo/plain', ...plainly);
    expect([up.code, up.err]).toEqual([0, expect.stringContaining('1 symbolic link skipped')]);
    const lost = await stowage('upload', join(aboard, 'a.txt'), 'no-such-box/x', ...plainly);
    expect(lost.err).toContain('1 file: Container not found.');
    expect(lost.err).toContain(', or create it.');
    expect(lost.err).not.toContain('stopped:');
    expect(lost.err).toMatch(
      /^Retry the failed files with: stowage jobs resume \w+ --state-dir \S+ --connection-string .+$/mu,
    );
    const unknown = await stowage('download', 'cargo/never-was', join(dir, 'back'), ...plainly);
    expect(unknown.err).toContain('1 file: Blob not found. There is no blob or folder “never-was” in ');
    expect(unknown.err, 'trying again finds it no more').not.toContain('again with');
  });

  it('lists what an upload skipped also from its records, and fails for a named source that is not a file', async () => {
    const left = await onStore('upload', join(dir, 'with a link'), 'cargo/json');
    expect([left.code, left.err]).toEqual([0, '1 symbolic link skipped\n']);
    const pipe = join(dir, 'a pipe');
    execFileSync('mkfifo', [pipe]);
    const named = await onStore('upload', pipe, 'cargo/json');
    const failed = [{ source: pipe, code: 'local.denied' }];
    expect([named.code, named.lines.at(-1)]).toMatchObject([1, { event: 'summary', files: 0, failed }]);
    const dry = await onStore('upload', pipe, 'cargo/json', '--dry-run');
    expect([dry.code, dry.lines.at(-1)]).toMatchObject([1, { event: 'summary', files: 0, failed }]);
    const result = await stowage('upload', pipe, 'cargo/json', '--connection-string', connectionString);
    expect(result.err).toContain('a pipe” is a pipe, so it cannot');
    expect(result.err).not.toContain('Retry');
  });

  it('reports what blocks a download when no policy can replace it', async () => {
    const blockingPath = join(dir, 'in the way');
    await mkdir(join(blockingPath, 'big.bin'), { recursive: true });
    const down = (to: string): Promise<Result> => {
      const flags = ['--overwrite', 'always', '--connection-string', connectionString];
      return stowage('download', 'cargo/in/hold/big.bin', to, ...flags);
    };
    const folder = await down(blockingPath);
    expect([folder.code, folder.err]).toEqual([
      5,
      expect.stringContaining('big.bin” is a folder and cannot be replaced with a file.'),
    ]);
    const file = await down(join(dir, 'onto'));
    expect(file.code).toBe(0);
    const onto = await down(join(dir, 'onto', 'big.bin'));
    expect([onto.code, onto.err]).toEqual([5, expect.stringContaining('is a file; a folder is required.')]);
  });

  it('reports what the connection of a paused upload lacks', async () => {
    const wrongKey = connectionString.replace(/AccountKey=[^;]+/, `AccountKey=${canary}`);
    const up = await stowage('upload', join(dir, 'hold'), 'cargo/paused', '--connection-string', wrongKey);
    expect(up.code).toBe(3);
    // A response without a body does not reveal which of the two it is.
    expect(up.err).toMatch(/^Paused: (?:Account key rejected|Access denied)\. Account “/mu);
    expect(up.err).toMatch(/^Stopped at 0 B of .+ files?\.$/mu);
    expect(up.err).not.toContain(canary);
    const down = await stowage('download', 'cargo/in', join(dir, 'paused'), '--connection-string', wrongKey);
    expect([down.code, down.err]).toEqual([3, expect.not.stringContaining('Stopped at')]);
  });

  it('shows what an upload would do, and does nothing in a dry run', async () => {
    const plan = await onStore('upload', join(dir, 'hold') + '/', 'cargo/dry', '--dry-run', '--exclude', '*.txt');
    const { size: bytes } = await stat(join(dir, 'hold', 'big.bin'));
    expect(plan.lines).toEqual([
      expect.objectContaining({ event: 'item', target: 'dry/big.bin', bytes, outcome: 'would-transfer', code: '' }),
      { event: 'summary', files: 1, bytes, skipped: 0, failed: [], failedCount: 0 },
    ]);
    expect([plan.code, plan.err]).toEqual([0, '']);
    expect((await onStore('ls', 'cargo/dry', '--recursive')).lines).toEqual([]);
  });

  it('shows in a dry run the failures of an upload and a download, with the code and text of the real ones', async () => {
    const hold = join(dir, 'hold');
    for (const [args, code, exit] of [
      [['upload', join(dir, 'no-such'), 'cargo/dry'], 'local.not-found', 4],
      [['upload', hold, 'no-such-box/x'], 'not-found.container', 4],
      [['upload', hold, 'no-such-box/x', '--overwrite', 'always'], 'not-found.container', 4],
      [['download', 'cargo/never-was', hold], 'not-found.blob', 4],
    ] as const) {
      const dry = await onStore(...args, '--dry-run');
      expect([args, dry.code]).toEqual([args, exit]);
      expect(dry.lines[0]).toMatchObject({ event: 'item', outcome: 'would-fail', code });
      const summary = dry.lines.at(-1) as { readonly failed: readonly unknown[] };
      expect(summary).toMatchObject({ event: 'summary', files: 0, failedCount: dry.lines.length - 1 });
      expect(summary.failed[0]).toMatchObject({ code });
    }
    const text = await stowage(
      'upload',
      join(dir, 'no-such'),
      hold,
      'cargo/dry',
      '--dry-run',
      '--connection-string',
      connectionString,
    );
    expect(text.code).toBe(1);
    expect(text.out).toMatch(/^fail {2}.*no-such.*\(File not found\)$/mu);
    expect(text.err).toMatch(/^1 file: File not found\. .*no-such/mu);
    expect(text.out + text.err).not.toContain('ENOENT');
  });

  it('rejects, before anything moves, what could only fail later', async () => {
    const up = ['upload', join(dir, 'hold'), 'cargo/refused'];
    const missingFolder = await onStore(...up, '--report', join(dir, 'nowhere', 'report.csv'));
    expect([missingFolder.code, missingFolder.err]).toEqual([2, expect.stringContaining('--report')]);
    expect((await onStore(...up, '--block-size', '5000MiB')).code).toBe(2);
    expect((await onStore('ls', 'cargo/refused/', '--recursive')).lines).toEqual([]);
  });

  it('neither stores nor echoes a connection string given as a location', async () => {
    const secret = connectionString.replace(/AccountKey=[^;]+/, `AccountKey=${canary}`);
    const before = (await stowage('jobs', 'list', '--json')).lines;
    for (const args of [
      ['upload', secret, 'cargo'],
      ['upload', join(dir, 'hold'), `cargo/${secret}`],
      ['download', 'cargo/in', secret],
      ['download', `cargo/x?sig=${canary}`, join(dir, 'back')],
    ]) {
      const rejected = await onStore(...args);
      expect([rejected.code, rejected.out + rejected.err]).toEqual([2, expect.stringContaining('--connection-string')]);
      expect(rejected.out + rejected.err).not.toContain(canary);
    }
    expect((await stowage('jobs', 'list', '--json')).lines).toEqual(before);
  });

  it('exits quietly when its output is closed', async () => {
    const child = line.start('ls', 'cargo', '--recursive');
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    expect([await exitOf(child), err]).toEqual([130, '']);
  });
});

// The last one, after everything that the others ran.
it.skipIf(process.platform === 'win32')(
  'state folder: shows nothing to other users, whatever commands and the store wrote',
  async () => {
    expect(await line.openToOthers()).toEqual([]);
  },
);
