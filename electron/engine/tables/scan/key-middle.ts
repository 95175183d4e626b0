// Guesses a key between two keys, treating characters as digits, so that padded numbers, dates, ticks and GUIDs are
// split into parts of similar size. A guess only affects speed, never which rows are read.
import { isForbiddenInKeys } from '@shared/query/key-rules';

/** Number of characters after the common prefix that the guess is based on. */
const digitsCompared = 12;
/** Number of characters of the common prefix that may change as well, because numbers carry over. */
const carriedDigits = 3;
/** Below the surrogates, every string order agrees on the order of keys. */
const firstSurrogate = 0xd800;

/** The characters that keys like these consist of, ascending. */
export function keyAlphabet(keys: Iterable<string>): string {
  const characters = new Set([...keys].flatMap((key) => [...key]).filter(isSafe));
  const seen = [...characters].join('');
  if (/[0-9]/.test(seen) || characters.size < 2) addAll(characters, '0', '9');
  // Keys of hexadecimal digits only are taken for hexadecimal numbers.
  if (/[a-z]/.test(seen)) addAll(characters, 'a', /[g-z]/.test(seen) ? 'z' : 'f');
  if (/[A-Z]/.test(seen)) addAll(characters, 'A', /[G-Z]/.test(seen) ? 'Z' : 'F');
  return [...characters].sort().join('');
}

/**
 * A key strictly between both, as short as possible. Null when these characters allow none.
 * @param high null: no upper bound
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
 * Keys after `last`, each as far from the one before as `last` is from `first`, times `distance`: where pages would end
 * if the keys continue in the same way. Ascending; fewer than `count` when they would exceed `high`.
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

/** The fewest characters that represent at least that value. */
function shortened(text: string, min: bigint, alphabet: string, base: bigint): string {
  let length = 1;
  while (length < text.length && valueOf(text.slice(0, length), alphabet, base) < min) length += 1;
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

/** 1 for the first character; an unknown character counts as the next smaller one. */
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
    // The digit 0 ends the text; what follows does not count.
    text = digit === 0 ? '' : (alphabet[digit - 1] ?? '') + text;
  }
  return text;
}

function addAll(characters: Set<string>, first: string, last: string): void {
  for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) {
    characters.add(String.fromCharCode(code));
  }
}

/** Whether the text sorts the same by UTF-16 units and by code points, and may be part of a key. */
export function isSafe(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= firstSurrogate || isForbiddenInKeys(code)) return false;
  }
  return true;
}
