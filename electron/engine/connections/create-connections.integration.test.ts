import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  ContainerSASPermissions,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob';
import { AzureNamedKeyCredential, generateTableSas } from '@azure/data-tables';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionInput, ConnectionSummary } from '@shared/model/connection';
import { type RunningAzurite, emulatorAccountKey, emulatorAccountName, startAzurite } from '../../testing/azurite';
import { systemClock } from '../../testing/clock';
import { createMetricsLog } from '../../testing/metrics-log';
import { type AccountDeps, createAccountDeps } from '../azure/account-deps';
import type { SecretVault } from '../ports';
import { type Connections, createConnections } from './create-connections';
import type { EmbeddedStoreView } from './profile';

const marking = { production: false, colour: 'none' } as const;
const production = { production: true, colour: 'red' } as const;
const canaryKey = Buffer.alloc(64, 'canary').toString('base64');
const context = { signal: new AbortController().signal };

let azurite: RunningAzurite;
let deps: AccountDeps;
let stateDir: string;
let vault: SecretVault & { readonly secrets: Map<string, string> };
let connections: Connections;
let log: string[];

beforeAll(async () => {
  azurite = await startAzurite();
  deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random });
});
afterAll(async () => {
  deps.dispose();
  await azurite.stop();
});
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-connections-'));
  vault = memoryVault();
  log = [];
  connections = open();
});
afterEach(async () => {
  await connections.dispose();
  await rm(stateDir, { recursive: true });
});

function memoryVault(): SecretVault & { readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>();
  return {
    secrets,
    storage: () => Promise.resolve('session'),
    read: (id) => Promise.resolve(secrets.get(id) ?? null),
    write: (id, secret) => {
      secrets.set(id, secret);
      return Promise.resolve('session');
    },
    remove: (id) => {
      secrets.delete(id);
      return Promise.resolve();
    },
  };
}

function open(embedded: EmbeddedStoreView | null = null): Connections {
  return createConnections({ stateDir, secrets: vault, deps, embedded, log: (line) => log.push(line) });
}

const keyInput = (
  name: string,
  more: Partial<{ accountKey: string; marking: typeof production }> = {},
): ConnectionInput => ({
  kind: 'account-key',
  name,
  accountName: 'ships',
  accountKey: canaryKey,
  endpointSuffix: 'core.windows.net',
  marking,
  ...more,
});
const emulatorInput = (name: string): ConnectionInput => ({
  kind: 'emulator',
  name,
  host: '127.0.0.1',
  blobPort: Number(new URL(azurite.blobOrigin).port),
  tablePort: Number(new URL(azurite.tableOrigin).port),
  marking,
});

describe('saved connections', () => {
  it('survive a restart, with their secrets in the vault alone', async () => {
    const added = await connections.calls['connections.add'](keyInput('ships'), context);
    expect(added).toMatchObject({
      name: 'ships',
      accountName: 'ships',
      endpoints: { blob: 'https://ships.blob.core.windows.net', table: 'https://ships.table.core.windows.net' },
      secretStorage: 'session',
      needsSecret: false,
      locked: false,
    });
    const text = await readFile(join(stateDir, 'connections.json'), 'utf8');
    expect(text).toContain('ships');
    expect(text).not.toContain(canaryKey.slice(0, 12));
    expect(await open().list()).toEqual([added]);
    expect(vault.secrets.get(added.id)).toBe(canaryKey);
  });

  it('ask for the secret again when it was kept for an earlier session only', async () => {
    const { id } = await connections.calls['connections.add'](keyInput('ships'), context);
    vault.secrets.clear();
    const reopened = open();
    expect(await reopened.list()).toMatchObject([{ id, needsSecret: true }]);
    await expect(reopened.accounts.open(id)).rejects.toMatchObject({
      code: 'auth.secret-missing',
      context: { connection: 'ships' },
    });
  });

  it('keep their secret when the field for it is left empty', async () => {
    const { id } = await connections.calls['connections.add'](keyInput('ships'), context);
    const renamed = await connections.calls['connections.update'](
      { id, input: { ...keyInput('boats', { accountKey: ' ', marking: production }) } },
      context,
    );
    expect(renamed).toMatchObject({ id, name: 'boats', marking: production, locked: true, needsSecret: false });
    expect((await connections.accounts.open(id)).descriptor.credential).toMatchObject({ accountKey: canaryKey });
  });

  it('do not share a name', async () => {
    await connections.calls['connections.add'](keyInput('ships'), context);
    await expect(connections.calls['connections.add'](keyInput('ships'), context)).rejects.toMatchObject({
      code: 'invalid.input',
      context: { field: 'Name' },
    });
  });

  it('disappear with their secret', async () => {
    const { id } = await connections.calls['connections.add'](keyInput('ships'), context);
    await connections.calls['connections.remove']({ connectionId: id }, context);
    expect([await connections.list(), vault.secrets.size]).toEqual([[], 0]);
    await expect(connections.accounts.open(id)).rejects.toMatchObject({ code: 'not-found.connection' });
  });

  it('saved by two processes at once are all kept', async () => {
    const other = open();
    await Promise.all([
      connections.calls['connections.add'](keyInput('one'), context),
      connections.calls['connections.add'](keyInput('two'), context),
    ]);
    await other.calls['connections.add'](keyInput('three'), context);
    await connections.calls['connections.add'](keyInput('four'), context);
    expect((await other.list()).map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four']);
  });
});

describe('a damaged file', () => {
  it.each(['', '{"version":1,"connections":[', 'null', '{"version":9}'])('%j is set aside and told', async (text) => {
    await writeFile(join(stateDir, 'connections.json'), text);
    expect(await connections.list()).toEqual([]);
    const copies = (await readdir(stateDir)).filter((name) => name.includes('.damaged-'));
    expect(copies).toHaveLength(1);
    expect(await readFile(join(stateDir, copies[0] ?? ''), 'utf8')).toBe(text);
    expect(log).toHaveLength(1);
  });

  it('keeps the entries that can be read', async () => {
    const { id } = await connections.calls['connections.add'](keyInput('ships'), context);
    const path = join(stateDir, 'connections.json');
    const content = JSON.parse(await readFile(path, 'utf8')) as { connections: unknown[] };
    await writeFile(path, JSON.stringify({ ...content, connections: [{ id: 7 }, ...content.connections] }));
    expect(await open().list()).toMatchObject([{ id }]);
    expect(await open().list()).toMatchObject([{ id }]);
    expect(log).toHaveLength(1);
  });
});

describe('a production connection', () => {
  it('refuses writes until it is unlocked, and is locked again in the next run', async () => {
    const { id, locked } = await connections.calls['connections.add'](
      keyInput('prod', { marking: production }),
      context,
    );
    expect(locked).toBe(true);
    await expect(connections.accounts.openForWriting(id)).rejects.toMatchObject({
      code: 'conflict.read-only',
      context: { connection: 'prod' },
    });
    expect((await connections.accounts.open(id)).descriptor.accountName).toBe('ships');
    await connections.calls['connections.set-locked']({ connectionId: id, locked: false }, context);
    expect((await connections.accounts.openForWriting(id)).descriptor.connectionId).toBe(id);
    await expect(open().accounts.openForWriting(id)).rejects.toMatchObject({ code: 'conflict.read-only' });
    await connections.calls['connections.set-locked']({ connectionId: id, locked: true }, context);
    await expect(connections.accounts.openForWriting(id)).rejects.toMatchObject({ code: 'conflict.read-only' });
  });
});

describe('the embedded store', () => {
  const store = (): { view: EmbeddedStoreView; set: (state: EmbeddedStoreView['state']) => void } => {
    const listeners = new Set<() => void>();
    let state: EmbeddedStoreView['state'] = 'starting';
    return {
      view: {
        get state() {
          return state;
        },
        get endpoints() {
          return state === 'running' ? { blob: azurite.blobEndpoint, table: azurite.tableEndpoint } : null;
        },
        onChange: (listen) => {
          listeners.add(listen);
          return () => listeners.delete(listen);
        },
      },
      set: (value) => {
        state = value;
        for (const listen of listeners) listen();
      },
    };
  };

  it('comes first, says how it is, and opens once it runs', async () => {
    const { view, set } = store();
    const room = open(view);
    await room.calls['connections.add'](keyInput('ships'), context);
    expect((await room.list()).map(({ id, store: state }) => [id === 'local', state])).toEqual([
      [true, 'starting'],
      [false, undefined],
    ]);
    const early = room.calls['connections.probe']({ connectionId: 'local' }, context);
    set('restarting');
    set('running');
    const probe = await early;
    expect(probe).toMatchObject({ blob: { state: 'reachable' }, table: { state: 'reachable' } });
    await expect(room.calls['connections.remove']({ connectionId: 'local' }, context)).rejects.toMatchObject({
      code: 'invalid.input',
    });
    await room.dispose();
  });

  it('is refused once it has given up', async () => {
    const { view, set } = store();
    const room = open(view);
    const early = expect(room.accounts.open('local')).rejects.toMatchObject({ code: 'network.emulator-down' });
    set('failed');
    await early;
    await expect(room.accounts.open('local')).rejects.toMatchObject({ code: 'network.emulator-down' });
    await room.dispose();
  });

  it('is seen changing by whoever watches', async () => {
    const { view, set } = store();
    const room = open(view);
    const stop = new AbortController();
    const seen: ConnectionSummary[][] = [];
    const watching = room.streams['connections.watch'](
      {},
      {
        signal: stop.signal,
        push: (event) => {
          seen.push(event);
          if (seen.length === 1) set('running');
          if (seen.length === 2) stop.abort();
        },
      },
    );
    await watching;
    expect(seen.map((event) => event[0]?.store)).toEqual(['starting', 'running']);
    await room.dispose();
  });
});

describe('a test', () => {
  it('lists for real with a key', async () => {
    const probe = await connections.calls['connections.test'](emulatorInput('emulator'), context);
    expect(probe).toMatchObject({ blob: { state: 'reachable' }, table: { state: 'reachable' } });
    expect(probe.blob.state === 'reachable' && probe.blob.elapsedMs).toBeGreaterThan(0);
  });

  it('says that a wrong key is not accepted', async () => {
    const connectionString = azurite.connectionString.replace(emulatorAccountKey, canaryKey);
    const probe = await connections.calls['connections.test'](
      { kind: 'connection-string', name: 'x', connectionString, marking },
      context,
    );
    expect(probe).toMatchObject({
      blob: { state: 'failed', code: 'auth.key-rejected' },
      table: { state: 'failed', code: 'auth.key-rejected' },
    });
    expect(JSON.stringify(probe)).not.toContain(canaryKey.slice(0, 12));
  });

  it('says at once that nobody is there', async () => {
    const input = { ...emulatorInput('x'), kind: 'emulator', host: '127.0.0.1', blobPort: 1, tablePort: 2 } as const;
    expect(await connections.calls['connections.test'](input, context)).toMatchObject({
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
    `BlobEndpoint=${azurite.blobEndpoint};TableEndpoint=${azurite.tableEndpoint};SharedAccessSignature=${token}`;
  const test = (sas: string) =>
    connections.calls['connections.test']({ kind: 'sas', name: 'sas', sas, marking }, context);

  it('of the account lists what it may list, with the rights it has', async () => {
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

  it('without the right to list is known to the service all the same', async () => {
    expect(await test(sasString(accountSas('r')))).toMatchObject({
      blob: { state: 'reachable' },
      table: { state: 'reachable' },
    });
  });

  it('of a container or table is tried there', async () => {
    const account = await connections.accounts.open(
      (await connections.calls['connections.add'](emulatorInput('e'), context)).id,
    );
    await account.blobService().getContainerClient('crates').createIfNotExists();
    await account.tableService().createTable('Crates');
    const token = generateBlobSASQueryParameters(
      { containerName: 'crates', permissions: ContainerSASPermissions.parse('rl'), expiresOn },
      credential,
    ).toString();
    expect(await test(`${azurite.blobEndpoint}/crates?${token}`)).toMatchObject({
      blob: { state: 'reachable' },
      table: { state: 'not-covered' },
      sas: { level: 'container', resource: 'crates', rights: ['read', 'list'] },
    });
    const tableToken = generateTableSas(
      'Crates',
      new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey),
      { permissions: { query: true, add: true }, expiresOn },
    );
    expect(await test(`TableEndpoint=${azurite.tableEndpoint};SharedAccessSignature=${tableToken}`)).toMatchObject({
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

  it('with a changed signature is refused without repeating it', async () => {
    const other = Buffer.alloc(32, 'canary').toString('base64');
    const token = accountSas('rl').replace(/sig=[^&]+/, `sig=${encodeURIComponent(other)}`);
    const probe = await test(sasString(token));
    expect(probe).toMatchObject({ blob: { state: 'failed', code: 'auth.denied' } });
    expect(JSON.stringify(probe)).not.toContain(other.slice(0, 12));
  });
});

describe('a connection for this run', () => {
  it('is not saved and has the same id each time', async () => {
    const id = connections.addForThisRun(azurite.connectionString);
    expect(open().addForThisRun(azurite.connectionString)).toBe(id);
    expect(await connections.list()).toEqual([]);
    expect((await connections.accounts.openForWriting(id)).descriptor.endpoints.blob).toBe(azurite.blobEndpoint);
  });
});
