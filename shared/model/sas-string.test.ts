import { describe, expect, it } from 'vitest';
import { parseSas, parseConnectionString, sasScope } from './connection-string';
import { accountSas, containerSas, encodedSignature, failure, signature, tableSas } from './fixtures/connection-texts';

describe('a SAS', () => {
  it('URL of an account reaches both services where it covers both', () => {
    expect(parseSas(`https://ships.blob.core.windows.net/?${accountSas}`)).toEqual({
      accountName: 'ships',
      endpoints: { blob: 'https://ships.blob.core.windows.net', table: 'https://ships.table.core.windows.net' },
      credential: { kind: 'sas', token: accountSas.replace(/:/g, '%3A') },
      sas: {
        level: 'account',
        rights: ['read', 'write', 'delete', 'list'],
        resourceTypes: ['service', 'container', 'object'],
        expiresOn: '2030-01-31T00:00:00Z',
      },
    });
  });

  it('URL of a container names it', () => {
    const parsed = parseSas(`https://ships.blob.core.windows.net/photos%202?${containerSas}`);
    expect(parsed.endpoints).toEqual({ blob: 'https://ships.blob.core.windows.net' });
    expect(parsed.sas).toEqual({
      level: 'container',
      resource: 'photos 2',
      rights: ['read', 'list'],
      startsOn: '2024-01-01',
      expiresOn: '2030-01-31T00:00Z',
    });
  });

  it('URL of a blob names it and its container, which is the root one where none is named', () => {
    const blobSas = containerSas.replace('sr=c', 'sr=b');
    const scopeAt = (address: string) => parseSas(`${address}?${blobSas}`).sas;
    const ships = 'https://ships.blob.core.windows.net';
    expect(scopeAt(`${ships}/photos/2024/a%20b.txt`)).toMatchObject({
      level: 'blob',
      resource: 'photos',
      blob: '2024/a b.txt',
    });
    // Slashes are part of the name, wherever they are.
    const odd = { level: 'blob', resource: 'photos', blob: '2024//a/' };
    expect(scopeAt(`${ships}/photos/2024//a/`)).toMatchObject(odd);
    expect(scopeAt('http://127.0.0.1:10000/devstoreaccount1/photos/2024//a/')).toMatchObject(odd);
    expect(scopeAt(`${ships}/photos//a`)).toMatchObject({ blob: '/a' });
    expect(scopeAt(`${ships}/robots.txt`)).toMatchObject({ resource: '$root', blob: 'robots.txt' });
    expect(parseSas(`BlobEndpoint=${ships}/photos/a.txt;SharedAccessSignature=${blobSas}`).sas).toMatchObject({
      resource: 'photos',
      blob: 'a.txt',
    });
    // The path of the blob does not apply to other kinds of SAS.
    expect(parseSas(`${ships}/photos/a.txt?${containerSas}`).sas).not.toHaveProperty('blob');
  });

  it('URL of a table names it, with its rights and key range', () => {
    const parsed = parseSas(`https://ships.table.core.windows.net/Movies?${tableSas}`);
    expect(parsed.endpoints).toEqual({ table: 'https://ships.table.core.windows.net' });
    expect(parsed.sas).toMatchObject({
      level: 'table',
      resource: 'Movies',
      rights: ['query', 'add', 'update', 'delete'],
      keyRange: 'A; 1 … B',
    });
  });

  it('URL of an emulator keeps the account in the path', () => {
    const parsed = parseSas(`http://127.0.0.1:10000/devstoreaccount1/photos?${containerSas}`);
    expect(parsed).toMatchObject({
      accountName: 'devstoreaccount1',
      endpoints: { blob: 'http://127.0.0.1:10000/devstoreaccount1' },
      sas: { resource: 'photos' },
    });
    const account = accountSas.replace('ss=bt', 'ss=t');
    expect(parseSas(`http://127.0.0.1:7/dev?${account}`).endpoints).toEqual({ table: 'http://127.0.0.1:7/dev' });
  });

  it('connection string covers the services that both it and the SAS name', () => {
    const endpoints =
      'BlobEndpoint=https://ships.blob.core.windows.net/;TableEndpoint=https://ships.table.core.windows.net/';
    expect(parseSas(`${endpoints};SharedAccessSignature=?${accountSas}`).endpoints).toEqual({
      blob: 'https://ships.blob.core.windows.net',
      table: 'https://ships.table.core.windows.net',
    });
    const blobOnly = accountSas.replace('ss=bt', 'ss=bq');
    expect(parseConnectionString(`${endpoints};SharedAccessSignature=${blobOnly}`).endpoints).toEqual({
      blob: 'https://ships.blob.core.windows.net',
    });
    expect(parseSas(`AccountName=ships;SharedAccessSignature=${accountSas}`).endpoints.table).toBe(
      'https://ships.table.core.windows.net',
    );
  });

  it('that lost its encoding on the way is mended', () => {
    const copied = accountSas.replace(encodedSignature, signature.replace(/\+/g, ' '));
    const { credential } = parseSas(`https://ships.blob.core.windows.net/?${copied}`);
    expect(credential.kind === 'sas' && credential.token).toContain(`sig=${encodedSignature}`);
  });

  it('with a stored access policy names it and may have no permissions of its own', () => {
    expect(sasScope(`sv=2022-11-02&sr=c&si=readers&sig=${encodedSignature}`)).toEqual({
      level: 'container',
      rights: [],
      policy: 'readers',
    });
  });
});

describe('a malformed SAS names the part, the problem and the fix', () => {
  const at = 'https://ships.blob.core.windows.net/';
  const without = (name: string): string => accountSas.replace(new RegExp(`(^|&)${name}=[^&]*`), '').replace(/^&/, '');
  it.each([
    ['', 'SAS', /empty/],
    ['hello', 'SAS', /neither/],
    ['AccountName=ships;AccountKey=CANARY', 'SAS', /is a connection string.*“Connection string”/],
    ['UseDevelopmentStorage=true', 'SAS', /is a connection string/],
    [accountSas, 'SAS', /no URL/],
    [at, 'SAS URL', /no SAS/],
    [`https://?${accountSas}`, 'SAS URL', /not a valid URL/],
    [`${at}?${without('sig')}`, 'sig', /missing/],
    [`${at}?${accountSas.slice(0, -6)}`, 'sig', /not a complete signature/],
    [`${at}?${without('sp')}`, 'sp', /no permissions/],
    [`${at}?${without('se')}`, 'se', /no expiry/],
    [`${at}?${without('ss')}`, 'ss', /missing/],
    [`${at}?${without('srt')}`, 'srt', /missing/],
    [`${at}?${without('ss').replace('srt=sco&', '')}`, 'SAS', /does not specify its resource/],
    [`${at}?${accountSas.replace('ss=bt', 'ss=q')}`, 'ss', /neither blobs nor tables/],
    [`${at}?${accountSas.replace('ss=bt', 'ss=xyz')}`, 'ss', /unknown/],
    [`${at}?${accountSas.replace('srt=sco', 'srt=1')}`, 'srt', /unknown/],
    [`${at}?${accountSas.replace('2030-01-31T00:00:00Z', 'tomorrow')}`, 'se', /not a date/],
    [`${at}?${accountSas.replace('2030-01-31', '2030-13-31')}`, 'se', /not a date/],
    [`${at}?${accountSas.replace('rwdl', 'R-W')}`, 'sp', /unknown/],
    [`${at}?${accountSas}&sp=r`, 'sp', /twice/],
    [`${at}?${accountSas}&oops`, 'SAS part 7', /name=value/],
    [`${at}?${accountSas.replace('sv=2022-11-02', 'sv=%E0%A4%A')}`, 'sv', /%/],
    [`${at}?${containerSas}`, 'BlobEndpoint', /no container/],
    [`${at}c?${containerSas.replace('sr=c', 'sr=f')}`, 'sr', /does not support/],
    [
      `TableEndpoint=https://ships.table.core.windows.net;SharedAccessSignature=${containerSas}`,
      'BlobEndpoint',
      /missing/,
    ],
    [`SharedAccessSignature=${accountSas}`, 'BlobEndpoint', /missing/],
  ])('%s', (text, field, pattern) => {
    const error = failure(() => parseSas(text));
    expect(['invalid.sas', 'invalid.connection-string']).toContain(error.code);
    expect(error.context.field).toBe(field);
    expect(error.message).toMatch(pattern);
    expect(JSON.stringify(error.toShape())).not.toContain('CANARY');
  });
});
