// Numbers in the chosen format.
import { type NumberForm, currentFormats } from './formats';

export interface Decimals {
  /** Minimum number of decimals; default none. */
  readonly min?: number;
  /** Maximum number of decimals, at least `min`. */
  readonly max: number;
}

/** `1,234.5`, `1.234,5` or `1 234,5`. */
export function formatNumber(value: number, { min = 0, max }: Decimals): string {
  return formatter(`${min} ${max}`, {
    minimumFractionDigits: min,
    maximumFractionDigits: Math.max(min, max),
  }).format(value);
}

/** With exactly so many decimals and without grouping, as figures beside a unit are written: `3.2`. */
export function formatFixed(value: number, decimals: number): string {
  const fixed = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return formatter(`fixed ${decimals}`, fixed).format(value);
}

/** Abbreviated: `3.4M`. */
export function formatCompact(value: number): string {
  return formatter('compact', { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}

/** The text of a number as programs write it (`0.125`, `9.01e+15`), with the chosen sign before the decimals. */
export function formatPlain(value: number | string): string {
  return String(value).replace('.', decimalSign());
}

/** `.` or `,`. */
export function decimalSign(): string {
  return formatFixed(0.5, 1).replace(/\d/g, '');
}

/**
 * Parses a typed number with or without grouping, in the chosen format. Where it is unambiguous, a point is always a
 * decimal point. NaN when it is not a number.
 */
export function readNumber(text: string): number {
  const plain = text.replace(/[\s\u00a0\u202f]/gu, '');
  const sign = decimalSign();
  const group = sign === ',' ? '.' : ',';
  const hasGroups = new RegExp(`^[+-]?\\d{1,3}(?:[${group}]\\d{3})+(?:[${sign}]\\d*)?$`, 'u').test(plain);
  const digits = (hasGroups ? plain.replaceAll(group, '') : plain).replace(sign, '.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(digits) ? Number(digits) : Number.NaN;
}

/** The locale of the chosen format, for fields of libraries that read and write numbers. */
export function numberLocale(): string {
  const { numbers, locale } = currentFormats();
  return numbers === 'language' ? locale : localeOf[numbers];
}

const localeOf: Readonly<Record<Exclude<NumberForm, 'language'>, string>> = {
  comma: 'en-US',
  dot: 'de-DE',
  space: 'fr-FR',
};

// Creating a formatter takes some 50 µs, and a table of figures needs thousands of calls.
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const tag = numberLocale();
  const key = `${tag} ${name}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  // Some regions have different digits; the values next to them always use these.
  const made = new Intl.NumberFormat(tag, { ...options, numberingSystem: 'latn' });
  formatters.set(key, made);
  return made;
}
