// Signatures against the SDKs' for the same inputs, and against a real Azurite: what they allow succeeds, what they do
// not allow fails.
import { AzureNamedKeyCredential, AzureSASCredential, TableClient, generateTableSas } from '@azure/data-tables';
import {
  AnonymousCredential,
  BlobSASPermissions,
  BlockBlobClient,
  ContainerClient,
  ContainerSASPermissions,
  SASProtocol,
  StorageSharedKeyCredential,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SasRequest } from '@shared/sas/sas-request';
import { StowageError } from '@shared/errors';
import { type RunningAzurite, emulatorAccountKey, emulatorAccountName } from '../../../testing/azurite';
import { acquireAzurite } from '../../../testing/shared-azurite';
import type { Account } from '../../azure/account';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { systemClock } from '../../system-clock';
import { MetricsRecorder } from '../../metrics/recorder';
import { createSasRoom } from './create-sas';
import { createSas } from './sign-sas';
import { sdkTable } from '../../../testing/sdk-table';

let azurite: RunningAzurite;
let account: Account;
beforeAll(async () => {
  azurite = await acquireAzurite();
  const deps = createAccountDeps({ metrics: new MetricsRecorder(), clock: systemClock, random: Math.random });
  account = createAccount(azurite.descriptor(), deps);
  const container = (await account.blobService()).getContainerClient('shared');
  await container.create();
  await container.getBlockBlobClient('crates 7/ü.txt').upload('oranges', 7);
  await container.getBlockBlobClient('other.txt').upload('lemons', 6);
  await (await account.tableService()).createTable('Orders');
});
afterAll(async () => {
  account.dispose();
  await azurite.stop();
});

const blob = { kind: 'blob', container: 'shared', name: 'crates 7/ü.txt' } as const;
const inAnHour = (): string => `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
const request = (part: Partial<SasRequest>): SasRequest => ({
  resource: blob,
  rights: 'r',
  startsOn: '',
  expiresOn: inAnHour(),
  ipRange: '',
  protocol: 'https,http',
  policy: '',
  ...part,
});
const signatureOf = (token: string): string | null => new URLSearchParams(token).get('sig');
const key = new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey);

describe('the signature equals that of the SDK', () => {
  const startsOn = '2026-01-01T10:00:00Z';
  const expiresOn = '2096-01-01T10:00:00Z';
  const common = { startsOn: new Date(startsOn), expiresOn: new Date(expiresOn), version: '2021-12-02' };

  it('for a blob', () => {
    const range = { ipRange: { start: '203.0.113.4', end: '203.0.113.9' }, protocol: SASProtocol.Https };
    const theirs = generateBlobSASQueryParameters(
      {
        ...common,
        ...range,
        containerName: 'shared',
        blobName: blob.name,
        permissions: BlobSASPermissions.parse('racwdxt'),
      },
      key,
    );
    const ours = createSas(
      account,
      request({ rights: 'racwdxt', startsOn, expiresOn, ipRange: '203.0.113.4-203.0.113.9', protocol: 'https' }),
      Date.now(),
    );
    expect(signatureOf(ours.token)).toBe(theirs.signature);
    expect(Object.fromEntries(new URLSearchParams(ours.token))).toEqual(
      Object.fromEntries(new URLSearchParams(theirs.toString())),
    );
  });

  it('for a container, with a stored policy', () => {
    const theirs = generateBlobSASQueryParameters(
      {
        ...common,
        containerName: 'shared',
        identifier: 'crew',
        permissions: ContainerSASPermissions.parse('racwdxlt'),
        protocol: SASProtocol.HttpsAndHttp,
      },
      key,
    );
    const resource = { kind: 'container', container: 'shared' } as const;
    const ours = createSas(
      account,
      request({ resource, rights: 'racwdxlt', startsOn, expiresOn, policy: 'crew' }),
      Date.now(),
    );
    expect(Object.fromEntries(new URLSearchParams(ours.token))).toEqual(
      Object.fromEntries(new URLSearchParams(theirs.toString())),
    );
  });

  it('for a table', () => {
    const theirs = generateTableSas('Orders', new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey), {
      permissions: { query: true, add: true, update: true, delete: true },
      startsOn: new Date(startsOn),
      expiresOn: new Date(expiresOn),
      protocol: 'https,http',
    });
    const resource = { kind: 'table', table: 'Orders' } as const;
    const ours = createSas(account, request({ resource, rights: 'raud', startsOn, expiresOn }), Date.now());
    expect(Object.fromEntries(new URLSearchParams(ours.token))).toEqual(
      Object.fromEntries(new URLSearchParams(theirs)),
    );
  });
});

describe('at the server', () => {
  it('a blob can be read with it, and nothing else', async () => {
    const { url, token } = createSas(account, request({}), Date.now());
    const client = new BlockBlobClient(url, new AnonymousCredential());
    expect((await client.downloadToBuffer()).toString()).toBe('oranges');
    await expect(client.delete()).rejects.toMatchObject({ statusCode: 403 });
    const other = new BlockBlobClient(`${azurite.blobEndpoint}/shared/other.txt?${token}`, new AnonymousCredential());
    await expect(other.getProperties()).rejects.toMatchObject({ statusCode: 403 });
  });

  it('grants nothing before its start and nothing after its expiry', async () => {
    const startsOn = `${new Date(Date.now() + 1_800_000).toISOString().slice(0, 19)}Z`;
    const early = createSas(account, request({ startsOn }), Date.now());
    await expect(new BlockBlobClient(early.url, new AnonymousCredential()).getProperties()).rejects.toMatchObject({
      statusCode: 403,
    });
    const past = '2026-01-01T10:00:00Z';
    const late = createSas(account, request({ expiresOn: past }), Date.parse(past) - 1000);
    await expect(new BlockBlobClient(late.url, new AnonymousCredential()).getProperties()).rejects.toMatchObject({
      statusCode: 403,
    });
  });

  it('a container is listed with it', async () => {
    const resource = { kind: 'container', container: 'shared' } as const;
    const names = async (rights: string): Promise<string[]> => {
      const { url } = createSas(account, request({ resource, rights }), Date.now());
      const found: string[] = [];
      for await (const one of new ContainerClient(url, new AnonymousCredential()).listBlobsFlat()) found.push(one.name);
      return found;
    };
    expect(await names('rl')).toEqual(['crates 7/ü.txt', 'other.txt']);
    await expect(names('r')).rejects.toMatchObject({ statusCode: 403 });
  });

  it('a stored policy provides rights and expiry, and is listed by name', async () => {
    const container = (await account.blobService()).getContainerClient('shared');
    const accessPolicy = { permissions: 'r', startsOn: new Date(0), expiresOn: new Date(Date.now() + 3_600_000) };
    await container.setAccessPolicy(undefined, [{ id: 'crew', accessPolicy }]);
    const room = createSasRoom({
      accounts: { open: () => Promise.resolve(account), openForWriting: () => Promise.resolve(account) },
      clock: systemClock,
    });
    const context = { signal: new AbortController().signal };
    expect(await room.calls['sas.policies']({ connectionId: 'test', resource: blob }, context)).toEqual(['crew']);
    const { url } = await room.calls['sas.create'](
      { connectionId: 'test', request: request({ rights: '', expiresOn: '', policy: 'crew' }) },
      context,
    );
    expect((await new BlockBlobClient(url, new AnonymousCredential()).downloadToBuffer()).toString()).toBe('oranges');
  });

  it('a table is read with it, and not written', async () => {
    const resource = { kind: 'table', table: 'Orders' } as const;
    const { token } = createSas(account, request({ resource }), Date.now());
    const client = new TableClient(azurite.tableEndpoint, 'Orders', new AzureSASCredential(token), {
      allowInsecureConnection: true,
    });
    await sdkTable(account, 'Orders').createEntity({ partitionKey: 'p', rowKey: 'r' });
    expect((await client.getEntity('p', 'r')).rowKey).toBe('r');
    await expect(client.deleteEntity('p', 'r')).rejects.toMatchObject({ statusCode: 403 });
  });
});

describe('is rejected', () => {
  it('without an account key, with the reason', () => {
    const bySas = {
      ...account,
      descriptor: { ...account.descriptor, credential: { kind: 'sas', token: 'sv=1' } as const },
    };
    expect(() => createSas(bySas, request({}), Date.now())).toThrow(/account key/u);
  });

  it('on a locked connection where it would hand out writing, and not for reading', async () => {
    const locked = new StowageError('conflict.read-only', 'The connection is locked.');
    const room = createSasRoom({
      accounts: { open: () => Promise.resolve(account), openForWriting: () => Promise.reject(locked) },
      clock: systemClock,
    });
    const context = { signal: new AbortController().signal };
    const make = (rights: string) =>
      room.calls['sas.create']({ connectionId: 'test', request: request({ rights }) }, context);
    await expect(make('rw')).rejects.toMatchObject({ code: 'conflict.read-only' });
    expect((await make('r')).url).toContain('sig=');
  });
});
