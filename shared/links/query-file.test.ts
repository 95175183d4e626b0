// Saved queries as files: read back as written, and rejected for anything unknown.
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import type { QueryTerms } from '../model/saved-query';
import { largestQueryFileBytes, parseQueryFile, queryFileName, renderQueryFile } from './query-file';

const terms: QueryTerms = {
  partitionKey: { kind: 'is', value: 'Harbour' },
  rowKey: { kind: 'starts-with', prefix: 'P0', delimiter: ';' },
  where: { kind: 'and', nodes: [{ kind: 'truth', property: 'Open' }] },
  select: ['Berth'],
  limit: 10,
};
const location = { kind: 'table', account: 'acc', connection: 'Quay', table: 'Berths' } as const;
const title = { name: 'First berths', description: 'Ten' };
const text = renderQueryFile(title, location, terms);
const rejection = (of: string): string => {
  try {
    parseQueryFile(of);
  } catch (thrown) {
    return StowageError.from(thrown).message;
  }
  return 'read';
};
const changed = (change: (file: Record<string, Record<string, unknown>>) => void): string => {
  const file = JSON.parse(text) as Record<string, Record<string, unknown>>;
  change(file);
  return JSON.stringify(file);
};

describe('a saved query as a file', () => {
  it('is read as it was written, builder and all', () => {
    expect(parseQueryFile(text)).toEqual({ state: 'read', from: 'file', target: { ...location, terms }, title });
    const free = renderQueryFile(title, { kind: 'columns', columns: ['Berth'] }, terms);
    expect(parseQueryFile(free).target).toEqual({ kind: 'columns', columns: ['Berth'], terms });
  });

  it.each([
    ['a field beside the others', changed((file) => Object.assign(file, { run: 'now' })), '“run” is unknown'],
    ['a secret', changed((file) => Object.assign(file.place ?? {}, { accountKey: 'a' })), '“place.accountKey”'],
    ['an address', changed((file) => Object.assign(file.place ?? {}, { endpoint: 'http://x' })), '“place.endpoint”'],
    [
      'one deep inside',
      text.replace('"kind": "truth"', '"kind": "truth", "then": "drop"'),
      '“terms.where.nodes.0.then”',
    ],
    ['a prototype', text.replace('"stowage"', '"__proto__": {"a": 1}, "stowage"'), '“__proto__” is unknown'],
    ['another version', text.replace('"version": 1', '"version": 2'), '“version”'],
    ['no name', text.replace('First berths', ' '), '“name”'],
    ['a hidden character', text.replace('Harbour', 'Har\\u202ebour'), 'U+202E'],
    ['a filter that cannot be sent', text.replace('Berth"', 'Berth, x"'), 'column'],
    ['another place', text.replace('"Berths"', '"../Berths"'), 'not a valid table name'],
    ['no JSON', '{', 'not JSON'],
    ['something else', '[]', 'no saved query'],
    ['too much', ' '.repeat(300_000), 'too large'],
    ['one character too much', text.padEnd(largestQueryFileBytes + 1), 'too large'],
    ['one level too many', `{"a":${'['.repeat(61)}${']'.repeat(61)}}`, 'too deeply'],
    ['as many levels as can be, and nothing in them', `{"a":${'['.repeat(60)}${']'.repeat(60)}}`, '“stowage”'],
    ['no end of depth', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'too deeply'],
  ])('is rejected with %s', (_what, given, reason) => {
    expect(rejection(given)).toContain(reason);
  });

  it('may be as large as is allowed', () => {
    expect(rejection(text.padEnd(largestQueryFileBytes))).toBe('read');
  });

  it('has a name that every system takes', () => {
    expect(queryFileName({ name: 'First berths' })).toBe('First berths.stowage-query');
    expect(queryFileName({ name: '../a:b*"c"\u0000' })).toBe('a b c.stowage-query');
    expect(queryFileName({ name: '. a.' })).toBe('a.stowage-query');
    expect(queryFileName({ name: `${'a'.repeat(79)} b` })).toBe(`${'a'.repeat(79)}.stowage-query`);
    expect(queryFileName({ name: '///' })).toBe('query.stowage-query');
  });
});
