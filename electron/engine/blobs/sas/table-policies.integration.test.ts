// Stored access policies of a table against a real Azurite: stored policies are read back, a signature that names a
// policy becomes valid and invalid with it, and concurrent changes are never overwritten.
import { AzureSASCredential, TableClient } from '@azure/data-tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { StoredPolicy } from '@shared/model/container-details';
import type { RunningAzurite } from '../../../testing/azurite';
import { acquireAzurite } from '../../../testing/shared-azurite';
import type { Account } from '../../azure/account';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { systemClock } from '../../system-clock';
import { MetricsRecorder } from '../../metrics/recorder';
import { createSasRoom } from './create-sas';
import { sdkTable } from '../../../testing/sdk-table';

let azurite: RunningAzurite;
let account: Account;
beforeAll(async () => {
  azurite = await acquireAzurite();
  const deps = createAccountDeps({ metrics: new MetricsRecorder(), clock: systemClock, random: Math.random });
  account = createAccount(azurite.descriptor(), deps);
  await (await account.tableService()).createTable('Orders');
  await sdkTable(account, 'Orders').createEntity({ partitionKey: 'p', rowKey: 'r' });
});
afterAll(async () => {
  account.dispose();
  await azurite.stop();
});

const context = { signal: new AbortController().signal };
const location = { connectionId: 'test', table: 'Orders' };
const roomOn = (openForWriting: () => Promise<Account> = () => Promise.resolve(account)) =>
  createSasRoom({ accounts: { open: () => Promise.resolve(account), openForWriting }, clock: systemClock }).calls;
const calls = roomOn();
const inAnHour = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
const readers: StoredPolicy = {
  id: 'read & "run"',
  rights: 'r',
  startsOn: '2026-01-01T00:00:00Z',
  expiresOn: inAnHour,
};
const crew: StoredPolicy = { id: 'crew', rights: 'raud', startsOn: '2026-01-01T00:00:00Z', expiresOn: inAnHour };
const read = async (): Promise<StoredPolicy[]> => calls['sas.table-policies'](location, context);
const set = async (before: StoredPolicy[], policies: StoredPolicy[], room = calls): Promise<unknown> =>
  room['sas.set-table-policies']({ ...location, read: before, policies }, context);

describe('the stored policies of a table', () => {
  it('are stored as they are read, and offered to signatures', async () => {
    expect(await read()).toEqual([]);
    await set([], [readers, crew]);
    expect(await read()).toEqual([readers, crew]);
    const resource = { kind: 'table', table: 'Orders' } as const;
    expect(await calls['sas.policies']({ connectionId: 'test', resource }, context)).toEqual([readers.id, crew.id]);
  });

  it('are not replaced when another client has changed them, nor over a locked connection', async () => {
    await set(await read(), [crew]);
    await expect(set([], [readers])).rejects.toMatchObject({ code: 'conflict.etag-changed' });
    const locked = roomOn(() => Promise.reject(new StowageError('conflict.read-only', 'The connection is locked.')));
    await expect(set([crew], [], locked)).rejects.toMatchObject({ code: 'conflict.read-only' });
    expect(await read()).toEqual([crew]);
  });

  it('are rejected when they break a rule of the service, before anything is sent', async () => {
    const before = await read();
    const many = Array.from({ length: 6 }, (_, at) => ({ ...crew, id: String(at) }));
    await expect(set(before, many)).rejects.toMatchObject({ code: 'invalid.input' });
    await expect(set(before, [{ ...crew, id: '' }])).rejects.toMatchObject({ code: 'invalid.input' });
    expect(await read()).toEqual(before);
  });

  it('that leave something to the signature are rejected by the emulator, with that reason', async () => {
    const before = await read();
    for (const part of [{ startsOn: '' }, { expiresOn: '' }, { rights: '' }]) {
      const rejection = { code: 'invalid.input', context: { problem: expect.stringContaining('emulator') as string } };
      await expect(set(before, [{ ...crew, ...part }])).rejects.toMatchObject(rejection);
    }
  });

  it('end every signature that names them', async () => {
    await set(await read(), [crew]);
    const { token } = await calls['sas.create'](
      {
        connectionId: 'test',
        request: {
          resource: { kind: 'table', table: 'Orders' },
          rights: '',
          startsOn: '',
          expiresOn: '',
          ipRange: '',
          protocol: 'https,http',
          policy: 'crew',
        },
      },
      context,
    );
    const client = new TableClient(azurite.tableEndpoint, 'Orders', new AzureSASCredential(token), {
      allowInsecureConnection: true,
    });
    expect((await client.getEntity('p', 'r')).rowKey).toBe('r');
    await set([crew], []);
    await expect(client.getEntity('p', 'r')).rejects.toMatchObject({ statusCode: 403 });
  });
});
