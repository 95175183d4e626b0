import { describe, expect, it } from 'vitest';
import { createServiceVersions, isFromStorageService, revealsCosmos, refusesVersion } from './service-version';

describe('the version for an endpoint', () => {
  it('decreases with each rejection until none is left, logged once per step', () => {
    const log: string[] = [];
    const versions = createServiceVersions((line) => log.push(line));
    const used: string[] = [];
    for (;;) {
      const version = versions.current('blob', 'http://old');
      used.push(version);
      if (!versions.rejected('blob', 'http://old', version)) break;
    }
    expect(used).toEqual([...used].sort().reverse());
    expect(new Set(used).size).toBe(used.length);
    expect(log).toHaveLength(used.length - 1);
    expect(versions.current('blob', 'http://new')).toBe(used[0]);
    expect(versions.current('table', 'http://old')).toBe('2019-02-02');
  });

  it('takes one step for requests that were rejected together', () => {
    const versions = createServiceVersions(() => undefined);
    const first = versions.current('blob', 'e');
    expect([versions.rejected('blob', 'e', first), versions.rejected('blob', 'e', first)]).toEqual([true, true]);
    const second = versions.current('blob', 'e');
    expect([first, second]).toEqual(['2026-04-06', '2025-05-05']);
    expect(versions.rejected('blob', 'e', second)).toBe(true);
    expect(new Set([first, second, versions.current('blob', 'e')]).size).toBe(3);
  });
});

describe('a response rejects the version', () => {
  const head = { status: 400, headers: { 'x-ms-error-code': 'InvalidHeaderValue' } };
  it.each([
    ['<Error><Code>InvalidHeaderValue</Code><HeaderName>x-ms-version</HeaderName></Error>', true],
    ['<Error><Message>The API version 2026-04-06 is not supported by Azurite. Please upgrade</Message></Error>', true],
    ['<Error><Code>InvalidHeaderValue</Code><HeaderName>x-ms-range</HeaderName></Error>', false],
    ['', false],
  ])('%s: %s', (body, expected) => {
    expect(refusesVersion(head, body)).toBe(expected);
    expect(refusesVersion({ ...head, status: 403 }, body)).toBe(false);
  });
});

it('a response with another code does not reject the version, whatever its text', () => {
  const body = 'The API version 2026-04-06 is not supported by Azurite.';
  expect(refusesVersion({ status: 400, headers: { 'x-ms-error-code': 'InvalidInput' } }, body)).toBe(false);
  expect(refusesVersion({ status: 400, headers: {} }, body)).toBe(false);
  expect(refusesVersion({ status: 400, headers: {} }, `<Code>InvalidHeaderValue</Code>${body}`)).toBe(true);
});

describe('a response is from a storage service', () => {
  it.each<readonly [number, Readonly<Record<string, string>>, boolean]>([
    [200, { 'x-ms-request-id': '1' }, true],
    [200, { 'x-ms-version': '1' }, true],
    [200, { 'content-type': 'text/html' }, false],
    [302, { location: 'http://login.example' }, false],
    [403, {}, false],
    [503, {}, true],
    [429, {}, true],
    [414, {}, true],
    [507, {}, true],
    [407, {}, false],
    [501, {}, false],
    [511, {}, false],
    ...[408, 413, 431, 500, 502, 504, 508, 509, 520, 599].map((status) => [status, {}, true] as const),
    ...[400, 404, 409, 412, 415, 430, 432, 505, 506, 510, 519].map((status) => [status, {}, false] as const),
  ])('%i with %j: %s', (status, headers, expected) => {
    expect(isFromStorageService({ status, headers })).toBe(expected);
  });
});

it.each<readonly [number, Readonly<Record<string, string>>, boolean]>([
  [200, { 'x-ms-request-charge': '2', 'content-type': 'application/json' }, true],
  [204, { 'x-ms-request-charge': '2' }, true],
  [429, { 'x-ms-retry-after-ms': '8', 'content-type': 'application/json' }, true],
  [200, { 'content-type': 'application/json' }, false],
  // Of what stands in front of it.
  [200, { 'x-ms-request-charge': '2', 'content-type': 'text/html' }, false],
  [302, { 'x-ms-request-charge': '2', location: 'https://login.example' }, false],
  [407, { 'x-ms-request-charge': '2' }, false],
])('Cosmos DB is revealed by %i with %j: %s', (status, headers, expected) => {
  expect(revealsCosmos({ status, headers }, 'https:')).toBe(expected);
});
