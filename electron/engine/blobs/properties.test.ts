import { describe, expect, it } from 'vitest';
import type { Account, ServiceResponse } from '../azure/account';
import { propertiesOf, readBlobProperties } from './properties';

const answered = (headers: Readonly<Record<string, string>>): Pick<Account, 'send'> => ({
  send: () => Promise.resolve({ status: 200, headers } as ServiceResponse),
});
const read = (headers: Readonly<Record<string, string>>): ReturnType<typeof readBlobProperties> =>
  readBlobProperties(answered(headers) as Account, 'photos', 'a.jpg');

it('blob properties: do not report a blob as empty because a proxy omitted its length', async () => {
  const headers = { etag: '"1"', 'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT' };
  expect(await read({ ...headers, 'content-length': '0' })).toMatchObject({ bytes: 0 });
  await expect(read(headers)).rejects.toMatchObject({ code: 'network.truncated', context: { blob: 'a.jpg' } });
});

describe('blob properties of a response', () => {
  const of = (headers: Readonly<Record<string, string>>) => propertiesOf('a.jpg', { headers, metadataNames: {} });

  it.each<[Readonly<Record<string, string>>, number]>([
    [{ 'content-length': '12' }, 12],
    [{ 'content-length': '12', 'content-range': 'bytes 0-11/4096' }, 4096],
    [{ 'content-length': '0', 'content-range': 'bytes */0' }, 0],
    [{}, 0],
  ])('contain the length of the whole blob: %j', (headers, bytes) => {
    expect(of(headers).bytes).toBe(bytes);
  });

  it('contain the MD5 of the whole blob, never that of a range', () => {
    expect(of({ 'content-md5': 'whole' }).contentMd5).toBe('whole');
    expect(of({ 'content-md5': 'range', 'content-range': 'bytes 0-1/4' }).contentMd5).toBe('');
    const both = { 'content-md5': 'range', 'content-range': 'bytes 0-1/4', 'x-ms-blob-content-md5': 'whole' };
    expect(of(both).contentMd5).toBe('whole');
    expect(of({}).contentMd5).toBe('');
  });

  it('omit the SAS of the source, headers of the exchange, and metadata among the headers', () => {
    const headers = {
      date: 'Fri, 27 Nov 2026 10:00:00 GMT',
      'x-ms-request-id': '1',
      'x-ms-meta-note': 'b',
      'x-ms-copy-source': 'https://a.example/b/c?sig=secret',
      'x-ms-copy-id': 'a?b',
      etag: '"1"',
    };
    expect(of(headers).headers).toEqual([
      { name: 'x-ms-copy-source', value: 'https://a.example/b/c' },
      { name: 'x-ms-copy-id', value: 'a?b' },
      { name: 'etag', value: '"1"' },
    ]);
    expect(of({ 'x-ms-copy-source': 'https://a.example/b' }).headers[0]?.value).toBe('https://a.example/b');
  });

  it('contain the time in the tier: since the tier was set, or since the blob was created', () => {
    const made = { 'x-ms-access-tier': 'Cool', 'x-ms-creation-time': 'Fri, 27 Nov 2026 10:00:00 GMT' };
    const set = { ...made, 'x-ms-access-tier-change-time': 'Sat, 28 Nov 2026 10:00:00 GMT' };
    expect(of(made).tierSince).toBe('2026-11-27T10:00:00.000Z');
    expect(of(set).tierSince).toBe('2026-11-28T10:00:00.000Z');
    expect([of({ 'x-ms-lease-status': 'locked' }).leased, of({ 'x-ms-lease-status': 'unlocked' }).leased]).toEqual([
      true,
      false,
    ]);
  });
});
