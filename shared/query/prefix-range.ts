// "Starts with" as a range, because the service has no prefix operator: every string that starts with P is in [P,
// successor(P)), whether the service orders by UTF-16 units or by code points.
import { StowageError } from '../errors';
import { checkKey, isForbiddenInKeys, loneSurrogateAt } from './key-rules';
import { t } from '../strings/t';

/** `from` is inclusive, `to` exclusive; `to` is null when no string is above all strings with the prefix. */
export interface PrefixRange {
  readonly from: string;
  readonly to: string | null;
}

/**
 * The range of keys that start with `prefix`. Bounds avoid the characters a key cannot contain: no key lies in
 * between, and the service never has to judge such a constant.
 * With `delimiter` the prefix means whole parts of a composite key: `Sports` and `Sports;` both end at `Sports<`.
 * @param field how the person knows the value, for example `RowKey`.
 * @throws StowageError `invalid.key` for lone surrogates, forbidden characters, over-long text
 */
export function keyPrefixRange(field: string, prefix: string, delimiter?: string): PrefixRange {
  const whole = wholeParts(prefix, delimiter);
  checkKey(field, whole);
  return { from: whole, to: successor(whole, isForbiddenInKeys) };
}

/**
 * The range of property values that start with `prefix`. No bound is skipped, because a value may contain any
 * character, and skipping one would include values without the prefix.
 * @throws StowageError `invalid.filter` for lone surrogates
 */
export function textPrefixRange(field: string, prefix: string): PrefixRange {
  const lone = loneSurrogateAt(prefix);
  if (lone >= 0) {
    const problem = t`the prefix contains half a character at position ${lone + 1}.`;
    const fix = t`Enter the character again.`;
    throw new StowageError('invalid.filter', `${field}: ${problem} ${fix}`, { context: { field, problem, fix } });
  }
  return { from: prefix, to: successor(prefix, () => false) };
}

/** The prefix that rows must start with once the delimiter is taken into account; empty stays empty (all rows). */
export function wholeParts(prefix: string, delimiter: string | undefined): string {
  if (!delimiter || prefix === '' || prefix.endsWith(delimiter)) return prefix;
  return prefix + delimiter;
}

const lastBmp = 0xffff;
const lastCodePoint = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;

function successor(prefix: string, skip: (codePoint: number) => boolean): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    // In UTF-16 order U+FFFF is above every pair, in code point order U+10FFFF is: neither has a sound successor.
    if (last === lastBmp || last === lastCodePoint) continue;
    let next = last + 1;
    while (skip(next)) next += 1;
    // The first code point past the surrogates that is above U+D7FF in both orders.
    if (next >= firstSurrogate && next <= lastSurrogate) next = lastBmp + 1;
    return String.fromCodePoint(...points, next);
  }
  return null;
}
