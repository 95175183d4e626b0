// Converts the text of a cell to a value of an Edm type. Text that is a valid value already is preserved exactly.
import type { EdmType, EdmValue } from '../model/entity';
import { edmTextProblem } from '../query/edm-value';
import { msFromTicks, parseMoment, ticksPerSecond } from '../query/ticks';
import { ticksInZone } from '../query/zone-time';
import { t } from '../strings/t';

export type CellResult =
  | { readonly kind: 'value'; readonly value: EdmValue }
  /** Half a sentence: `is not a whole number`. */
  | { readonly kind: 'problem'; readonly problem: string };

/** How the values of an input are written. */
export interface ValueForm {
  /** Zone of times without an offset; default UTC. */
  readonly zone?: string | undefined;
  /** What separates the fraction of numbers; default: a point. */
  readonly decimals?: 'point' | 'comma' | undefined;
}

const wireMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,7})?Z$/;

const withOffset = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

/** Times without an offset are of the form's zone; those with one are shifted to UTC, to the tick. */
export function cellValue(
  type: EdmType,
  text: string,
  { zone = 'UTC', decimals = 'point' }: ValueForm = {},
): CellResult {
  switch (type) {
    case 'Edm.String':
      return { kind: 'value', value: { type, value: text } };
    case 'Edm.Boolean': {
      const lower = text.trim().toLowerCase();
      if (lower === 'true' || lower === '1') return { kind: 'value', value: { type, value: true } };
      if (lower === 'false' || lower === '0') return { kind: 'value', value: { type, value: false } };
      return { kind: 'problem', problem: t`is neither true nor false` };
    }
    case 'Edm.DateTime': {
      if (wireMoment.test(text)) return checked(type, text);
      const ticks = /^\d+$/.test(text) ? null : parseMoment(text, 'utc');
      if (ticks === null) return checked(type, text);
      if (zone === 'UTC' || !isZoneless(text)) return checked(type, wireText(ticks));
      const zoned = ticksInZone(ticks, zone);
      return zoned.kind === 'problem' ? zoned : checked(type, wireText(zoned.ticks));
    }
    case 'Edm.Int32':
    case 'Edm.Int64':
    case 'Edm.Double': {
      const number = decimals === 'comma' ? withPoint(text.trim()) : text.trim();
      if (number === null) return { kind: 'problem', problem: t`is not a number with a decimal comma` };
      return checked(type, wireNumber(number));
    }
    case 'Edm.Guid':
    case 'Edm.Binary':
      return checked(type, text.trim());
  }
}

/** Whether a text that is a time leaves open in which zone. */
export function isZoneless(text: string): boolean {
  const trimmed = text.trim();
  // The day of a bare date resembles an offset.
  return /^\d{4}-\d{2}-\d{2}$/.test(trimmed) || !withOffset.test(trimmed);
}

const commaNumber = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?(?:[eE][+-]?\d+)?$/;

/** `1.234,5` as `1234.5`; null for text that is not a number with a decimal comma, such as `1.5`. */
export function withPoint(text: string): string | null {
  if (text === 'NaN' || text === 'Infinity' || text === '-Infinity') return text;
  return commaNumber.test(text) ? text.replaceAll('.', '').replace(',', '.') : null;
}

function checked(type: Exclude<EdmType, 'Edm.Boolean'>, text: string): CellResult {
  const problem = edmTextProblem(type, text);
  return problem === null ? { kind: 'value', value: { type, value: text } } : { kind: 'problem', problem };
}

/** JSON allows neither leading zeros nor a bare point: `007`, `.5` and `5.` become 7, 0.5 and 5.0. */
function wireNumber(text: string): string {
  const parts = /^(-?)(\d*)(?:(\.)(\d*))?([eE][+-]?\d+)?$/.exec(text);
  if (parts === null) return text;
  const [, sign = '', whole = '', point = '', fraction = '', exponent = ''] = parts;
  if (whole === '' && fraction === '') return text;
  const digits = whole.replace(/^0+(?=\d)/, '');
  return `${sign}${digits === '' ? '0' : digits}${point === '' ? '' : `.${fraction === '' ? '0' : fraction}`}${exponent}`;
}

function wireText(ticks: bigint): string {
  const seconds = new Date(msFromTicks(ticks)).toISOString().slice(0, 19);
  const fraction = (ticks % ticksPerSecond).toString().padStart(7, '0').replace(/0+$/, '');
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
