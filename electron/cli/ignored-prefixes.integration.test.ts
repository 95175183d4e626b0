// Laws: the command line behind a proxy that ignores the prefix, the delimiter or the marker of a list, or repeats entries.
// Nothing outside of the prefix is listed, counted, copied or deleted, and nothing twice. Behind the proxy is a real store.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  BlobServiceClient,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
} from '@azure/storage-blob';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emulatorAccountKey, emulatorAccountName } from '../testing/azurite';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy';
import type { Fault } from '../testing/faults';
import { acquireAzurite } from '../testing/shared-azurite';
import { runCommandLine } from './run';

const inside = ['in/a', 'in/b', 'in/deep/c', 'in/deep/d', 'in/e'];
const outside = ['aa', 'im/x', 'inside', 'out/y', 'zz'];

let azurite: Awaited<ReturnType<typeof acquireAzurite>>;
let proxy: FaultProxy;
let service: BlobServiceClient;
let folder = '';
let account = '';
beforeAll(async () => {
  azurite = await acquireAzurite();
  proxy = await startFaultProxy(azurite.blobOrigin);
  service = BlobServiceClient.fromConnectionString(azurite.connectionString);
  const sas = generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + 3_600_000),
      permissions: AccountSASPermissions.parse('rwdlacupt'),
      services: AccountSASServices.parse('b').toString(),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
    },
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  );
  account = `BlobEndpoint=${proxy.origin}/${emulatorAccountName};SharedAccessSignature=${sas.toString()}`;
});
afterAll(async () => {
  await proxy.dispose();
  await azurite.stop();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-prefixes-'));
  for (const name of ['box', 'copies']) await service.getContainerClient(name).createIfNotExists();
  for (const name of await stored('copies')) await service.getContainerClient('copies').deleteBlob(name);
  const box = service.getContainerClient('box');
  await Promise.all([...inside, ...outside].map((name) => box.getBlockBlobClient(name).upload(name, name.length)));
  return () => rm(folder, { recursive: true });
});

async function stored(container: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of service.getContainerClient(container).listBlobsFlat()) names.push(name);
  return names;
}

async function run(...args: readonly string[]) {
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
}

async function filesIn(path: string): Promise<readonly string[]> {
  const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const commands: Readonly<Record<string, () => Promise<{ readonly code: number; readonly out: string }>>> = {
  ls: () => run('ls', 'box/in/', '--json'),
  'ls --recursive': () => run('ls', 'box/in/', '--recursive', '--json'),
  du: () => run('du', 'box/in/', '--json'),
  download: () => run('download', 'box/in/', join(folder, 'files')),
  copy: () => run('copy', 'box/in/', 'copies/'),
  rm: () => run('rm', 'box/in/', '--yes'),
  'sync down': () => run('sync', 'box/in/', join(folder, 'files'), '--delete-destination', 'true'),
  'sync up': async () => {
    for (const name of ['a', 'b', 'deep/c']) {
      await mkdir(dirname(join(folder, 'from', name)), { recursive: true });
      await writeFile(join(folder, 'from', name), name);
    }
    return run('sync', join(folder, 'from'), 'box/in/', '--delete-destination', 'true');
  },
  check: async () => {
    await mkdir(join(folder, 'files'));
    return run('check', 'box/in/', join(folder, 'files'));
  },
};

const ofLists = ({ query }: { readonly query: URLSearchParams }): boolean => query.get('comp') === 'list';
const small = (query: URLSearchParams): void => query.set('maxresults', '2');
const ignored: Readonly<Record<string, () => Fault>> = {
  'nothing, in small pages': () => ({ kind: 'rewritten', query: small }),
  'page size': () => ({ kind: 'rewritten', query: (query) => query.delete('maxresults') }),
  prefix: () => ({ kind: 'rewritten', query: (query) => query.delete('prefix') }),
  delimiter: () => ({ kind: 'rewritten', query: (query) => query.delete('delimiter') }),
  marker: () => ({
    kind: 'rewritten',
    query: (query) => {
      small(query);
      query.delete('marker');
    },
  }),
  'end of the page before': () => {
    let last = '';
    return {
      kind: 'rewritten',
      query: small,
      body: (text) => {
        const blobs = text.match(/<Blob>.*?<\/Blob>/gsu) ?? [];
        const repeated = text.replace('<Blobs>', `<Blobs>${last}`);
        last = blobs.at(-1) ?? last;
        return repeated;
      },
    };
  },
};

describe.each(Object.keys(commands))('%s', (command) => {
  it.each(Object.keys(ignored))(
    'nothing outside of the prefix is listed, counted, copied or deleted, nor anything twice, when the service ignores the %s',
    async (what) => {
      const fault = ignored[what]?.();
      if (fault === undefined) throw new Error('There is a fault.');
      const ordered = proxy.inject({ fault, times: Infinity, when: ofLists });
      const { code, out } = (await commands[command]?.().finally(() => ordered.remove())) ?? { code: 0, out: '' };
      const box = await stored('box');
      expect(box).toEqual(expect.arrayContaining(outside));
      const made = [...(await stored('copies')), ...box.filter((name) => !outside.includes(name))];
      const allowed = [...inside, ...inside.flatMap((name) => [name.slice(3), `in/${name.slice(3)}`])];
      expect(allowed).toEqual(expect.arrayContaining(made));
      const files = await filesIn(join(folder, 'files'));
      expect(inside.map((name) => name.split('/').at(-1))).toEqual(expect.arrayContaining([...files]));
      for (const name of outside) expect(out).not.toContain(`"${name}"`);
      const listed = [...out.matchAll(/"name":"([^"]*)"/gu)].map(([, name]) => name);
      expect(new Set(listed).size).toBe(listed.length);
      if (command === 'du' && code === 0) expect(out).toMatch(/"name":"box\/in\/","blobs":5/u);
      if (what.startsWith('nothing') || what === 'page size') expect(code).toBe(command === 'check' ? 1 : 0);
    },
  );
});
