import { describe, expect, it } from 'vitest';
import { type ConnectionDraft, emptyDraft } from './connection-draft';
import { unprotectedHost } from './connection-dialog';

const written = (connectionString: string): ConnectionDraft => ({ ...emptyDraft, connectionString });

describe('a connection over plain HTTP', () => {
  it.each<[string, ConnectionDraft, string | null]>([
    ['to this machine is nobody else’s', written('BlobEndpoint=http://127.0.0.1:10000/a;AccountKey=x'), null],
    ['to this machine by name', written('BlobEndpoint=http://localhost:10000/a;TableEndpoint=http://[::1]:1/a'), null],
    ['to another machine is named', written('BlobEndpoint=http://10.0.0.5:10000/a'), '10.0.0.5'],
    ['is named where one of two services has it', written('BlobEndpoint=https://a.b;TableEndpoint=HTTP://c.d/'), 'c.d'],
    [
      'to a name that only starts like this machine',
      written('BlobEndpoint=http://127.0.0.1.evil.org/'),
      '127.0.0.1.evil.org',
    ],
    [
      'by the protocol of all endpoints',
      written('DefaultEndpointsProtocol=http;AccountName=ships;AccountKey=x'),
      'Account ships',
    ],
    [
      'is not what the protocol says where addresses are given',
      written('DefaultEndpointsProtocol=http;AccountName=a;BlobEndpoint=http://127.0.0.1:1/a'),
      null,
    ],
    ['is none with TLS', written('DefaultEndpointsProtocol=https;AccountName=ships;AccountKey=x'), null],
    ['of a signature', { ...emptyDraft, kind: 'sas', sas: 'http://ships.example/box?sig=a' }, 'ships.example'],
    ['of an emulator here', { ...emptyDraft, kind: 'emulator' }, null],
    ['of an emulator elsewhere', { ...emptyDraft, kind: 'emulator', host: 'build-host' }, 'build-host'],
    ['is none where the address is made for it', { ...emptyDraft, kind: 'account-key', accountName: 'a' }, null],
  ])('%s', (_what, draft, host) => {
    expect(unprotectedHost(draft)).toBe(host);
  });
});
