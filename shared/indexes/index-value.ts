// A value as part of a RowKey: text whose ordinal order is the order of the values, without characters that keys cannot
// contain, and from which the value can be read again.
import type { EdmValue } from '../model/entity';
import { base64ToHex, doubleFromText, hexToBase64, sortableDateTime } from '../query/edm-value';

/**
 * What values are ordered with: all numbers together, because `5`, `5L` and `5.0` are one value to a filter; every
 * other type by itself.
 */
export type IndexSection = 's' | 'n' | 'd' | 'b' | 'g' | 'x';

export interface IndexedValue {
  readonly section: IndexSection;
  /** Contains neither `!` nor a character below it. */
  readonly text: string;
}

export function indexedValue(value: EdmValue): IndexedValue {
  switch (value.type) {
    case 'Edm.String':
      return { section: 's', text: escapeText(value.value) };
    case 'Edm.Int32':
    case 'Edm.Int64':
      return { section: 'n', text: integerText(BigInt(value.value)) };
    case 'Edm.Double':
      return { section: 'n', text: doubleText(doubleFromText(value.value)) };
    case 'Edm.DateTime':
      return { section: 'd', text: sortableDateTime(value.value) };
    case 'Edm.Boolean':
      return { section: 'b', text: value.value ? '1' : '0' };
    case 'Edm.Guid':
      return { section: 'g', text: value.value.toLowerCase() };
    case 'Edm.Binary':
      return { section: 'x', text: base64ToHex(value.value) };
  }
}

/** The value as text for people, numbers in their shortest notation; null where the text is none of that section. */
export function valueOfIndexed({ section, text }: IndexedValue): string | null {
  switch (section) {
    case 's':
      return unescapeText(text);
    case 'n':
      return numberOf(text);
    case 'd':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/.test(text) ? `${text}Z` : null;
    case 'b':
      return text === '1' ? 'true' : text === '0' ? 'false' : null;
    case 'g':
      return /^[0-9a-f-]{36}$/.test(text) ? text : null;
    case 'x':
      return /^(?:[0-9A-F]{2})*$/.test(text) ? hexToBase64(text) : null;
  }
}

/** The number's place among doubles, which its residual follows. Numbers of equal value have the same. */
export function doublePart(text: string): string {
  return text.slice(0, doubleDigits);
}

/**
 * Ranges of characters that are replaced by their first character, or by one that sorts directly before them, and two
 * hexadecimal digits. Each range contains what keys cannot contain and whatever would otherwise sort between it and the
 * replacement, so that the order stays. The first range includes `!`, which ends the value.
 */
const escapedRanges = [
  { lead: '$', from: 0x00, to: 0x24 },
  { lead: '.', from: 0x2e, to: 0x2f },
  { lead: '>', from: 0x3e, to: 0x3f },
  { lead: '[', from: 0x5b, to: 0x5c },
  { lead: '~', from: 0x7e, to: 0x9f },
] as const;
const escaped = /[\u0000-\u0024./>?[\\~-\u009f]/g;
const escape = /[$.>[~]([0-9A-F]{2})?/g;

export function escapeText(text: string): string {
  return text.replace(escaped, (character) => {
    const unit = character.charCodeAt(0);
    const range = escapedRanges.find(({ from, to }) => unit >= from && unit <= to);
    return `${range?.lead ?? ''}${unit.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

function unescapeText(text: string): string | null {
  const value = text.replace(escape, (_, digits: string | undefined) =>
    String.fromCharCode(Number.parseInt(digits ?? '', 16)),
  );
  return escapeText(value) === text ? value : null;
}

const doubleDigits = 16;
const signBit = 1n << 63n;
const allBits = (1n << 64n) - 1n;
/** No integer of 64 bits is farther from its nearest double. */
const residualZero = 0x8000n;
/** Sorts after all numbers, and equals none in a filter. */
const notANumber = 'NaN';

function doubleText(value: number): string {
  return Number.isNaN(value) ? notANumber : sortableText(value, 0n);
}

function integerText(value: bigint): string {
  const nearest = Number(value);
  return sortableText(nearest, value - BigInt(nearest));
}

function sortableText(value: number, residual: bigint): string {
  const view = new DataView(new ArrayBuffer(8));
  // Adding zero turns -0 into 0.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  const sortable = bits >= signBit ? allBits ^ bits : bits | signBit;
  return hexText(sortable, doubleDigits) + hexText(residual + residualZero, 4);
}

function numberOf(text: string): string | null {
  if (text === notANumber) return text;
  if (!/^[0-9A-F]{20}$/.test(text)) return null;
  const sortable = BigInt(`0x${doublePart(text)}`);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, sortable >= signBit ? sortable ^ signBit : allBits ^ sortable);
  const value = view.getFloat64(0);
  const residual = BigInt(`0x${text.slice(doubleDigits)}`) - residualZero;
  const isWhole = Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
  return isWhole ? String(BigInt(value) + residual) : String(value);
}

function hexText(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
