// Secrets passed to a command: their source, and the warning when other users of the machine can see them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConnectionString } from './connection-string';
import { runCommandLine } from './run';

const key = Buffer.from('a key that must never be seen'.padEnd(64, '.')).toString('base64');
const account = `DefaultEndpointsProtocol=https;AccountName=harbour;AccountKey=${key};EndpointSuffix=core.windows.net`;
const sas = 'https://harbour.blob.core.windows.net/box?sv=2024-05-04&sr=c&sp=r&se=2030-01-01T00:00:00Z&sig=c2VjcmV0';
const programPath = resolve('out/cli/stowage.js');

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-given-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function fileWith(text: string, mode = 0o600): Promise<string> {
  const path = join(dir, `given-${mode.toString(8)}-${text.length}`);
  await writeFile(path, text, { mode });
  return path;
}

const read = (globals: Parameters<typeof readConnectionString>[0], input = '', env: NodeJS.ProcessEnv = {}) =>
  readConnectionString(globals, { env, input: () => Readable.from([input]), signal: new AbortController().signal });

describe('readConnectionString', () => {
  it.each([
    ['a line', `${account}\n`],
    ['no line end', account],
    ['a byte order mark and Windows line ends', `\ufeff${account}\r\nsecond line\r\n`],
    ['blank lines before it', `\n  \n${account}\n`],
  ])('connection string: is the first line of a file or of standard input with %s', async (_, text) => {
    const path = await fileWith(text);
    expect(await read({ connectionStringFile: path })).toEqual({
      text: account,
      asArguments: ['--connection-string-file', path],
      warning: null,
    });
    expect(await read({ connectionString: '-' }, text)).toEqual({
      text: account,
      asArguments: ['--connection-string', '-'],
      warning: null,
    });
  });

  it('connection string: an option goes before the environment, and a saved connection before both', async () => {
    const env = { STOWAGE_CONNECTION_STRING: 'of the environment' };
    expect(await read({ connectionString: account }, '', env)).toMatchObject({ text: account });
    expect(await read({}, '', env)).toEqual({ text: 'of the environment', asArguments: [], warning: null });
    expect(await read({ connection: 'work' }, '', env)).toBeNull();
    expect(await read({}, '', { STOWAGE_CONNECTION_STRING: '' })).toBeNull();
  });

  it('connection string: the variables of the Azure tools count after our own', async () => {
    const azure = {
      AZURE_STORAGE_ACCOUNT: 'harbour',
      AZURE_STORAGE_KEY: key,
      AZURE_STORAGE_CONNECTION_STRING: 'whole',
    };
    const textIn = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => (await read({}, '', env))?.text;
    expect(await textIn({ ...azure, STOWAGE_CONNECTION_STRING: account })).toBe(account);
    expect(await textIn(azure)).toBe('whole');
    expect(await textIn({ ...azure, AZURE_STORAGE_CONNECTION_STRING: '' })).toBe(account);
    expect(await textIn({ AZURE_STORAGE_ACCOUNT: 'harbour', AZURE_STORAGE_SAS_TOKEN: '?sv=1&sig=c2VjcmV0' })).toBe(
      'BlobEndpoint=https://harbour.blob.core.windows.net;TableEndpoint=https://harbour.table.core.windows.net;SharedAccessSignature=sv=1&sig=c2VjcmV0',
    );
    const inChina = account.replace('core.windows.net', 'core.chinacloudapi.cn');
    const own = { AZURE_STORAGE_ACCOUNT: 'harbour', AZURE_STORAGE_KEY: key };
    for (const authority of ['https://login.chinacloudapi.cn', 'login.partner.microsoftonline.cn/']) {
      expect(await textIn({ ...own, AZURE_AUTHORITY_HOST: authority })).toBe(inChina);
    }
    expect(await textIn({ ...own, AZURE_CLOUD_NAME: 'azurechinacloud' })).toBe(inChina);
    expect(await textIn({ ...own, AZURE_STORAGE_SERVICE_ENDPOINT: 'https://harbour.blob.lan/' })).toBe(
      `BlobEndpoint=https://harbour.blob.lan;TableEndpoint=https://harbour.table.lan;AccountName=harbour;AccountKey=${key}`,
    );
    await expect(textIn({ ...own, AZURE_CLOUD_NAME: 'Moon' })).rejects.toThrow('AZURE_CLOUD_NAME');
    await expect(textIn({ ...own, AZURE_STORAGE_SERVICE_ENDPOINT: 'harbour;x' })).rejects.toThrow('is not an address');
    expect(await textIn({ AZURE_STORAGE_ACCOUNT: 'harbour' })).toBeUndefined();
    expect(await read({ connection: 'work' }, '', azure)).toBeNull();
  });

  it('connection string: is rejected by the name of the option when it is missing or given twice', async () => {
    const path = await fileWith('\n');
    for (const [globals, field] of [
      [{ connectionStringFile: path }, '--connection-string-file'],
      [{ connectionString: '-' }, '--connection-string'],
      [{ connection: 'a', connectionString: account }, '--connection'],
      [{ connection: 'a', connectionStringFile: path }, '--connection'],
      [{ connectionString: account, connectionStringFile: path }, '--connection-string'],
    ] as const) {
      await expect(read(globals)).rejects.toMatchObject({ code: 'invalid.input', context: { field } });
    }
    await expect(read({ connectionStringFile: join(dir, 'none') })).rejects.toMatchObject({ code: 'local.not-found' });
    await expect(read({ connectionStringFile: dir })).rejects.toMatchObject({ code: 'local.denied' });
  });

  it('connection string: input without end is read no further than it could go', async () => {
    const endless = (function* () {
      for (;;) yield 'x'.repeat(10_000);
    })();
    const sources = { env: {}, input: () => Readable.from(endless), signal: new AbortController().signal };
    await expect(readConnectionString({ connectionString: '-' }, sources)).rejects.toMatchObject({
      code: 'invalid.input',
    });
  });
});

describe('a command with a secret', () => {
  /** Its standard error. */
  async function outputOf(where: 'terminal' | 'script', args: readonly string[], input = ''): Promise<string> {
    let err = '';
    await runCommandLine({
      args: ['--state-dir', join(dir, 'state'), 'connections', 'list', ...args],
      env: {},
      streams: {
        stdout: { write: () => true },
        stderr: { write: (text) => (err += text), isTTY: where === 'terminal' },
      },
      input: () => Readable.from([input]),
      signal: new AbortController().signal,
      programPath,
    });
    return err;
  }

  it.each([[account], [sas]])(
    'connection string: is warned about once on a terminal when %s is an argument',
    async (text) => {
      const err = await outputOf('terminal', ['--connection-string', text]);
      expect(err.match(/process list/g)).toHaveLength(1);
      expect(err).toContain('--connection-string-file');
      expect(err).not.toMatch(/c2VjcmV0|a key/);
      expect(await outputOf('script', ['--connection-string', text]), 'in a script').toBe('');
    },
  );

  it('connection string: is not warned about if no other user can read it', async () => {
    expect(await outputOf('terminal', ['--connection-string', '-'], account)).toBe('');
    expect(await outputOf('terminal', ['--connection-string-file', await fileWith(account)])).toBe('');
    expect(await outputOf('terminal', ['--connection-string', 'UseDevelopmentStorage=true']), 'no secret').toBe('');
    if (process.platform === 'win32') return;
    expect(await outputOf('terminal', ['--connection-string-file', await fileWith(account, 0o644)])).toContain(
      'chmod 600',
    );
  });

  it('connection string: saves an account whose secret came by standard input of the built program', async () => {
    const args = ['--state-dir', join(dir, 'state'), 'connections', 'add', 'harbour', '--connection-string', '-'];
    const child = execFile(process.execPath, [programPath, ...args]);
    const ended = once(child, 'close');
    child.stdin?.end(`${account}\n`);
    expect((await ended)[0]).toBe(0);
    expect(await readFile(join(dir, 'state/command-line-secrets.json'), 'utf8')).toContain(key);
  });

  it.runIf(process.platform === 'linux')(
    'connection string: leaves the list of processes once the program runs',
    async () => {
      const args = ['--state-dir', join(dir, 'other'), 'emulator', '--memory', '--connection-string', account];
      const child = spawn(process.execPath, [programPath, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
      const ended = once(child, 'close');
      await once(child.stdout, 'data');
      const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(child.pid)]);
      child.kill('SIGTERM');
      await ended;
      expect(stdout).toMatch(/^stowage/);
      expect(stdout).not.toContain(key.slice(0, 10));
    },
  );
});
