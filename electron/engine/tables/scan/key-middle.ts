// A key between two keys, guessed from how keys are written: characters count as digits, so that padded numbers, dates,
// ticks and GUIDs fall into parts of much the same size. A guess decides only speed, never which rows are read.
import { isForbiddenInKeys } from '@shared/query/key-rules';

/** Positions behind what both keys share that decide the middle. */
const digitsCompared = 8;
/** Every order of text agrees on a key whose characters lie below the surrogates. */
const firstSurrogate = 0xd800;

/** Characters that keys like these are written with, ascending. */
export function keyAlphabet(keys: Iterable<string>): string {
  const characters = new Set<string>();
  for (const key of keys) {
    for (const character of key) {
      if (/\d/.test(character)) addAll(characters, '0', '9');
      else if (/[a-z]/.test(character)) addAll(characters, 'a', 'z');
      else if (/[A-Z]/.test(character)) addAll(characters, 'A', 'Z');
      else if (isSafe(character)) characters.add(character);
    }
  }
  if (characters.size < 2) addAll(characters, '0', '9');
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
