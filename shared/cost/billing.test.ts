// Which stores bill nothing, however a connection to them was written.
import { describe, expect, it } from 'vitest';
import { emulatorAccount, parseConnectionInput } from '../model/connection-string';
import { type BilledStore, isBilled, partByBill } from './billing';

const marking = { production: false, colour: 'none' } as const;
const fromString = (connectionString: string): BilledStore => ({
  kind: 'connection-string',
  endpoints: parseConnectionInput({ kind: 'connection-string', name: 'one', connectionString, marking }).endpoints,
});
const key = `AccountKey=${emulatorAccount.key}`;

describe('a connection string', () => {
  it.each([
    ['development storage', 'UseDevelopmentStorage=true'],
    [
      'development storage of another machine',
      'UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://build.example',
    ],
    [
      'an emulator in a container',
      `AccountName=${emulatorAccount.name};${key};BlobEndpoint=http://azurite:10000/${emulatorAccount.name}`,
    ],
    [
      'an emulator on this machine with an account of its own',
      `AccountName=harbour;${key};BlobEndpoint=https://localhost:10000/harbour;TableEndpoint=http://[::1]:10002/harbour`,
    ],
  ])('of %s costs nothing', (_what, text) => expect(isBilled(fromString(text))).toBe(false));

  it.each([
    ['the service', `AccountName=harbour;${key}`],
    [
      'a host that only looks like this machine',
      `AccountName=harbour;${key};BlobEndpoint=https://harbour.localhost.example`,
    ],
    [
      'two stores, one of which is local',
      `AccountName=harbour;${key};BlobEndpoint=http://127.0.0.1:10000/harbour;TableEndpoint=https://harbour.table.core.windows.net`,
    ],
  ])('of %s is billed', (_what, text) => expect(isBilled(fromString(text))).toBe(true));
});

it('the embedded store costs nothing before it has an address', () => {
  expect(isBilled({ kind: 'embedded', endpoints: {} })).toBe(false);
  expect(isBilled({ kind: 'sas', endpoints: {} })).toBe(true);
});

it('requests are parted by where they went; a connection that is gone counts as billed', () => {
  const sent = (connectionId: string, requests: number) => ({
    connectionId,
    requests,
    service: 'blob' as const,
    operation: 'PutBlob',
  });
  const connections = [
    { id: 'local', kind: 'embedded' as const, endpoints: {} },
    { id: 'prod', kind: 'sas' as const, endpoints: { blob: 'https://harbour.blob.core.windows.net' } },
  ];
  expect(partByBill([sent('local', 3), sent('prod', 5), sent('gone', 7)], connections)).toEqual({
    billed: [sent('prod', 5), sent('gone', 7)],
    free: 3,
  });
});
