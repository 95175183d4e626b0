import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault, prettyJson } from './pretty-json';

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

  it('leaves unchanged what is not JSON and what is nested too deeply', () => {
    expect(prettyJson('{"a":1}\n{"a":2}')).toEqual({ kind: 'broken', at: { line: 2, column: 1 } });
    expect(prettyJson('\ufeff{a:1}')).toEqual({ kind: 'broken', at: { line: 1, column: 2 } });
    expect(prettyJson('['.repeat(500) + ']'.repeat(500))).toEqual({ kind: 'too-deep' });
  });
});

it('pretty JSON: is not laid out when that would make it a hundred times as long', () => {
  const source = `${'['.repeat(99)}${'1,'.repeat(400_000)}1${']'.repeat(99)}`;
  expect(prettyJson(source).kind).toBe('too-deep');
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonFault', () => {
  it('reports an error for exactly the texts that JSON.parse rejects', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '\\u00e',
      '-',
      '0',
      '12.5e+3',
      '.',
      'true',
      'nul',
      ' ',
      '\n',
      '\t',
      'é',
    );
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.nat(3),
        fc.array(piece, { maxLength: 3 }),
        (text, at, gone, put) => {
          const start = at % (text.length + 1);
          const spoiled = text.slice(0, start) + put.join('') + text.slice(start + gone);
          expect(jsonFault(spoiled) === null).toBe(isJson(spoiled));
        },
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(jsonFault(pieces.join('')) === null).toBe(isJson(pieces.join('')));
      }),
    );
  });

  it('is reported at the exact position where the text stops being a prefix of JSON', () => {
    let faults = 0;
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('}', ']', ',', ':', 'x', '"'),
        (text, at, bad) => {
          const offset = at % (text.length + 1);
          const broken = text.slice(0, offset) + bad + text.slice(offset);
          // A part of valid JSON can always be continued.
          expect([null, 'end']).toContain(jsonFault(text.slice(0, offset)));
          const fault = jsonFault(broken);
          if (fault === null || fault === 'end') return;
          faults += 1;
          expect(fault.line).toBe(1);
          // A number or literal that goes wrong is reported as a whole.
          const tokenStart = text.slice(0, offset).search(/[-+.\w]*$/);
          expect(fault.column).toBeGreaterThan(tokenStart);
          expect([null, 'end']).toContain(jsonFault(broken.slice(0, fault.column - 1)));
        },
      ),
    );
    expect(faults).toBeGreaterThan(20);
  });

  it.each([
    ['{"ship":"Ada",\n "tons": 12,,\n "x": [1,2}', { line: 2, column: 13 }],
    ['{"a":1}\r\n{"a":2}', { line: 2, column: 1 }],
    ["{'a':1}", { line: 1, column: 2 }],
    ['[1,]', { line: 1, column: 4 }],
    ['[01]', { line: 1, column: 3 }],
    ['["a\nb"]', { line: 1, column: 4 }],
    ['["\\x"]', { line: 1, column: 3 }],
    ['{"a":[1,2', 'end'],
    ['{"a":"b', 'end'],
    ['', 'end'],
    [' \n', 'end'],
  ])('%j breaks off at %j', (text, position) => {
    expect(jsonFault(text)).toEqual(position);
  });

  it('takes no longer for a text of brackets and one long string', () => {
    expect(jsonFault(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBeNull();
    expect(jsonFault(`"${'\\n'.repeat(500_000)}"`)).toBeNull();
  });
});
