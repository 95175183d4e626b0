import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ConnectionInput, ConnectionSummary } from '@shared/model/connection';
import { emulatorAccountKey } from '../../testing/azurite';
import { canaryKey, context, marking, useConnections } from './fixtures/connections-bench';
import type { EmbeddedStoreView } from './embedded-connection';

const production = { production: true, colour: 'red' } as const;

const bench = useConnections();

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

describe('saved connections', () => {
  it('survive a restart, with their secrets in the bench.vault alone', async () => {
    const added = await bench.connections.calls['connections.add'](keyInput('ships'), context);
    expect(added).toMatchObject({
      name: 'ships',
      accountName: 'ships',
      endpoints: { blob: 'https://ships.blob.core.windows.net', table: 'https://ships.table.core.windows.net' },
      secretStorage: 'session',
      needsSecret: false,
      locked: false,
    });
    const text = await readFile(join(bench.stateDir, 'connections.json'), 'utf8');
    expect(text).toContain('ships');
    expect(text).not.toContain(canaryKey.slice(0, 12));
    expect(await bench.open().list()).toEqual([added]);
    expect(bench.vault.secrets.get(added.id)).toBe(canaryKey);
  });

  it('prompt for the secret again when it was stored for an earlier session only', async () => {
    const { id } = await bench.connections.calls['connections.add'](keyInput('ships'), context);
    bench.vault.secrets.clear();
    const reopened = bench.open();
    expect(await reopened.list()).toMatchObject([{ id, needsSecret: true }]);
    await expect(reopened.accounts.open(id)).rejects.toMatchObject({
      code: 'auth.secret-missing',
      context: { connection: 'ships' },
    });
  });

  it('retain their secret when the field for it is left empty', async () => {
    const { id } = await bench.connections.calls['connections.add'](keyInput('ships'), context);
    const renamed = await bench.connections.calls['connections.update'](
      { id, input: { ...keyInput('boats', { accountKey: ' ', marking: production }) } },
      context,
    );
    expect(renamed).toMatchObject({ id, name: 'boats', marking: production, locked: true, needsSecret: false });
    expect((await bench.connections.accounts.open(id)).descriptor.credential).toMatchObject({ accountKey: canaryKey });
  });

  it('do not share a name', async () => {
    await bench.connections.calls['connections.add'](keyInput('ships'), context);
    await expect(bench.connections.calls['connections.add'](keyInput('ships'), context)).rejects.toMatchObject({
      code: 'invalid.input',
      context: { field: 'Name' },
    });
  });

  it('disappear with their secret', async () => {
    const { id } = await bench.connections.calls['connections.add'](keyInput('ships'), context);
    await bench.connections.calls['connections.remove']({ connectionId: id }, context);
    expect([await bench.connections.list(), bench.vault.secrets.size]).toEqual([[], 0]);
    await expect(bench.connections.accounts.open(id)).rejects.toMatchObject({ code: 'not-found.connection' });
  });

  it('are all stored when two processes save at once', async () => {
    const other = bench.open();
    await Promise.all([
      bench.connections.calls['connections.add'](keyInput('one'), context),
      bench.connections.calls['connections.add'](keyInput('two'), context),
    ]);
    await other.calls['connections.add'](keyInput('three'), context);
    await bench.connections.calls['connections.add'](keyInput('four'), context);
    expect((await other.list()).map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four']);
  });
});

describe('a damaged file', () => {
  it.each(['', '{"version":1,"connections":[', 'null', '{"version":9}'])('%j is set aside, logged', async (text) => {
    await writeFile(join(bench.stateDir, 'connections.json'), text);
    expect(await bench.connections.list()).toEqual([]);
    const copies = (await readdir(bench.stateDir)).filter((name) => name.includes('.damaged-'));
    expect(copies).toHaveLength(1);
    expect(await readFile(join(bench.stateDir, copies[0] ?? ''), 'utf8')).toBe(text);
    expect(bench.log).toHaveLength(1);
  });

  it('returns the entries that can be read', async () => {
    const { id } = await bench.connections.calls['connections.add'](keyInput('ships'), context);
    const path = join(bench.stateDir, 'connections.json');
    const content = JSON.parse(await readFile(path, 'utf8')) as { connections: unknown[] };
    await writeFile(path, JSON.stringify({ ...content, connections: [{ id: 7 }, ...content.connections] }));
    expect(await bench.open().list()).toMatchObject([{ id }]);
    expect(await bench.open().list()).toMatchObject([{ id }]);
    expect(bench.log).toHaveLength(1);
  });
});

describe('a production connection', () => {
  it('rejects writes until it is unlocked, and is locked again in the next run', async () => {
    const { id, locked } = await bench.connections.calls['connections.add'](
      keyInput('prod', { marking: production }),
      context,
    );
    expect(locked).toBe(true);
    await expect(bench.connections.accounts.openForWriting(id)).rejects.toMatchObject({
      code: 'conflict.read-only',
      context: { connection: 'prod' },
    });
    expect((await bench.connections.accounts.open(id)).descriptor.accountName).toBe('ships');
    await bench.connections.calls['connections.set-locked']({ connectionId: id, locked: false }, context);
    expect((await bench.connections.accounts.openForWriting(id)).descriptor.connectionId).toBe(id);
    await expect(bench.open().accounts.openForWriting(id)).rejects.toMatchObject({ code: 'conflict.read-only' });
    await bench.connections.calls['connections.set-locked']({ connectionId: id, locked: true }, context);
    await expect(bench.connections.accounts.openForWriting(id)).rejects.toMatchObject({ code: 'conflict.read-only' });
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
          return state === 'running' ? { blob: bench.azurite.blobEndpoint, table: bench.azurite.tableEndpoint } : null;
        },
        accountKey: emulatorAccountKey,
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

  it('comes first, reports its state, and opens once it runs', async () => {
    const { view, set } = store();
    const room = bench.open(view);
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

  it('is rejected once it has given up', async () => {
    const { view, set } = store();
    const room = bench.open(view);
    const early = expect(room.accounts.open('local')).rejects.toMatchObject({ code: 'network.emulator-down' });
    set('failed');
    await early;
    await expect(room.accounts.open('local')).rejects.toMatchObject({ code: 'network.emulator-down' });
    await room.dispose();
  });

  it('notifies its watchers of changes', async () => {
    const { view, set } = store();
    const room = bench.open(view);
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

it('connections: stores those that two processes add at the same moment, and each name once', async () => {
  const add = (name: string) => bench.open().calls['connections.add'](keyInput(name), context);
  const added = await Promise.allSettled([add('Quay'), add('Pier'), add('Mole'), add('Mole')]);
  expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect((await bench.open().list()).map(({ name }) => name).sort()).toEqual(['Mole', 'Pier', 'Quay']);
});

describe('a connection for this run', () => {
  it('is not saved and has the same id each time', async () => {
    const id = bench.connections.addForThisRun(bench.azurite.connectionString);
    expect(bench.open().addForThisRun(bench.azurite.connectionString)).toBe(id);
    expect(await bench.connections.list()).toEqual([]);
    expect((await bench.connections.accounts.openForWriting(id)).descriptor.endpoints.blob).toBe(
      bench.azurite.blobEndpoint,
    );
  });

  it('has the id of its account whichever credential it is opened with, so that a new SAS continues the work of an earlier one', () => {
    const { blobEndpoint, connectionString } = bench.azurite;
    const sas = `BlobEndpoint=${blobEndpoint};SharedAccessSignature=sv=2024-11-04&ss=b&srt=sco&sp=rwl&se=2099-01-01T00:00:00Z&sig=${encodeURIComponent(`${'A'.repeat(43)}=`)}`;
    const id = bench.connections.addForThisRun(connectionString);
    expect(bench.connections.addForThisRun(sas)).toBe(id);
    const elsewhere = sas.replace(/:\d+\//u, ':9/');
    expect(bench.connections.addForThisRun(elsewhere)).not.toBe(id);
  });

  it('is opened with a saved connection of the same account, and is as locked as that one', async () => {
    const { connectionString } = bench.azurite;
    const ofRun = bench.connections.addForThisRun(connectionString);
    const connections = bench.open();
    const { id } = await connections.calls['connections.add'](
      { kind: 'connection-string', name: 'Quay', connectionString, marking: production },
      context,
    );
    await expect(connections.accounts.open(ofRun)).rejects.toMatchObject({ code: 'not-found.connection' });
    await connections.standIn(id);
    expect((await connections.accounts.open(ofRun)).descriptor.accountName).toBe('devstoreaccount1');
    await expect(connections.accounts.openForWriting(ofRun)).rejects.toMatchObject({ code: 'conflict.read-only' });
    // What answers reveal to the one is known of the other.
    connections.noteCosmos(ofRun);
    expect((await connections.accounts.open(ofRun)).descriptor.tableService).toBe('cosmos');
    await vi.waitFor(async () =>
      expect((await connections.list()).find((each) => each.id === id)?.tableService).toBe('cosmos'),
    );
  });
});
