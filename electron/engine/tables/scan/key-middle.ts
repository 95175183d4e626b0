// A key between two keys, guessed from how keys are written: characters count as digits, so that padded numbers, dates,
// ticks and GUIDs fall into parts of much the same size. A guess decides only speed, never which rows are read.
import { isForbiddenInKeys } from '@shared/query/key-rules';

/** Positions behind what both keys share that decide a guess. */
const digitsCompared = 12;
/** Of the shared beginning, what may change further on: numbers carry over. */
const carriedDigits = 3;
/** Every order of text agrees on a key whose characters lie below the surrogates. */
const firstSurrogate = 0xd800;

/** Characters that keys like these are written with, ascending. */
export function keyAlphabet(keys: Iterable<string>): string {
  const characters = new Set([...keys].flatMap((key) => [...key]).filter(isSafe));
  const seen = [...characters].join('');
  if (/[0-9]/.test(seen) || characters.size < 2) addAll(characters, '0', '9');
  // Letters of nothing but hexadecimal digits are taken for that.
  if (/[a-z]/.test(seen)) addAll(characters, 'a', /[g-z]/.test(seen) ? 'z' : 'f');
  if (/[A-Z]/.test(seen)) addAll(characters, 'A', /[G-Z]/.test(seen) ? 'Z' : 'F');
  return [...characters].sort().join('');
}

/**
 * Strictly between both; as short as can be. Null where no such key can be written with these characters.
 * @param high null: above every key
 */
export function middleKey(low: string, high: string | null, alphabet: string): string | null {
  let shared = 0;
  while (high !== null && shared < high.length && low[shared] === high[shared]) shared += 1;
  const base = BigInt(alphabet.length + 1);
  const lowest = valueOf(low.slice(shared), alphabet, base);
  const highest = high === null ? base ** BigInt(digitsCompared) : valueOf(high.slice(shared), alphabet, base);
  const text = textOf((lowest + highest) / 2n, alphabet, base);
  for (let length = 1; length <= text.length; length += 1) {
    const middle = low.slice(0, shared) + text.slice(0, length);
    if (middle > low && (high === null || middle < high)) return isSafe(middle) ? middle : null;
  }
  return null;
}

/**
 * Keys behind `last` that lie as far from each other as `first` and `last` do, times `distance`: where every so many
 * pages end, if keys go on as they did. Ascending; fewer than `count` where they would not be below `high`.
 */
export function keysAhead(
  { first, last, high }: { readonly first: string; readonly last: string; readonly high: string | null },
  { distance, count }: { readonly distance: number; readonly count: number },
  alphabet: string,
): readonly string[] {
  let shared = 0;
  while (shared < last.length && first[shared] === last[shared]) shared += 1;
  const lead = last.slice(0, Math.max(0, shared - carriedDigits));
  const base = BigInt(alphabet.length + 1);
  const start = valueOf(last.slice(lead.length), alphabet, base);
  const span = (start - valueOf(first.slice(lead.length), alphabet, base)) * BigInt(distance);
  const keys: string[] = [];
  for (let index = 1; index <= count && span > 0n; index += 1) {
    const value = start + span * BigInt(index);
    if (value >= base ** BigInt(digitsCompared)) break;
    const key = lead + shortened(textOf(value, alphabet, base), value - span / 8n, alphabet, base);
    if (key <= (keys.at(-1) ?? last) || (high !== null && key >= high) || !isSafe(key)) break;
    keys.push(key);
  }
  return keys;
}

/** As few characters as still stand for at least that value. */
function shortened(text: string, least: bigint, alphabet: string, base: bigint): string {
  let length = 1;
  while (length < text.length && valueOf(text.slice(0, length), alphabet, base) < least) length += 1;
  return text.slice(0, length);
}

function valueOf(text: string, alphabet: string, base: bigint): bigint {
  let value = 0n;
  for (let index = 0; index < digitsCompared; index += 1) {
    const character = text[index];
    value = value * base + (character === undefined ? 0n : BigInt(rank(character, alphabet)));
  }
  return value;
}

/** 1 for the first character; one that is not among them counts as the next smaller one. */
function rank(character: string, alphabet: string): number {
  let count = 0;
  while (count < alphabet.length && (alphabet[count] ?? '') <= character) count += 1;
  return count;
}

function textOf(value: bigint, alphabet: string, base: bigint): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < digitsCompared; index += 1) {
    const digit = Number(rest % base);
    rest /= base;
    // A digit of 0 ends the text: what stands behind it does not count.
    text = digit === 0 ? '' : (alphabet[digit - 1] ?? '') + text;
  }
  return text;
}

function addAll(characters: Set<string>, first: string, last: string): void {
  for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) {
    characters.add(String.fromCharCode(code));
  }
}

/** True for text that sorts the same among keys by UTF-16 units and by code points, and that a key may hold. */
export function isSafe(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= firstSurrogate || isForbiddenInKeys(code)) return false;
  }
  return true;
}
