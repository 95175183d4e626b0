import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  ContainerSASPermissions,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob';
import { AzureNamedKeyCredential, generateTableSas } from '@azure/data-tables';
import { describe, expect, it } from 'vitest';
import { emulatorAccountKey, emulatorAccountName } from '../../testing/azurite';
import { canaryKey, context, marking, useConnections } from './fixtures/connections-bench';

const bench = useConnections();

describe('a test', () => {
  it('lists for real with a key', async () => {
    const probe = await bench.connections.calls['connections.test'](bench.emulatorInput('emulator'), context);
    expect(probe).toMatchObject({ blob: { state: 'reachable' }, table: { state: 'reachable' } });
    expect(probe.blob.state === 'reachable' && probe.blob.elapsedMs).toBeGreaterThan(0);
  });

  it('reports that a wrong key is not accepted', async () => {
    const connectionString = bench.azurite.connectionString.replace(emulatorAccountKey, canaryKey);
    const probe = await bench.connections.calls['connections.test'](
      { kind: 'connection-string', name: 'x', connectionString, marking },
      context,
    );
    expect(probe).toMatchObject({
      blob: { state: 'failed', code: 'auth.key-rejected' },
      table: { state: 'failed', code: 'auth.key-rejected' },
    });
    expect(JSON.stringify(probe)).not.toContain(canaryKey.slice(0, 12));
  });

  it('reports immediately that no server answers', async () => {
    const input = {
      ...bench.emulatorInput('x'),
      kind: 'emulator',
      host: '127.0.0.1',
      blobPort: 1,
      tablePort: 2,
    } as const;
    expect(await bench.connections.calls['connections.test'](input, context)).toMatchObject({
      blob: { state: 'failed', code: 'network.refused', context: { host: '127.0.0.1:1' } },
      table: { state: 'failed', code: 'network.refused' },
    });
  });
});

describe('a SAS', () => {
  const credential = new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey);
  const expiresOn = new Date(Date.now() + 3600_000);
  const accountSas = (permissions: string, services = 'bt', resourceTypes = 'sco'): string =>
    generateAccountSASQueryParameters(
      {
        permissions: AccountSASPermissions.parse(permissions),
        services,
        resourceTypes: AccountSASResourceTypes.parse(resourceTypes).toString(),
        expiresOn,
      },
      credential,
    ).toString();
  const sasString = (token: string): string =>
    `BlobEndpoint=${bench.azurite.blobEndpoint};TableEndpoint=${bench.azurite.tableEndpoint};SharedAccessSignature=${token}`;
  const test = (sas: string) =>
    bench.connections.calls['connections.test']({ kind: 'sas', name: 'sas', sas, marking }, context);

  it('of the account lists what its rights allow, and reports them', async () => {
    expect(await test(sasString(accountSas('rl')))).toMatchObject({
      blob: { state: 'reachable' },
      table: { state: 'reachable' },
      sas: { level: 'account', rights: ['read', 'list'] },
    });
  });

  it('of one service does not cover the other', async () => {
    expect(await test(sasString(accountSas('rl', 'b')))).toMatchObject({
      blob: { state: 'reachable' },
      table: { state: 'not-covered' },
    });
  });

  it('without the right to list is still recognised by the service, and the missing right is reported', async () => {
    expect(await test(sasString(accountSas('r')))).toMatchObject({
      blob: { state: 'reachable', unlisted: 'containers' },
      table: { state: 'reachable', unlisted: 'tables' },
    });
    expect((await test(sasString(accountSas('rl')))).table).not.toHaveProperty('unlisted');
  });

  it('of a container or table is tested there', async () => {
    const account = await bench.connections.accounts.open(
      (await bench.connections.calls['connections.add'](bench.emulatorInput('e'), context)).id,
    );
    await (await account.blobService()).getContainerClient('crates').createIfNotExists();
    await (await account.tableService()).createTable('Crates');
    const token = generateBlobSASQueryParameters(
      { containerName: 'crates', permissions: ContainerSASPermissions.parse('rl'), expiresOn },
      credential,
    ).toString();
    expect(await test(`${bench.azurite.blobEndpoint}/crates?${token}`)).toMatchObject({
      blob: { state: 'reachable' },
      table: { state: 'not-covered' },
      sas: { level: 'container', resource: 'crates', rights: ['read', 'list'] },
    });
    const tableToken = generateTableSas(
      'Crates',
      new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey),
      { permissions: { query: true, add: true }, expiresOn },
    );
    expect(
      await test(`TableEndpoint=${bench.azurite.tableEndpoint};SharedAccessSignature=${tableToken}`),
    ).toMatchObject({
      blob: { state: 'not-covered' },
      table: { state: 'reachable' },
      sas: { level: 'table', resource: 'Crates', rights: ['query', 'add'] },
    });
  });

  it('that has expired is named as such', async () => {
    const token = generateAccountSASQueryParameters(
      {
        permissions: AccountSASPermissions.parse('rl'),
        services: 'bt',
        resourceTypes: 'sco',
        expiresOn: new Date(Date.now() - 3600_000),
      },
      credential,
    ).toString();
    expect(await test(sasString(token))).toMatchObject({ blob: { code: 'auth.sas-expired' } });
  });

  it('with a changed signature is rejected without repeating it', async () => {
    const other = Buffer.alloc(32, 'canary').toString('base64');
    const token = accountSas('rl').replace(/sig=[^&]+/, `sig=${encodeURIComponent(other)}`);
    const probe = await test(sasString(token));
    expect(probe).toMatchObject({ blob: { state: 'failed', code: 'auth.denied' } });
    expect(JSON.stringify(probe)).not.toContain(other.slice(0, 12));
  });
});
