import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import {
  type ParsedConnection,
  carriesSas,
  emulatorAccount,
  parseAccountKey,
  parseConnectionInput,
  parseConnectionString,
  parseEmulator,
  parseSas,
  sasScope,
} from './connection-string';
import { accountSas, containerSas, failure, key, tableSas } from './fixtures/connection-texts';

const withKey = (accountName: string, blob?: string, table?: string): ParsedConnection => ({
  accountName,
  endpoints: { ...(blob === undefined ? {} : { blob }), ...(table === undefined ? {} : { table }) },
  credential: { kind: 'key', accountKey: key },
});
describe('a connection string with a key', () => {
  it.each([
    [
      `DefaultEndpointsProtocol=https;AccountName=ships;AccountKey=${key};EndpointSuffix=core.windows.net`,
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.core.windows.net'),
    ],
    [
      `AccountName=ships;AccountKey=${key}`,
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.core.windows.net'),
    ],
    [
      ` "defaultendpointsprotocol=http; accountname=ships ;ACCOUNTKEY=${key};EndpointSuffix=core.chinacloudapi.cn;" `,
      withKey('ships', 'http://ships.blob.core.chinacloudapi.cn', 'http://ships.table.core.chinacloudapi.cn'),
    ],
    [
      `AZURE_STORAGE_CONNECTION_STRING="AccountName=ships;AccountKey=${key}"`,
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.core.windows.net'),
    ],
    [
      `DefaultEndpointsProtocol=https;AccountName='ships';AccountKey="${key}";`,
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.core.windows.net'),
    ],
    [
      `export STORE=AccountName=ships;AccountKey=${key}`,
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.core.windows.net'),
    ],
    [
      `AccountName=ships\n  AccountKey=${key.slice(0, 20)}\r\n${key.slice(20)};`,
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.core.windows.net'),
    ],
    [
      `AccountName=ships;AccountKey=${key};BlobEndpoint=https://cdn.example.org/`,
      withKey('ships', 'https://cdn.example.org'),
    ],
    [
      `AccountName=dev;AccountKey=${key};BlobEndpoint=http://127.0.0.1:10000/dev/;TableEndpoint=http://[::1]:10002/dev;QueueEndpoint=http://x/y`,
      withKey('dev', 'http://127.0.0.1:10000/dev', 'http://[::1]:10002/dev'),
    ],
    [
      `AccountName=ships;AccountKey=${key};EndpointSuffix=core.windows.net;TableEndpoint=https://ships.table.cosmos.azure.com:443/`,
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.cosmos.azure.com'),
    ],
  ])('%s', (text, expected) => {
    expect(parseConnectionString(text)).toEqual(expected);
  });

  it.each([
    ['UseDevelopmentStorage=true', 'http://127.0.0.1:10000'],
    ['usedevelopmentstorage=True;DevelopmentStorageProxyUri=http://emulator.example', 'http://emulator.example:10000'],
  ])('%s is the emulator', (text, origin) => {
    const parsed = parseConnectionString(text);
    expect(parsed.endpoints.blob).toBe(`${origin}/${emulatorAccount.name}`);
    expect(parsed.endpoints.table).toBe(`${origin.replace('10000', '10002')}/${emulatorAccount.name}`);
    expect(parsed.credential).toEqual({ kind: 'key', accountKey: emulatorAccount.key });
  });
});

describe('a malformed connection string names the part, the problem and the fix', () => {
  const rest = `AccountName=ships;AccountKey=${key}`;
  it.each([
    ['', 'Connection string', /empty/],
    ['   ', 'Connection string', /empty/],
    ['hello', 'Part 1', /Name=Value/],
    [key, 'Part 1', /name/],
    [`${rest};Nonsense=1`, 'Part 3', /name/],
    [`${rest};=1`, 'Part 3', /name/],
    ['AccountEndpoint=https://q.documents.azure.com:443/;AccountKey=k;', 'AccountEndpoint', /TableEndpoint/],
    [`${rest};AccountName=other`, 'AccountName', /twice/],
    [`AccountName=ships`, 'AccountKey', /missing/],
    [`AccountKey=${key}`, 'AccountName', /missing/],
    [`AccountName=;AccountKey=${key}`, 'AccountName', /no account/],
    [`AccountName=Ships!;AccountKey=${key}`, 'AccountName', /not a valid storage account name/],
    [`AccountName=sh;AccountKey=${key}`, 'AccountName', /not a valid storage account name/],
    [`AccountName=ships;AccountKey=`, 'AccountKey', /empty/],
    [`AccountName=ships;AccountKey=${key.slice(0, -1)}`, 'AccountKey', /base64.*trailing =/],
    [`AccountName=ships;AccountKey=${key.slice(0, 40)} ${key.slice(41)}`, 'AccountKey', /base64/],
    [`AccountName=ships;AccountKey=${key.slice(4)}`, 'AccountKey', /61 bytes; account keys have 64/],
    [`${rest};EndpointSuffix=`, 'EndpointSuffix', /empty/],
    [`${rest};EndpointSuffix=https://core.windows.net`, 'EndpointSuffix', /domain/],
    [`${rest};EndpointSuffix=127.0.0.1`, 'EndpointSuffix', /domain/],
    [`${rest};EndpointSuffix=10.0.0.4:10000`, 'EndpointSuffix', /domain/],
    [`${rest};EndpointSuffix=core.windows.0x7f`, 'EndpointSuffix', /domain/],
    [`${rest};EndpointSuffix=core.windows.net:99999`, 'EndpointSuffix', /domain/],
    [`${rest};BlobEndpoint=https://ships.blob.127.0.0.1`, 'BlobEndpoint', /not a valid URL/],
    [`${rest};BlobEndpoint=http://127.0.0.256:10000/ships`, 'BlobEndpoint', /not a valid URL/],
    [`${rest};DefaultEndpointsProtocol=ftp`, 'DefaultEndpointsProtocol', /neither https nor http/],
    [`${rest};BlobEndpoint=`, 'BlobEndpoint', /empty/],
    [`${rest};BlobEndpoint=ships.blob.core.windows.net`, 'BlobEndpoint', /start with https/],
    [`${rest};TableEndpoint=https://`, 'TableEndpoint', /not a valid URL/],
    [`${rest};TableEndpoint=https://a:99999/`, 'TableEndpoint', /port/],
    [`${rest};BlobEndpoint=https://a.example/?${accountSas}`, 'BlobEndpoint', /query/],
    ['UseDevelopmentStorage=yes', 'UseDevelopmentStorage', /not true/],
    ['UseDevelopmentStorage=true;DevelopmentStorageProxyUri=x', 'DevelopmentStorageProxyUri', /start with/],
    [`https://ships.blob.core.windows.net/?${accountSas}`, 'Connection string', /is a URL.*SAS/],
  ])('%s', (text, field, pattern) => {
    const error = failure(() => parseConnectionString(text));
    expect(error.code).toBe('invalid.connection-string');
    expect(error.context.field).toBe(field);
    expect(error.message).toMatch(pattern);
    expect(error.message).toMatch(/^[^:]+: .+\. .+\.$/);
    expect(JSON.stringify(error.toShape())).not.toContain('CANARY');
  });
});

describe('a SAS with what came along when it was copied', () => {
  const url = `https://ships.blob.core.windows.net/?${accountSas}`;
  it.each([
    ['in quotation marks', `"${url}"`],
    ['in the angle brackets of a mail', `<${url}>`],
    ['with a semicolon behind it', `${url}; `],
    ['with ampersands as a web page writes them', url.replaceAll('&', '&amp;')],
    ['with ampersands in capitals', url.replaceAll('&', '&AMP;')],
    ['with its scheme in capitals', url.replace('https', 'HTTPS')],
    ['after the name of a variable', `SAS_URL='${url}'`],
  ])('%s is the same SAS', (_, text) => {
    expect(carriesSas(text)).toBe(true);
    expect(parseSas(text)).toEqual(parseSas(url));
  });

  it('in a connection string, with ampersands as a web page writes them, is the same SAS', () => {
    const whole = `BlobEndpoint=https://ships.blob.core.windows.net/;SharedAccessSignature=${accountSas}`;
    expect(parseSas(whole.replaceAll('&', '&amp;'))).toEqual(parseSas(whole));
  });
});

it.each([
  ['sharedaccesssignature=sv=1', true],
  ['SharedAccessSignature =sv=1', true],
  ['HTTP://a.example', true],
  [`AccountName=ships;AccountKey=${key}`, false],
  ['see https://a.example', false],
  ['', false],
])('%j is read as a SAS: %s', (text, is) => {
  expect(carriesSas(text)).toBe(is);
});

it.each([
  ['?sv=2020-01-01&sig=CANARY', 'has no URL'],
  ['sig=CANARY', 'has no URL'],
  [`AccountName=ships;AccountKey=${key}`, 'without a SAS'],
  ['design=CANARY', 'neither a SAS URL'],
  ['<https://a.example>x', 'neither a SAS URL'],
])('%j is no SAS, because it %s', (text, problem) => {
  expect(failure(() => parseSas(text)).message).toContain(problem);
});

describe('account and key as fields', () => {
  it('make the endpoints of the cloud', () => {
    expect(parseAccountKey({ accountName: ' ships ', accountKey: key, endpointSuffix: 'core.windows.net' })).toEqual(
      withKey('ships', 'https://ships.blob.core.windows.net', 'https://ships.table.core.windows.net'),
    );
  });
  it.each([
    ['', key, 'core.windows.net', 'Account name'],
    ['ships', 'CANARY', 'core.windows.net', 'Account key'],
    ['ships', key, 'windows', 'Endpoint suffix'],
  ])('%j %j %j is rejected', (accountName, accountKey, endpointSuffix, field) => {
    const error = failure(() => parseAccountKey({ accountName, accountKey, endpointSuffix }));
    expect([error.code, error.context.field]).toEqual(['invalid.input', field]);
    expect(error.message).not.toContain('CANARY');
  });
});

describe('an emulator', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1'],
    ['localhost', 'http://localhost'],
    ['::1', 'http://[::1]'],
    ['[::1]', 'http://[::1]'],
    ['my-box.local', 'http://my-box.local'],
  ])('on %s', (host, origin) => {
    expect(parseEmulator({ host, blobPort: 10_000, tablePort: 10_002 }).endpoints).toEqual({
      blob: `${origin}:10000/devstoreaccount1`,
      table: `${origin}:10002/devstoreaccount1`,
    });
  });
  it.each([
    ['', 1, 2, 'Host'],
    ['http://localhost', 1, 2, 'Host'],
    ['my box', 1, 2, 'Host'],
    ['localhost', 0, 2, 'Blob port'],
    ['localhost', 1, 65_536, 'Table port'],
    ['localhost', 7, 7, 'Table port'],
  ])('on %j with ports %i and %i is rejected', (host, blobPort, tablePort, field) => {
    expect(failure(() => parseEmulator({ host, blobPort, tablePort })).context.field).toBe(field);
  });
});

describe('whatever is pasted', () => {
  const names = [
    'AccountName',
    'AccountKey',
    'EndpointSuffix',
    'BlobEndpoint',
    'TableEndpoint',
    'SharedAccessSignature',
    'UseDevelopmentStorage',
    'DefaultEndpointsProtocol',
    'DevelopmentStorageProxyUri',
    'sig',
    'https://ships.blob.core.windows.net/?sig',
  ];
  const secret = 'CANARYs3cr3t';
  const value = fc.oneof(
    fc.constantFrom('', 'ships', key, accountSas, containerSas, tableSas, 'true', 'https://a.blob.b.c', '%', '?'),
    fc.string(),
    fc.string({ unit: 'grapheme' }),
  );
  const pasted = fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })
    .chain((parts) =>
      fc.tuple(
        fc.constant(parts.map(([name, text]) => `${name}=${text}`).join(';')),
        fc.nat(400),
        fc.constantFrom('', secret),
        fc.constantFrom(';', '&', '\n', '?', ''),
      ),
    )
    .map(
      ([text, at, inserted, separator]) => `${text.slice(0, at)}${inserted}${text.slice(at)}${separator}${inserted}`,
    );

  it('is parsed, or rejected with one of our errors that repeats no secret', () => {
    fc.assert(
      fc.property(pasted, (text) => {
        for (const parse of [
          () => parseConnectionString(text),
          () => parseSas(text),
          () => sasScope(text),
          () => parseAccountKey({ accountName: text, accountKey: text, endpointSuffix: text }),
          () => parseEmulator({ host: text, blobPort: 1, tablePort: 2 }),
        ]) {
          try {
            parse();
          } catch (thrown) {
            if (!(thrown instanceof StowageError)) throw thrown;
            const serialized = JSON.stringify(thrown.toShape());
            expect(thrown.kind).toBe('invalid');
            expect(serialized).not.toContain(secret);
            expect(serialized).not.toContain('CANARY');
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('as an input of the dialog goes through the parser of its kind', () => {
    const marking = { production: false, colour: 'none' } as const;
    const sas = `https://ships.blob.core.windows.net/?${accountSas}`;
    expect(parseConnectionInput({ kind: 'sas', name: 'x', sas, marking }).sas?.level).toBe('account');
    expect(
      parseConnectionInput({ kind: 'emulator', name: 'x', host: 'localhost', blobPort: 1, tablePort: 2, marking })
        .accountName,
    ).toBe('devstoreaccount1');
  });
});
