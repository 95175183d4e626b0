// Malformed texts for parsers: valid ones that are cut, doubled, mixed, and interspersed with difficult characters.
import fc from 'fast-check';
import { share as place } from '@shared/fixtures/spread-numbers';

const pieces = [
  ...['\0', '\r', '\n', '\r\n', '"', "'", '\\', '<', '>', '&', ';', '=', '%', '{', '}', '[', ']', '(', ')', ','],
  ...['%zz', '%ff', '\\u', '\\ud800', '&#x110000;', '&#99999999999;', '&lt', '<![CDATA[', ']]>', '<!--', '</', '/>'],
  ...['-', '1e999', '-0', '9'.repeat(40), 'NaN', 'null', 'true', '\ud800', '\ufeff', '\u202e', 'é', '\u{1f600}'],
  ...['__proto__', 'constructor', '../', 'x'.repeat(5000), '['.repeat(2000), '{"a":'.repeat(2000), '('.repeat(2000)],
];

type Damage = (text: string) => string;

const at = (text: string, share: number): number => Math.floor(share * text.length);

/** @param samples valid texts; parts of one may be mixed into another */
export function spoiledText(samples: readonly string[]): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...samples);
  const cut = fc.tuple(place, place).map(
    ([from, to]): Damage =>
      (text) =>
        text.slice(0, at(text, Math.min(from, to))) + text.slice(at(text, Math.max(from, to))),
  );
  const foreign = fc
    .tuple(sample, place, place)
    .map(([other, from, to]) => other.slice(at(other, from), at(other, to)));
  const put = fc.tuple(place, fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' }), foreign)).map(
    ([where, piece]): Damage =>
      (text) =>
        text.slice(0, at(text, where)) + piece + text.slice(at(text, where)),
  );
  const swap = fc.tuple(place, fc.constantFrom(...pieces)).map(
    ([where, piece]): Damage =>
      (text) =>
        text.slice(0, at(text, where)) + piece + text.slice(at(text, where) + 1),
  );
  const end: Damage = (text) => text.slice(0, -1);
  const damage = fc.oneof(cut, put, swap, fc.constant(end));
  return fc
    .tuple(sample, fc.array(damage, { minLength: 1, maxLength: 5 }))
    .map(([text, damages]) => damages.reduce((spoiled, harm) => harm(spoiled), text));
}
