// The commands about single blobs, `copy` by what its arguments name, and every line of docs/from-azcopy.md, on the store.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, type Result, startCommandLine } from './fixtures/command-line';

let store: CommandLine;
const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index}\n`).join('');
beforeAll(async () => {
  store = await startCommandLine('--memory');
  await mkdir(join(store.dir, 'tree/deep'), { recursive: true });
  await writeFile(join(store.dir, 'tree/lines.txt'), lines);
  await writeFile(join(store.dir, 'tree/deep/small.txt'), 'small');
  await done('connections', 'add', 'Work', '--connection-string', store.connectionString);
  await done('make', 'container', 'box');
  await done('upload', `${join(store.dir, 'tree')}/`, 'box/tree');
});
afterAll(async () => {
  await store.dispose();
});

const account = { STOWAGE_CONNECTION_STRING: '' };
const run = (...args: string[]): Promise<Result> =>
  store.runIn({ ...account, STOWAGE_CONNECTION_STRING: store.connectionString }, ...args);
async function done(...args: string[]): Promise<Result> {
  const isSaved = args[0] === 'connections';
  const result = await (isSaved ? store.run(...args) : run(...args));
  expect(result.code, `${args.join(' ')}: ${result.err}`).toBe(0);
  return result;
}
const namesIn = async (path: string): Promise<unknown[]> =>
  (await done('ls', path, '--recursive', '--json')).lines.map(({ name }) => name);

describe('commands about a blob', () => {
  it('cat: writes the blobs one after the other', async () => {
    expect((await done('cat', 'box/tree/deep/small.txt', 'box/tree/lines.txt')).out).toBe(`small${lines}`);
    expect((await run('cat', 'box/tree/')).code).toBe(2);
    const missing = await run('cat', 'box/none');
    expect(missing.code).toBe(4);
    expect(missing.err).toContain('There is no blob or folder “none” in container “box”. Check the name');
  });

  it('head: ends at the line or the byte, also beyond the first range', async () => {
    expect((await done('head', 'box/tree/lines.txt')).out).toBe(lines.split('\n').slice(0, 10).join('\n') + '\n');
    const many = await done('head', 'box/tree/lines.txt', '-n', '20000');
    expect(many.out).toBe(lines.split('\n').slice(0, 20_000).join('\n') + '\n');
    expect((await done('head', 'box/tree/lines.txt', '-c', '100000')).out).toBe(lines.slice(0, 100_000));
    expect((await done('head', 'box/tree/deep/small.txt', '-n', '5')).out).toBe('small');
    expect((await run('head', 'box/tree/lines.txt', '-n', '1', '-c', '1')).err).toContain('--bytes');
  });

  it('du: sums per folder to the depth, and in all', async () => {
    const { lines: rows } = await done('du', 'box', '--depth', '2', '--json');
    expect(rows).toEqual([
      { name: 'tree/', blobs: 2, bytes: lines.length + 5 },
      { name: 'tree/deep/', blobs: 1, bytes: 5 },
      { name: 'box', blobs: 2, bytes: lines.length + 5 },
    ]);
    expect((await done('du', 'box/tree/deep/', '--depth', '0', '--json')).lines).toEqual([
      { name: 'box/tree/deep/', blobs: 1, bytes: 5 },
    ]);
  });

  it('stat: shows a blob and a container', async () => {
    const { lines: found } = await done('stat', 'box/tree/deep/small.txt', 'box', '--json');
    expect(found).toMatchObject([
      { name: 'tree/deep/small.txt', bytes: 5 },
      { name: 'box', access: 'none' },
    ]);
    expect((await done('stat', 'box/tree/deep/small.txt')).out).toMatch(/^bytes: 5$/m);
  });

  it.each(['tags', 'metadata'] as const)(
    '%s: set replaces all, a dry run nothing, --clear removes them',
    async (kind) => {
      const path = 'box/tree/deep/small.txt';
      await done(kind, 'set', path, 'one=1', 'two=2');
      const dry = await done(kind, 'set', path, 'two=2', 'three=3', '--dry-run');
      expect(dry.out).toBe(`${path}\n  - one=1\n  + three=3\n`);
      expect((await done(kind, 'get', path, '--json')).lines).toEqual([{ one: '1', two: '2' }]);
      await done(kind, 'set', path, 'three=3');
      expect((await done(kind, 'get', path)).out).toBe('three=3\n');
      expect((await run(kind, 'set', path)).err).toContain('--clear');
      await done(kind, 'set', path, '--clear');
      expect((await done(kind, 'get', path, '--json')).lines).toEqual([{}]);
    },
  );

  it('tier: set changes it, and rejects one that does not exist', async () => {
    await done('tier', 'set', 'box/tree/lines.txt', 'cool');
    expect((await done('tier', 'get', 'box/tree/lines.txt')).out).toBe('Cool\n');
    expect((await done('tier', 'set', 'box/tree/lines.txt', 'hot', '--dry-run')).out).toContain('Cool → Hot');
    expect((await run('tier', 'set', 'box/tree/lines.txt', 'warm')).err).toContain('Hot, Cool, Cold or Archive');
  });

  it('lease: is acquired, renewed and released by its ID, and broken without', async () => {
    const path = 'box/tree/deep/small.txt';
    const lease = (verb: string, ...args: string[]): Promise<Result> => run('lease', verb, ...args);
    expect((await done('lease', 'get', path)).out).toBe('available\n');
    const id = (await done('lease', 'acquire', path, '--for', '30s')).out.trim();
    expect((await done('lease', 'get', path, '--json')).lines).toEqual([{ path, state: 'leased', duration: 'fixed' }]);
    expect((await lease('acquire', path)).code).toBe(5);
    expect((await run('rm', path, '--yes')).code).toBe(1);
    expect((await done('lease', 'renew', path, id, '--json')).lines).toEqual([{ path, leaseId: id }]);
    expect((await done('lease', 'release', path, id)).out).toBe(`Released the lease of ${path}.\n`);
    const own = '0f0e0d0c-0b0a-4908-8706-050403020100';
    expect((await done('lease', 'acquire', 'box', '--for', 'infinite', '--id', own, '--json')).lines).toEqual([
      { path: 'box', leaseId: own, seconds: null },
    ]);
    expect((await done('lease', 'get', 'box')).out).toBe('leased, infinite\n');
    const breaking = await done('lease', 'break', 'box', '--after', '20s', '--json');
    expect(breaking.lines).toEqual([{ path: 'box', secondsLeft: 20 }]);
    expect((await done('lease', 'break', 'box')).out).toBe('Broke the lease of box.\n');
    expect((await lease('get', 'box/none')).code).toBe(4);
    expect((await lease('release', path, own)).code).toBe(5);
  });

  it.each([
    [['get', 'box/tree/'], 'CONTAINER/BLOB'],
    [['acquire', 'box', '--for', '90s'], '--for'],
    [['acquire', 'box', '--id', 'mine'], '--id'],
    [['renew', 'box', 'mine'], 'GUID'],
    [['break', 'box', '--after', '2m'], '--after'],
    [['steal', 'box'], 'get, acquire, renew, release, break'],
  ])('lease: %j is rejected with what to write', async (args, named) => {
    expect(await run('lease', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(named) as string });
  });

  it('sas: the URL reads the blob, and its permissions and expiry are checked', async () => {
    const url = (await done('sas', 'create', 'box/tree/deep/small.txt', '--permissions', 'r', '--expires', '1h')).out;
    expect(await (await fetch(url.trim())).text()).toBe('small');
    expect((await run('sas', 'create', 'box', '--permissions', 'q', '--expires', '1h')).err).toContain('l (list)');
    expect((await run('sas', 'create', 'box', '--permissions', 'r')).err).toContain('--expires');
    expect((await run('sas', 'create', 'box', '--permissions', 'r', '--expires', '1h', '--delegation')).err).toContain(
      '--auth sign-in',
    );
  });
});

describe('ls', () => {
  it('takes wildcards in the path, and says so when nothing is there', async () => {
    const listed = async (...args: string[]): Promise<unknown[]> =>
      (await done('ls', ...args, '--json')).lines.map(({ name }) => name);
    expect(await listed('box/tree/*')).toEqual(['tree/deep/', 'tree/lines.txt']);
    expect(await listed('box/tr*/lines.???', '--recursive')).toEqual(['tree/lines.txt']);
    expect((await done('ls', 'box/tree/none*')).err).toBe('Nothing in box matches.\n');
    expect((await run('ls', 'https://quay.blob.core.windows.net/box')).err).toContain('stowage copy takes addresses');
  });
});

describe('copy', () => {
  it('goes up, down, and from container to container', async () => {
    await done('make', 'copies');
    await done('copy', join(store.dir, 'tree'), 'copies');
    await done('copy', 'copies/tree/deep/small.txt', 'Work:copies/renamed.txt');
    await done('copy', 'Work:copies/tree/', 'copies/again');
    await done('copy', 'Work:copies/tree/deep', 'copies/placed');
    expect(await namesIn('copies')).toEqual([
      'again/deep/small.txt',
      'again/lines.txt',
      'placed/deep/small.txt',
      'renamed.txt',
      'tree/deep/small.txt',
      'tree/lines.txt',
    ]);
    // What fails for a typing error leaves no folder, into which the next one would go.
    expect((await run('copy', 'copies/renamde.txt', join(store.dir, 'down.txt'))).code).not.toBe(0);
    await done('copy', 'copies/renamed.txt', join(store.dir, 'down.txt'));
    expect(await readFile(join(store.dir, 'down.txt'), 'utf8')).toBe('small');
  });

  it('takes addresses with a SAS as an account of their own', async () => {
    const url = (await done('sas', 'create', 'box', '--permissions', 'rl', '--expires', '1h', '--http')).out.trim();
    const [address = '', query = ''] = url.split('?');
    await done('copy', `${address}/tree/lines.txt?${query}`, join(store.dir, 'by-sas.txt'));
    expect(await readFile(join(store.dir, 'by-sas.txt'), 'utf8')).toBe(lines);
  });

  it('lists what a dry run would copy, and rejects what cannot be one command', async () => {
    const dryRun = ['copy', 'Work:box/tree/', 'copies/planned', '--dry-run', '--json'];
    const planned = (await done(...dryRun)).lines.filter(({ event }) => event === 'item');
    expect(planned.map(({ target }) => target)).toEqual(['copies/planned/deep/small.txt', 'copies/planned/lines.txt']);
    await done('copy', 'Work:box/tree/lines.txt', 'copies/planned/');
    const outcomes = async (...args: string[]): Promise<unknown> =>
      (await done(...dryRun, ...args)).lines.flatMap(({ outcome = [] }) => outcome);
    expect(await outcomes()).toEqual(['would-transfer', 'would-skip']);
    expect(await outcomes('--overwrite', 'if-different')).toEqual(['would-transfer', 'would-skip']);
    expect(await outcomes('--overwrite', 'always')).toEqual(['would-transfer', 'would-transfer']);
    expect((await run('copy', './a', './b')).err).toContain('use cp');
    expect((await run('copy', 'box/tree/', 'Wrok:copies/x')).err).toContain('no saved connection "Wrok"');
    expect((await run('copy', 'Work:box/tree/', 'copies/x', '--exclude', '*.tmp')).err).toContain('--exclude');
    expect((await run('copy', 'https://a.blob.core.windows.net/c/b?snapshot=1&sig=x', './b')).err).toContain(
      'snapshots',
    );
    expect((await run('remove', 'container', 'box', '--dry-run', '--yes')).err).toContain('--dry-run');
    expect((await run('make', 'table')).err).toContain('NAME');
    expect((await run('remove', 'box/tree', '--recursive', '--yes')).err).toContain('box/tree/');
    expect((await run('copy', join(store.dir, 'tree'), 'Work:box/tree/', 'copies')).err).toContain(
      'local files and blobs',
    );
    expect((await run('copy', 'https://elsewhere.example/box/a', './b')).err).toContain('no saved connection');
  });
});

describe('copy: which account or place an argument means', () => {
  it('says that a name of this machine goes before a container, and which of several connections it needs', async () => {
    const here = process.cwd();
    process.chdir(store.dir);
    try {
      await mkdir('box/tree', { recursive: true });
      await writeFile('box/tree/a.txt', 'local');
      const { err } = await run('--connection', 'Work', 'copy', 'box/tree', 'copies', '--dry-run');
      expect(err).toContain('“box/tree” is read from this computer, where it exists.');
      expect(err).toContain('Work:box/tree, for the container.');
      await mkdir('box/other');
      for (const source of ['./box/tree', 'box/other']) {
        expect((await run('copy', source, 'copies', '--dry-run')).err).not.toContain('read from this computer');
      }
    } finally {
      process.chdir(here);
    }
    const { out } = await done('connections', 'list', '--json');
    const address = /"blob":"([^"]+)"/.exec(out.split('\n').find((text) => text.includes('"Work"')) ?? '')?.[1] ?? '';
    await done('connections', 'add', 'Other', '--connection-string', store.connectionString);
    const copyAt = ['copy', `${address}/box/tree/lines.txt`, join(store.dir, 'which.txt'), '--overwrite', 'always'];
    expect((await run(...copyAt)).err).toMatch(/2 saved connections have the address .*: Work, Other\./);
    expect((await run('--connection', 'Other', ...copyAt)).code).toBe(0);
    await done('connections', 'remove', 'Other');
  });

  it('prints a command that resumes a copy between two addresses, and takes both signatures there', async () => {
    const sas = async (path: string, permissions: string): Promise<string> =>
      (await done('sas', 'create', path, '--permissions', permissions, '--expires', '1h', '--http')).out.trim();
    const from = (await sas('box', 'rl')).replace('127.0.0.1', 'localhost');
    const to = (await sas('copies', 'racwl')).replace(/sp=[^&]+/u, 'sp=rl');
    const place = (url: string, path: string): string => url.replace('?', `/${path}?`);
    await run('make', 'copies');
    const failed = await run('copy', place(from, 'tree/lines.txt'), place(to, 'resumed.txt'));
    const [, id = ''] = /stowage jobs resume (\S+) --connection-string '<SAS URL of 127/u.exec(failed.err) ?? [];
    expect(failed.err).toContain("--source '<SAS URL of localhost");
    const again = await run(
      '--connection-string',
      await sas('copies', 'racwl'),
      'jobs',
      'resume',
      id,
      '--source',
      from,
    );
    expect(again).toMatchObject({ code: 0 });
    expect((await done('cat', 'copies/resumed.txt')).out).toBe(lines);
  });

  it('refuses an address that cmd.exe cut at its first &', async () => {
    const url = 'https://harbour.blob.core.windows.net/box?sv=2024-05-04';
    const line = `cmd.exe /c C:\\bin\\stowage.cmd copy ${url}&sig=x .`;
    const cut = await store.runIn({ STOWAGE_COMMAND_LINE: line }, 'copy', url, '.');
    expect(cut).toMatchObject({ code: 2, err: expect.stringContaining('cut the address at its first') as unknown });
  });
});

describe('docs/from-azcopy.md', () => {
  it('every command of the table does what it says', async () => {
    const page = await readFile('docs/from-azcopy.md', 'utf8');
    const commands = [...page.matchAll(/^\|[^|]*\| `stowage ([^`]+)` *\|/gm)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(15);
    await done('make', 'photos');
    await done('upload', join(store.dir, 'tree/lines.txt'), 'photos/2026/a.jpg');
    const here = process.cwd();
    process.chdir(store.dir);
    try {
      await mkdir('scans', { recursive: true });
      await writeFile('scans/a.jpg', 'a');
      for (const command of commands) {
        const result = await run(...command.replaceAll("'", '').split(' '));
        expect(result.code, `stowage ${command}: ${result.err}`).toBe(0);
      }
    } finally {
      process.chdir(here);
    }
  });
});
