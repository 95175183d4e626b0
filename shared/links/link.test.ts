// Links: what they can express, that they express nothing else, and that a written link can be read back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import type { ConnectionSummary } from '../model/connection';
import { checkedFilter } from '../query/key-filter';
import { parseLink, renderLink } from './link';
import { longestLink } from './marks';
import type { PlacedTarget } from './open-request';
import { openRequestOfFile, openRequestOfLink, rejectedOpenRequest } from './query-file';
import { reachable } from './reachable';

const movies = "stowage://open/table?account=acc&connection=Production&table=Movies&filter=PartitionKey%20eq%20'a'";
const rejection = (text: string): string => {
  try {
    parseLink(text);
  } catch (thrown) {
    return StowageError.from(thrown).message;
  }
  return 'read';
};

describe('a link', () => {
  it('names a table and its query, a container or a blob', () => {
    expect(parseLink(`${movies}&select=A,B&limit=10&page-size=100&split-or=yes&parallel=4`)).toEqual({
      kind: 'table',
      account: 'acc',
      connection: 'Production',
      table: 'Movies',
      terms: {
        partitionKey: { kind: 'any' },
        rowKey: { kind: 'any' },
        filterText: "PartitionKey eq 'a'",
        select: ['A', 'B'],
        limit: 10,
        pageSize: 100,
        splitOr: true,
        parallel: 4,
      },
    });
    expect(parseLink('STOWAGE://OPEN/container/?account=acc&container=logs')).toEqual({
      kind: 'container',
      account: 'acc',
      container: 'logs',
    });
    expect(parseLink('stowage://open/blob?account=acc&container=$root&blob=a%2Fb%20c%25')).toEqual({
      kind: 'blob',
      account: 'acc',
      container: '$root',
      blob: 'a/b c%',
    });
    expect(parseLink('stowage://open/table?account=acc&table=Movies')).not.toHaveProperty('terms');
    expect(parseLink(movies.replace('Production', 'x'.repeat(80)))).toMatchObject({ connection: 'x'.repeat(80) });
  });

  it.each([
    ['stowage://run/table?account=acc&table=Movies', 'can only open'],
    ['stowage://delete/table?account=acc&table=Movies', 'can only open'],
    ['stowage://open/settings?account=acc', 'table, a container or a blob'],
    [`${movies}&run=yes`, 'no field “run”'],
    [`${movies}&write=PUT`, 'no field “write”'],
    [`${movies}&endpoint=https://elsewhere.example`, 'no field “endpoint”'],
    [`${movies}&sig=abc`, 'no field “sig”'],
    ['stowage://open@elsewhere.example/table?account=acc&table=Movies', 'can only open'],
    ['stowage://elsewhere.example/open/table?account=acc&table=Movies', 'can only open'],
    [`${movies}#fragment`, 'can only open'],
    [`x${movies}`, 'can only open'],
    [`${movies}&=x`, 'no field “”'],
    [`${movies}&limit`, 'whole number'],
    [movies.replace('Production', 'x'.repeat(81)), 'connection'],
    [`${movies}&table=Orders`, '“table” twice'],
    [movies.replace('Movies', '..%2FMovies'), 'not a valid table name'],
    [movies.replace('Movies', 'https%3A%2F%2Fx'), 'not a valid table name'],
    ['stowage://open/container?account=acc&container=A_B', 'not a valid container name'],
    ['stowage://open/blob?account=acc&container=logs&blob=', 'blob'],
    ['stowage://open/table?table=Movies', 'account is missing'],
    [`${movies}%00`, 'U+0000'],
    [`${movies}\u0007`, 'U+0007'],
    [movies.replace('Production', 'P%E2%80%AEx'), 'U+202E'],
    [movies.replace('Production', 'P%E2%80%8Fx'), 'U+200F'],
    [`${movies}%E2%80%8B`, 'U+200B'],
    [`${movies}&limit=1e9`, 'whole number'],
    [`${movies}&limit=0`, 'whole number'],
    [`${movies}&page-size=1001`, 'from 1 to 1,000'],
    [`${movies}&parallel=33`, 'from 1 to 32'],
    [`${movies}&split-or=no`, 'split-or'],
    [movies.replace('eq', '%65%71%'), 'not URL-encoded'],
    [movies.replace('eq', 'like'), 'like'],
    [`${movies}&select=A,%20B`, 'column'],
    [`${movies}${'x'.repeat(longestLink)}`, 'more than 8,000'],
  ])('is rejected with a reason when it is not one of ours: %#', (text, reason) => {
    expect(rejection(text)).toContain(reason);
  });

  it('is rejected with a reason that does not repeat long or hidden text', () => {
    for (const text of [`stowage://open/${'x'.repeat(500)}?a=b`, `${movies}&${'y'.repeat(500)}=1`]) {
      expect(rejection(text).length).toBeLessThan(160);
    }
  });

  it('never throws when the user would be prompted: it is parsed, or rejected with a short message', () => {
    expect(openRequestOfLink(movies)).toMatchObject({ state: 'read', from: 'link', target: { kind: 'table' } });
    expect(openRequestOfLink('https://example.org')).toEqual({
      state: 'refused',
      from: 'link',
      reason: rejection('https://example.org'),
    });
    expect(openRequestOfFile('no file of ours')).toMatchObject({ state: 'refused', from: 'file' });
    expect(rejectedOpenRequest('file', 'x'.repeat(5000))).toEqual({
      state: 'refused',
      from: 'file',
      reason: 'x'.repeat(400),
    });
  });

  it('is read as what it was written from', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => !/\p{C}|\p{Z}/u.test(text));
    const reached = { account: word, connection: word };
    const target: fc.Arbitrary<PlacedTarget> = fc.oneof(
      fc.record({ kind: fc.constant('container' as const), ...reached, container: fc.constantFrom('logs', '$web') }),
      fc.record({ kind: fc.constant('blob' as const), ...reached, container: fc.constant('logs'), blob: word }),
      fc.record({
        kind: fc.constant('table' as const),
        ...reached,
        table: fc.constantFrom('Movies', '$MetricsTransactions'),
        terms: fc.record({
          partitionKey: fc.constant({ kind: 'any' as const }),
          rowKey: fc.constant({ kind: 'any' as const }),
          filterText: word.map((text) => `Title eq '${text.replaceAll("'", "''")}'`),
          select: fc.subarray(['A', 'B', 'Ünï']),
        }),
      }),
    );
    fc.assert(
      fc.property(target, (each) => {
        expect(parseLink(renderLink(each))).toEqual(each);
      }),
    );
  });

  it('carries the conditions of a builder as the filter that they stand for', () => {
    const terms = {
      partitionKey: { kind: 'is' as const, value: "O'Hara & Söhne" },
      rowKey: { kind: 'any' as const },
      select: [],
    };
    const read = parseLink(renderLink({ kind: 'table', account: 'acc', table: 'Movies', terms }));
    expect(read).toMatchObject({ terms: { filterText: checkedFilter({ ...terms, table: 'T00', pageSize: 1 }).text } });
  });

  it('is not created when it could not be opened', () => {
    const write = (blob: string): string => renderLink({ kind: 'blob', account: 'acc', container: 'logs', blob });
    expect(() => write('a\nb')).toThrow('U+000A');
    expect(() => write('a\ud800')).toThrow('half a character');
    expect(() => write('é'.repeat(1024))).not.toThrow();
    expect(() => write('\u{20ac}'.repeat(1000))).toThrow('more than 8,000');
  });
});

describe('the connection that a link means', () => {
  const connection = (name: string, accountName: string, services: readonly ('table' | 'blob')[] = ['table', 'blob']) =>
    ({
      id: name,
      name,
      accountName,
      kind: 'account-key',
      locked: false,
      secretStorage: 'keychain',
      endpoints: Object.fromEntries(services.map((each) => [each, `https://${accountName}.example`])),
      marking: { production: false, colour: 'none' },
      needsSecret: false,
    }) as ConnectionSummary;
  const saved = [connection('One', 'acc'), connection('Two', 'acc'), connection('Other', 'elsewhere', ['blob'])];
  const reach = (account: string, name?: string, kind: PlacedTarget['kind'] = 'table'): unknown => {
    const found = reachable(saved, { kind, account, ...(name === undefined ? {} : { connection: name }) });
    return found.state === 'reachable' ? found.connections.map((each) => each.name) : found;
  };

  it('is the one of that account, and of that name where several have it', () => {
    expect(reach('ACC', 'Two')).toEqual(['Two']);
    expect(reach('acc')).toEqual(['One', 'Two']);
    expect(reach('acc', 'Gone')).toEqual(['One', 'Two']);
    expect(reach('elsewhere', undefined, 'blob')).toEqual(['Other']);
  });

  it('is missing where only the name fits, or the service is not covered', () => {
    expect(reach('third', 'One')).toEqual({ state: 'missing', what: 'connection', named: saved[0] });
    expect(reach('third')).toEqual({ state: 'missing', what: 'connection' });
    expect(reach('elsewhere')).toEqual({ state: 'missing', what: 'service', named: saved[2] });
  });
});
