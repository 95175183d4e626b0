import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty-json';

describe('prettyJson', () => {
  it('lays any JSON out as the language does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
        const value: unknown = JSON.parse(text);
        expect(prettyJson(JSON.stringify(value, null, space))).toEqual({
          kind: 'laid-out',
          text: JSON.stringify(value, null, 2),
        });
      }),
    );
  });

  it('keeps digits, names that come twice, and escapes as they were written', () => {
    expect(prettyJson('{"n":12345678901234567890.10,"n":1e2,"t":"\\u00e9 {,\\"[ "}')).toMatchObject({
      text: '{\n  "n": 12345678901234567890.10,\n  "n": 1e2,\n  "t": "\\u00e9 {,\\"[ "\n}',
    });
  });

  it('leaves alone what is no JSON and what is nested beyond reading', () => {
    expect(prettyJson('{"a":1}\n{"a":2}')).toEqual({ kind: 'broken', at: { line: 2, column: 1 } });
    expect(prettyJson('\ufeff{a:1}')).toEqual({ kind: 'broken', at: { line: 1, column: 2 } });
    expect(prettyJson('['.repeat(500) + ']'.repeat(500))).toEqual({ kind: 'too-deep' });
  });
});

it('pretty JSON: is not laid out when that would make it a hundred times as long', () => {
  const source = `${'['.repeat(99)}${'1,'.repeat(400_000)}1${']'.repeat(99)}`;
  expect(prettyJson(source).kind).toBe('too-deep');
});
