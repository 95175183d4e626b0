// Renders values of a Parquet file as the text of a cell, without loss if the text is short enough. Pure.
import { t } from '@shared/strings/t';

/** Of one cell of a table inside a blob that a preview shows. */
const previewCellCharacters = 500;

const bytesShown = 24;

/** A number with the digits that it has in the file. */
export class ExactNumber {
  constructor(readonly digits: string) {}
}

/** Null for an absent value. Longer text than a preview shows ends in an ellipsis. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = textOf(value);
  return text.length > previewCellCharacters ? `${text.slice(0, previewCellCharacters)}…` : text;
}

/** Times since 1970 as ISO text with all their digits; a Date would keep milliseconds only. */
export function timeText(count: bigint, digits: 6 | 9): string {
  const perSecond = 10n ** BigInt(digits);
  const fraction = ((count % perSecond) + perSecond) % perSecond;
  const date = new Date(Number((count - fraction) / perSecond) * 1000);
  if (Number.isNaN(date.getTime())) return t`${count} × 10⁻${digits === 6 ? '⁶' : '⁹'} s since 1970`;
  return `${date.toISOString().slice(0, -5)}.${fraction.toString().padStart(digits, '0')}Z`;
}

/** As `cellText`, however long it is, for a value that is there. Bytes within lists are hexadecimal. */
export function wholeText(value: unknown): string {
  return textOf(value, Infinity);
}

function textOf(value: unknown, shown = bytesShown): string {
  if (value instanceof Uint8Array) return bytesText(value, shown);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? t`invalid date` : value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof ExactNumber) return value.digits;
  return typeof value === 'string' ? value : jsonText(value, shown);
}

/** Numbers with all their digits, and bytes as one text: JSON knows neither. */
function jsonText(value: unknown, shown: number): string {
  if (value instanceof ExactNumber) return value.digits;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return JSON.stringify(bytesText(value, shown));
  if (Array.isArray(value)) return `[${value.map((inner) => jsonText(inner, shown)).join(',')}]`;
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner, shown)}`);
  return `{${members.join(',')}}`;
}

function bytesText(bytes: Uint8Array, shown: number): string {
  const hex = Buffer.from(bytes.subarray(0, shown)).toString('hex');
  return bytes.length > shown ? t`0x${hex}… (${bytes.length} bytes)` : `0x${hex}`;
}
