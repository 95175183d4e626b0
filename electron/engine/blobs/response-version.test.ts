// No response of another version is taken, whatever stands between this machine and the service.
import { expect, it } from 'vitest';
import type { Account, ServiceRequest } from '../azure/account';
import { retryRow } from '../azure/failures/causes';
import { fetchIntact } from '../transfers/worker/checked-ranges';
import { readRange } from './preview/read-range';
import { assertVersion } from './response-version';

const blob = { container: 'box', name: 'a', etag: '"0x1"' };

it('a version is recognised without quotes and when it is weakened, and unknown without an ETag', () => {
  for (const etag of ['"0x1"', 'W/"0x1"', '0x1']) expect(() => assertVersion({ etag }, blob)).not.toThrow();
  expect(() => assertVersion({}, blob)).not.toThrow();
  expect(() => assertVersion({ etag: '"0x2"' }, { ...blob, etag: '' })).not.toThrow();
  expect(() => assertVersion({ etag: '"0x12"' }, blob)).toThrow(
    expect.objectContaining({ code: 'conflict.etag-changed' }),
  );
});

const modified = 'Mon, 30 Nov 2026 10:00:00 GMT';
const [sameSecond, nextSecond] = [modified, 'Mon, 30 Nov 2026 10:00:01 GMT'];
const partly = 'bytes 4-7/12';

it.each([
  ['passes with the same time, once that second is over', { 'last-modified': modified, date: nextSecond }, 'passes'],
  ['is not proven within the same second', { 'last-modified': modified, date: sameSecond }, 'network.malformed'],
  ['is not proven without the time of the response', { 'last-modified': modified }, 'network.malformed'],
  ['is not proven without a time', { date: nextSecond }, 'network.malformed'],
  ['is another one with another time', { 'last-modified': nextSecond, date: nextSecond }, 'conflict.etag-changed'],
  ['passes in one response', { 'content-range': 'bytes 0-11/12' }, 'passes'],
  ['passes in one response without a range', { 'content-range': undefined }, 'passes'],
])('a version without an ETag %s', (_, more: Readonly<Record<string, string | undefined>>, outcome) => {
  const given = Object.entries({ 'content-range': partly, ...more });
  const headers = Object.fromEntries(given.filter((one): one is [string, string] => one[1] !== undefined));
  for (const etag of ['"0x1"', '']) {
    const check = (): void => assertVersion(headers, { ...blob, etag, lastModified: '2026-11-30T10:00:00.000Z' });
    if (outcome === 'passes') expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: outcome }));
  }
});

/** A cache that ignores conditions. */
const cacheWith = (etag: string): Account =>
  ({
    send: async (request: ServiceRequest) => {
      const headers = { etag, 'content-range': 'bytes 0-3/8', 'content-length': '4' };
      const body = Buffer.from('body');
      request.onHead?.({ status: 206, headers, metadataNames: {} });
      request.target?.room().set(body);
      request.target?.filled(body.length);
      request.onBody?.(body);
      return { status: 206, headers, body };
    },
  }) as unknown as Account;

it.each([
  ['a checked range', (account: Account) => fetchIntact(blob, { offset: 0, length: 4 }, account, context)],
  ['a preview', (account: Account) => readRange(account, blob, { offset: 0, length: 4 })],
])('%s: is rejected when a cache answers with another version', async (_, read) => {
  expect(Buffer.from(await read(cacheWith('"0x1"'))).toString()).toBe('body');
  await expect(read(cacheWith('"0x2"'))).rejects.toMatchObject({ code: 'conflict.etag-changed' });
});

it('a preview: bytes from elsewhere in the blob are rejected, as are those of a server that ignores ranges', async () => {
  const read = (offset: number): Promise<Uint8Array> => readRange(cacheWith('"0x1"'), blob, { offset, length: 4 });
  await expect(read(4)).rejects.toMatchObject({ code: 'network.range-ignored', context: { blob: 'a', what: 'bytes' } });
  await expect(read(2)).rejects.toMatchObject({ code: 'network.range-ignored' });
});

const context = { signal: new AbortController().signal, onAttempt: () => undefined, retried: () => undefined };

it('a checked range: is requested as often as the policy allows, and each attempt is reported with its number', async () => {
  const attempts: number[] = [];
  const counting = { ...context, onAttempt: (attempt: number) => attempts.push(attempt) };
  let sent = 0;
  const otherRange = {
    send: async (request: ServiceRequest) => {
      sent += 1;
      request.target?.filled(4);
      return { status: 206, headers: { etag: '"0x1"', 'content-range': 'bytes 4-7/8' }, body: Buffer.alloc(0) };
    },
  } as unknown as Account;
  await expect(fetchIntact(blob, { offset: 0, length: 4 }, otherRange, counting)).rejects.toMatchObject({
    code: 'network.range-ignored',
  });
  const { maxTries } = retryRow.checksum;
  expect(sent).toBe(maxTries);
  expect(attempts).toEqual(Array.from({ length: maxTries - 1 }, (_, index) => index + 2));
});
