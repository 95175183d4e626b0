// The tokens of a line of JSON: no text is lost, and a string may contain punctuation.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonPieces } from '@renderer/ui/json-text';

it.each([
  ['  "tons": -3.5e-7,', ['sign   ', 'name "tons"', 'sign : ', 'figure -3.5e-7', 'sign ,']],
  ['  "note": "a \\" : {1}, true",', ['sign   ', 'name "note"', 'sign : ', 'text "a \\" : {1}, true"', 'sign ,']],
  ['"a\\\\": null', ['name "a\\\\"', 'sign : ', 'word null']],
  ['[true, "x"]', ['sign [', 'word true', 'sign , ', 'text "x"', 'sign ]']],
  ['"cut off \\', ['text "cut off \\']],
])('%s', (line, pieces) => {
  expect(jsonPieces(line).map(({ kind, text }) => `${kind} ${text}`)).toEqual(pieces);
});

it.each([
  ['goes on", "b": 1', ['text goes on"', 'sign , ', 'name "b"', 'sign : ', 'figure 1']],
  ['all of it \\" within', ['text all of it \\" within']],
  ['",', ['text "', 'sign ,']],
])('a text that began before: %s', (line, pieces) => {
  expect(jsonPieces(line, 'within').map(({ kind, text }) => `${kind} ${text}`)).toEqual(pieces);
});

it('preserves every character of any line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('outside', 'within'), (line, begins) => {
      expect(
        jsonPieces(line, begins)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
    }),
  );
});
