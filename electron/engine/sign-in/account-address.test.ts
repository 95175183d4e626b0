// Accounts by name and by address, and the hosts that may receive tokens.
import { expect, it } from 'vitest';
import { accountAddress, endpointsOf } from './account-address';
import { knownClouds } from '@shared/model/identity';

const { public: azure, china } = knownClouds;
const quay = { blob: 'https://quay.blob.core.windows.net', table: 'https://quay.table.core.windows.net' };

it.each([
  ['quay', quay],
  [' quay ', quay],
  ['https://quay.blob.core.windows.net', quay],
  ["https://quay.table.core.windows.net/ships(PartitionKey='a',RowKey='b')", quay],
  ['https://quay.blob.core.windows.net/docs/a%20b.txt?sv=1', quay],
  ['https://quay.dfs.core.windows.net/fs/dir', quay],
  [
    'https://quay.z6.blob.storage.azure.net/docs',
    { blob: 'https://quay.z6.blob.storage.azure.net', table: 'https://quay.z6.table.storage.azure.net' },
  ],
])('account address: %j', (text, endpoints) => {
  expect(endpointsOf(text, azure)).toEqual({ accountName: 'quay', endpoints });
});

it.each([
  'http://quay.blob.core.windows.net',
  'https://evil.example/quay.blob.core.windows.net',
  'https://quay.blob.core.windows.net.evil.example',
  'https://quayblobcore.windows.net',
  'https://quay.blob.storage.azure.net.evil.example',
  'https://quay.blob.core.chinacloudapi.cn',
  'https://evilcore.windows.net',
  'file:///quay.blob.core.windows.net',
  'Quay',
  '',
  'qu',
])('account address: %j receives no token of the public cloud', (text) => {
  expect(() => endpointsOf(text, azure)).toThrow(expect.objectContaining({ code: 'invalid.input' }) as Error);
});

it.each([
  ['https://quay-1.table.cosmos.azure.com:443/', azure, 'https://quay-1.table.cosmos.azure.com'],
  ['https://quay-1.table.cosmos.azure.cn', china, 'https://quay-1.table.cosmos.azure.cn'],
])('account address: %s is a table service of Cosmos DB in its cloud', (text, cloud, table) => {
  expect(endpointsOf(text, cloud)).toEqual({ accountName: 'quay-1', endpoints: { table } });
});

it.each([
  ['https://quay.table.cosmos.azure.cn', azure],
  ['https://quay.table.cosmos.azure.com', china],
  ['http://quay.table.cosmos.azure.com', azure],
  ['https://quay.table.cosmos.azure.com.evil.example', azure],
])('account address: %s receives no token of another cloud', (text, cloud) => {
  expect(() => endpointsOf(text, cloud)).toThrow(expect.objectContaining({ code: 'invalid.input' }) as Error);
});

it('account address: a name is completed with the suffix of its cloud', () => {
  expect(endpointsOf('quay', china).endpoints.table).toBe('https://quay.table.core.chinacloudapi.cn');
});

const onMachine = { ...azure, id: 'custom' as const, storageSuffix: '127.0.0.1' };

it('account address: a name alone is rejected where the cloud is at an IP address', () => {
  expect(() => endpointsOf('quay', onMachine)).toThrow(/Enter the URL of the account, such as https:.*quay/u);
  expect(() => endpointsOf('https://127.0.0.1:10000', onMachine)).toThrow(/contains no account name/u);
});

it('account address: an account has the endpoints that are listed, and no others', () => {
  const blob = 'https://quay.blob.core.windows.net';
  const dfs = 'https://quay.dfs.core.windows.net';
  expect(accountAddress(blob, azure, { blob, dfs: `${dfs}/` })).toEqual({
    accountName: 'quay',
    endpoints: { blob, dfs },
  });
  expect(accountAddress(blob, azure, { dfs }).endpoints).toEqual({ ...quay, dfs });
  const [blobs, tables] = ['https://127.0.0.1:10000/quay', 'https://127.0.0.1:10002/quay'];
  expect(accountAddress(blobs, onMachine, { blob: blobs, table: tables })).toEqual({
    accountName: 'quay',
    endpoints: { blob: blobs, table: tables },
  });
});

it.each(['blob', 'table', 'dfs'])(
  'account address: a listed %s endpoint outside of the cloud receives no token',
  (service) => {
    expect(() => accountAddress('quay', azure, { [service]: 'https://quay.evil.example' })).toThrow(
      expect.objectContaining({ code: 'invalid.input' }) as Error,
    );
  },
);

it('account address: of a path-style service names its account in the path', () => {
  expect(endpointsOf('https://127.0.0.1:10000/devstoreaccount1/docs/a.txt', onMachine)).toEqual({
    accountName: 'devstoreaccount1',
    endpoints: { blob: 'https://127.0.0.1:10000/devstoreaccount1' },
  });
});
