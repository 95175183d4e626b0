// Which wire text is valid for each Edm type, and how two values of one type compare. Literals in filters:
// odata-literal.ts; JSON: the engine's entity codec.
import type { EdmType, EdmValue } from '../model/entity';
import { t } from '../strings/t';
import { wireTimeProblem } from './time-problem';

const int32Range = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const int64Range = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const integer = /^-?\d{1,40}$/;
/** With either sign, that many digits fit into 32 bits. */
const safeInt32Units = 9;
/** Whole numbers of that many characters are exact as doubles. */
const safeUnits = 15;
const finiteDouble = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const decimalComma = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+$/;
const specialDoubles: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity };
const dateTime = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?Z?$/;
const guid = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Explains in half a sentence why the text is not a value of that type; null when it is one. */
export function edmTextProblem(type: Exclude<EdmType, 'Edm.Boolean'>, text: string): string | null {
  switch (type) {
    case 'Edm.String':
      return null;
    case 'Edm.Int32':
      return integerProblem(text, int32Range, t`a 32-bit integer`);
    case 'Edm.Int64':
      return integerProblem(text, int64Range, t`a 64-bit integer`);
    case 'Edm.Double':
      return doubleProblem(text);
    case 'Edm.DateTime':
      return dateTimeProblem(text);
    case 'Edm.Guid':
      return guid.test(text) ? null : t`is not a GUID such as 1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e`;
    case 'Edm.Binary':
      return base64.test(text) ? null : t`is not base64`;
  }
}

/**
 * Negative, zero or positive as `left` sorts before, with or after `right`; NaN where they cannot be compared:
 * different types, a NaN among doubles, or text that is no value of its type. Strings compare by UTF-16 units.
 */
export function compareEdmValues(left: EdmValue, right: EdmValue): number {
  if (left.type === 'Edm.Boolean' || right.type === 'Edm.Boolean') {
    return left.type === right.type ? Number(left.value) - Number(right.value) : NaN;
  }
  if (left.type !== right.type) return NaN;
  if (left.type === 'Edm.String') return ordinal(left.value, right.value);
  if (edmTextProblem(left.type, left.value) !== null || edmTextProblem(left.type, right.value) !== null) return NaN;
  switch (left.type) {
    case 'Edm.Int32':
    case 'Edm.Int64':
      return left.value.length <= safeUnits && right.value.length <= safeUnits
        ? Number(left.value) - Number(right.value)
        : ordinal(BigInt(left.value), BigInt(right.value));
    case 'Edm.Double':
      return compareDoubles(doubleFromText(left.value), doubleFromText(right.value));
    case 'Edm.DateTime':
      return ordinal(sortableDateTime(left.value), sortableDateTime(right.value));
    case 'Edm.Guid':
      return ordinal(left.value.toLowerCase(), right.value.toLowerCase());
    case 'Edm.Binary':
      return ordinal(base64ToHex(left.value), base64ToHex(right.value));
  }
}

/**
 * Whether both are the same value in any notation (`200` and `200.0` as doubles, trailing zeros of ticks). NaN equals
 * itself.
 */
export function sameEdmValue(left: EdmValue, right: EdmValue): boolean {
  if (left.type !== right.type) return false;
  return left.value === right.value || compareEdmValues(left, right) === 0;
}

/** Ordinal order of strings (UTF-16 units), the order of keys in a table. */
export function ordinal<T extends string | bigint>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `1,5` and `1.234,50`, as many countries write fractions. */
export function hasDecimalComma(text: string): boolean {
  return decimalComma.test(text);
}

/** The number that a Double's wire text represents. */
export function doubleFromText(text: string): number {
  return specialDoubles[text] ?? Number(text);
}

/** Hexadecimal digits (upper case) of base64 text that is known to be legal. */
export function base64ToHex(text: string): string {
  let hex = '';
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const sextet = base64Digits.indexOf(character);
    if (sextet < 0) break;
    held = ((held << 6) | sextet) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      hex += ((held >> bits) & 0xff).toString(16).toUpperCase().padStart(2, '0');
    }
  }
  return hex;
}

/** Base64 of an even number of hexadecimal digits. */
export function hexToBase64(hex: string): string {
  let text = '';
  for (let index = 0; index < hex.length; index += 6) {
    const group = hex.slice(index, index + 6);
    const value = Number.parseInt(group.padEnd(6, '0'), 16);
    const digits = [18, 12, 6, 0].map((shift) => base64Digits.charAt((value >> shift) & 63)).join('');
    text += digits.slice(0, group.length / 2 + 1).padEnd(4, '=');
  }
  return text;
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function integerProblem(text: string, [min, greatest]: readonly [bigint, bigint], what: string): string | null {
  if (!integer.test(text)) return t`is not a whole number`;
  if (text.length <= safeInt32Units) return null;
  const value = BigInt(text);
  return value < min || value > greatest ? t`does not fit into ${what}` : null;
}

/** The service rejects the whole request for a number beyond a double's range, while an emulator stores it. */
function doubleProblem(text: string): string | null {
  if (Object.hasOwn(specialDoubles, text)) return null;
  if (hasDecimalComma(text)) return t`uses a decimal comma; table numbers use a decimal point`;
  if (!finiteDouble.test(text)) return t`is not a number`;
  return Number.isFinite(Number(text)) ? null : t`does not fit into a double`;
}

function dateTimeProblem(text: string): string | null {
  const parts = dateTime.exec(text);
  if (!parts) return wireTimeProblem(text);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const daysInMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth && hour < 24 && minute < 60;
  return exists && !(second >= 60) ? null : wireTimeProblem(text);
}

/** Fixed width, so that text order is time order: with seconds and seven fractional digits. */
export function sortableDateTime(text: string): string {
  const [, year, month, day, hour, minute, second = '00', fraction = ''] = dateTime.exec(text) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(7, '0')}`;
}

function compareDoubles(left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return NaN;
  return left < right ? -1 : left > right ? 1 : 0;
}
