// Signing in on the command line: against an authority on this machine, with the test acting as the browser.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultNetwork } from '@shared/model/network';
import { type RunningAzurite, startAzurite } from '../testing/azurite';
import { type FakeAuthority, fakeClientId, startFakeAuthority } from '../testing/fake-authority';
import { testCertificate } from '../testing/tls-certificate';
import { runCommandLine } from './run';

let azurite: RunningAzurite;
let authority: FakeAuthority;
let dir: string;
beforeAll(async () => {
  azurite = await startAzurite({ oauth: true });
});
afterAll(() => azurite.stop());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-cli-sign-in-'));
  authority = await startFakeAuthority();
  const own = { name: 'localhost', expiresOn: '2099-01-01', fingerprint: '', pem: testCertificate };
  await mkdir(join(dir, 'state'), { recursive: true });
  await writeFile(join(dir, 'state', 'network.json'), JSON.stringify({ ...defaultNetwork, authorities: [own] }));
});
afterEach(async () => {
  await authority.close();
  await rm(dir, { recursive: true, force: true });
});

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(args: readonly string[], onError: (text: string) => void = () => undefined): Promise<Result> {
  let [out, err] = ['', ''];
  const code = await runCommandLine({
    args: ['--state-dir', join(dir, 'state'), ...args],
    env: {},
    streams: {
      stdout: { write: (text) => (out += String(text)) },
      stderr: {
        write: (text) => {
          err += text;
          onError(text);
        },
      },
    },
    signal: new AbortController().signal,
    programPath: join(process.cwd(), 'out/cli/stowage.js'),
  });
  return { code, out, err };
}

/** What a browser does: follows the authority's redirect to the loopback. */
function browse(text: string): void {
  const address = /https:\/\/\S+/u.exec(text)?.[0];
  if (address === undefined) return;
  get(address, { ca: testCertificate }, ({ headers }) => void fetch(headers.location ?? ''));
}

/** The files of the state folder that hold one of the secrets, but for the one that is meant to. */
async function filesWith(secrets: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await readdir(join(dir, 'state'), { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name === 'command-line-secrets.json') continue;
    const text = await readFile(join(file.parentPath, file.name), 'latin1');
    if (secrets.some((secret) => text.includes(secret))) found.push(file.name);
  }
  return found;
}

const cloud = (): readonly string[] => [
  ...['--authority', authority.address],
  ...['--management', authority.address],
  ...['--storage-suffix', '127.0.0.1'],
];

it('login: prints the address, signs in, and remembers the client id for the next time', async () => {
  const first = await run(['login', '--client-id', fakeClientId, ...cloud()], browse);
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('Signed in as ada@contoso.example') as string });
  expect(await run(['login', ...cloud()], browse)).toMatchObject({ code: 0 });
  expect(await run(['logout', 'ada@contoso.example'])).toMatchObject({ code: 0 });
  expect(await run(['logout'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('nobody is signed in') as string,
  });
});

it('login: names the missing option', async () => {
  expect((await run(['login'])).err).toContain('--client-id');
  expect((await run(['login', '--authority', authority.address])).err).toContain('--management');
  expect((await run(['login', '--client-id', 'stowage'])).err).toContain('hexadecimal');
  expect((await run(['login', '--client-id', fakeClientId, '--tenant', 'a b'])).err).toContain('--tenant');
  expect((await run(['login', '--cloud', 'mars'])).err).toContain('us-government');
});

it('connections add --auth: reaches an account by name of a custom cloud, and no host outside of it', async () => {
  await run(['login', '--client-id', fakeClientId, ...cloud()], browse);
  const add = (...args: string[]): Promise<Result> => run(['connections', 'add', 'quay', ...args, ...cloud()]);
  const foreign = await add('--account-name', 'https://evil.example/devstoreaccount1', '--auth', 'sign-in');
  expect(foreign).toMatchObject({ code: 2, err: expect.stringContaining('no token can be sent to it') as string });
  expect(await add('--account-name', azurite.blobEndpoint, '--auth', 'sign-in')).toMatchObject({ code: 0 });
  expect(await run(['--connection', 'quay', 'containers', 'create', 'docs'])).toMatchObject({ code: 0 });
  expect((await run(['--connection', 'quay', 'containers', 'list'])).out).toContain('docs');
  const { rights } = JSON.parse((await run(['--connection', 'quay', '--json', 'stat', 'docs'])).out) as {
    readonly rights: readonly { readonly name: string; readonly value: string }[];
  };
  expect(rights).toContainEqual({ name: 'list', value: 'allowed' });
  expect(rights).toContainEqual({ name: 'write', value: 'not tried' });
  authority.switches.accounts = [{ name: 'devstoreaccount1', blob: `${azurite.blobEndpoint}/` }];
  const accounts = await run(['accounts', '--rights']);
  expect(accounts.out).toMatch(/devstoreaccount1.*allowed/u);
});

it('sign-in: leaves tokens and codes nowhere but in the file of secrets', async () => {
  const results = [
    await run(['login', '--client-id', fakeClientId, '--verbose', ...cloud()], browse),
    await run([
      'connections',
      'add',
      'quay',
      '--account-name',
      azurite.blobEndpoint,
      '--auth',
      'sign-in',
      '--json',
      ...cloud(),
    ]),
    await run(['--connection', 'quay', 'containers', 'list', '--verbose']),
  ];
  const printed = results.flatMap(({ out, err }) => [out, err]);
  expect(authority.secrets.length).toBeGreaterThan(3);
  for (const secret of authority.secrets) expect(printed.filter((text) => text.includes(secret))).toEqual([]);
  expect(await filesWith(authority.secrets)).toEqual([]);
});

it('transfers: continue while short-lived tokens expire, and nothing but the file of secrets holds one', async () => {
  authority.switches.lifetimeS = 2;
  await run(['login', '--client-id', fakeClientId, ...cloud()], browse);
  await run(['connections', 'add', 'quay', '--account-name', azurite.blobEndpoint, '--auth', 'sign-in', ...cloud()]);
  const quay = ['--connection', 'quay'];
  await run([...quay, 'containers', 'create', 'cargo']);
  const bytes = randomBytes(4 * 1024 * 1024);
  await writeFile(join(dir, 'cargo.bin'), bytes);
  const before = authority.requests.filter((request) => request.endsWith('/token')).length;
  const slow = ['--limit-rate', '1MiB', '--block-size', '1MiB'];
  const up = await run([...quay, 'upload', join(dir, 'cargo.bin'), 'cargo/', ...slow]);
  expect(up).toMatchObject({ code: 0 });
  const down = await run([...quay, 'download', 'cargo/cargo.bin', join(dir, 'back'), ...slow]);
  expect(down).toMatchObject({ code: 0 });
  expect((await readFile(join(dir, 'back'))).equals(bytes)).toBe(true);
  expect(authority.requests.filter((request) => request.endsWith('/token')).length - before).toBeGreaterThan(2);
  expect(await filesWith(authority.secrets)).toEqual([]);
}, 60_000);
