// Converts a value to another Edm type: exactly, with a loss that is described, or not at all. Pure.
import type { EdmType, EdmValue } from '../model/entity';
import { doubleFromText, edmTextProblem } from '../query/edm-value';
import { maximumTicks, parseMoment } from '../query/ticks';
import { timeProblem } from '../query/time-problem';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';

/**
 * `lossy`: `value` is the value that would be stored, `reason` the loss. `note`: the interpretation, when it is a
 * convention.
 */
export type Conversion =
  | { readonly kind: 'exact'; readonly value: EdmValue; readonly note?: string }
  | { readonly kind: 'lossy'; readonly value: EdmValue; readonly reason: string }
  | { readonly kind: 'impossible'; readonly reason: string };

/** Converts the value to that type. Reasons are sentences. */
export function convertValue(value: EdmValue, toType: EdmType): Conversion {
  if (value.type === toType) return exact(value);
  if (toType === 'Edm.String') return exact({ type: toType, value: String(value.value) });
  if (value.type === 'Edm.String') return fromText(value.value, toType);
  if (value.type === 'Edm.Boolean') return fromBoolean(value, toType);
  switch (toType) {
    case 'Edm.Boolean':
      return toBoolean(value);
    case 'Edm.Int32':
    case 'Edm.Int64':
      return toInteger(value, toType);
    case 'Edm.Double':
      return value.type === 'Edm.Int32' || value.type === 'Edm.Int64'
        ? integerAsDouble(value.value)
        : never(value, toType);
    case 'Edm.DateTime':
      return value.type === 'Edm.Int64' ? ticksAsTime(value.value) : never(value, toType);
    case 'Edm.Guid':
    case 'Edm.Binary':
      return never(value, toType);
  }
}

type Flag = Extract<EdmValue, { type: 'Edm.Boolean' }>;
type Typed = Exclude<EdmValue, { type: 'Edm.Boolean' }>;
type Parsed = Exclude<EdmType, 'Edm.String'>;

const typeNames: Readonly<Record<EdmType, string>> = {
  'Edm.String': t`text`,
  'Edm.Int32': t`a 32-bit integer`,
  'Edm.Int64': t`a 64-bit integer`,
  'Edm.Double': t`a double`,
  'Edm.Boolean': t`true or false`,
  'Edm.DateTime': t`a time`,
  'Edm.Guid': t`a GUID`,
  'Edm.Binary': t`binary data`,
};

function exact(value: EdmValue, note?: string): Conversion {
  return note === undefined ? { kind: 'exact', value } : { kind: 'exact', value, note };
}

function never({ type }: EdmValue, toType: EdmType): Conversion {
  return { kind: 'impossible', reason: t`${capital(typeNames[type])} cannot be converted to ${typeNames[toType]}.` };
}

function fromText(text: string, toType: Parsed): Conversion {
  const trimmed = text.trim();
  const read = parseText(trimmed, toType);
  if (read.kind !== 'exact' || trimmed === text) return read;
  return { kind: 'lossy', value: read.value, reason: t`Spaces around the text are removed.` };
}

function parseText(text: string, toType: Parsed): Conversion {
  switch (toType) {
    case 'Edm.Boolean':
      return textAsBoolean(text);
    case 'Edm.Int32':
    case 'Edm.Int64':
      return textAsInteger(text, toType);
    case 'Edm.Double':
      return textAsDouble(text);
    case 'Edm.DateTime':
      return textAsTime(text);
    case 'Edm.Guid':
      return textAsGuid(text);
    case 'Edm.Binary': {
      const problem = edmTextProblem(toType, text);
      return problem === null
        ? exact({ type: toType, value: text }, t`The text is read as base64.`)
        : notText(text, problem);
    }
  }
}

function notText(text: string, problem: string): Conversion {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return { kind: 'impossible', reason: `${inQuotes(shown)} ${problem}.` };
}

function textAsBoolean(text: string): Conversion {
  const lower = text.toLowerCase();
  if (lower !== 'true' && lower !== 'false') return notText(text, t`is neither true nor false`);
  const value: EdmValue = { type: 'Edm.Boolean', value: lower === 'true' };
  return text === lower ? exact(value) : spelled(value);
}

const spelled = (value: EdmValue): Conversion => ({
  kind: 'lossy',
  value,
  reason: t`The value stays the same; it is written as ${String(value.value)}.`,
});

function textAsInteger(text: string, type: 'Edm.Int32' | 'Edm.Int64'): Conversion {
  const unsigned = text.replace(/^\+(?=\d)/, '');
  const problem = edmTextProblem(type, unsigned);
  if (problem !== null) {
    const asDouble = textAsDouble(text);
    if (/^[+-]?\d+$/.test(text) || asDouble.kind === 'impossible') return notText(text, problem);
    return loosened(toInteger(asDouble.value, type));
  }
  const value: EdmValue = { type, value: BigInt(unsigned).toString() };
  return value.value === text ? exact(value) : spelled(value);
}

/** The notation of a number with a point or exponent is not preserved, even if its value is. */
function loosened(conversion: Conversion): Conversion {
  return conversion.kind === 'exact' ? spelled(conversion.value) : conversion;
}

function textAsDouble(text: string): Conversion {
  const type = 'Edm.Double';
  if (text === 'NaN' || text === 'Infinity' || text === '-Infinity') return exact({ type, value: text });
  const unsigned = text.replace(/^\+(?=[\d.])/, '');
  const problem = edmTextProblem(type, unsigned);
  if (problem !== null) return notText(text, problem);
  const number = Number(unsigned);
  const converted = doubleText(number);
  if (!isSameDecimal(unsigned, converted)) {
    return {
      kind: 'lossy',
      value: { type, value: converted },
      reason: t`A Double has about 16 digits: the value becomes ${converted}.`,
    };
  }
  const isJson = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
  if (!isJson) return spelled({ type, value: converted });
  return exact({ type, value: /[.eE]/.test(text) ? text : `${text}.0` });
}

function textAsTime(text: string): Conversion {
  const type = 'Edm.DateTime';
  const problem = timeProblem(text);
  if (problem !== null) return notText(text, problem);
  if (edmTextProblem(type, text) === null) return exact({ type, value: text });
  const ticks = parseMoment(text, 'utc');
  if (ticks === null) return notText(text, t`is not a time`);
  const value: EdmValue = { type, value: timeText(ticks) };
  // An offset shifts a time, and ticks represent any time, even one earlier than the service stores.
  const shifted = timeProblem(value.value);
  if (shifted !== null) return notText(text, shifted);
  const reason = t`It is read as ${value.value}; the original notation is lost.`;
  return { kind: 'lossy', value, reason };
}

function textAsGuid(text: string): Conversion {
  const type = 'Edm.Guid';
  if (edmTextProblem(type, text) === null) return exact({ type, value: text });
  const digits = text.replace(/^[{(]|[)}]$/g, '').replace(/-/g, '');
  if (!/^[0-9a-fA-F]{32}$/.test(digits)) return notText(text, t`is not a GUID`);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)];
  return spelled({ type, value: parts.join('-') });
}

function fromBoolean(value: Flag, toType: EdmType): Conversion {
  switch (toType) {
    case 'Edm.Int32':
    case 'Edm.Int64':
      return exact({ type: toType, value: value.value ? '1' : '0' });
    case 'Edm.Double':
      return exact({ type: toType, value: value.value ? '1.0' : '0.0' });
    default:
      return never(value, toType);
  }
}

function toBoolean(value: Typed): Conversion {
  if (value.type !== 'Edm.Int32' && value.type !== 'Edm.Int64' && value.type !== 'Edm.Double') {
    return never(value, 'Edm.Boolean');
  }
  const number = doubleFromText(value.value);
  if (number === 0 || number === 1) return exact({ type: 'Edm.Boolean', value: number === 1 });
  return { kind: 'impossible', reason: t`Only 0 and 1 can be converted to true or false; this is ${value.value}.` };
}

function toInteger(value: EdmValue, type: 'Edm.Int32' | 'Edm.Int64'): Conversion {
  if (value.type === 'Edm.Int32' || value.type === 'Edm.Int64') return integerWithin(type, BigInt(value.value));
  if (value.type === 'Edm.Double') return doubleAsInteger(value.value, type);
  if (value.type === 'Edm.DateTime' && type === 'Edm.Int64') return timeAsTicks(value.value);
  return never(value, type);
}

function integerWithin(type: 'Edm.Int32' | 'Edm.Int64', number: bigint): Conversion {
  const value = number.toString();
  const problem = edmTextProblem(type, value);
  return problem === null ? exact({ type, value }) : { kind: 'impossible', reason: `${value} ${problem}.` };
}

function doubleAsInteger(text: string, type: 'Edm.Int32' | 'Edm.Int64'): Conversion {
  const number = doubleFromText(text);
  if (!Number.isFinite(number)) return { kind: 'impossible', reason: t`${text} is not a whole number.` };
  const whole = integerWithin(type, BigInt(Math.trunc(number)));
  if (whole.kind !== 'exact') return whole;
  if (!Number.isInteger(number)) {
    return { kind: 'lossy', value: whole.value, reason: t`The decimal places are removed.` };
  }
  if (Object.is(number, -0)) return { kind: 'lossy', value: whole.value, reason: t`The sign of zero is removed.` };
  return whole;
}

function integerAsDouble(text: string): Conversion {
  const converted = doubleText(Number(text));
  const value: EdmValue = { type: 'Edm.Double', value: converted };
  if (BigInt(Number(text)) === BigInt(text)) return exact(value);
  return { kind: 'lossy', value, reason: t`A Double has about 16 digits: ${text} becomes ${converted}.` };
}

const asTicks = t`Whole numbers are .NET ticks: 100 ns since the year 1, UTC.`;

function ticksAsTime(text: string): Conversion {
  const ticks = BigInt(text);
  if (ticks < 0n || ticks > maximumTicks) {
    return { kind: 'impossible', reason: t`${text} is not a number of ticks between the years 1 and 9999.` };
  }
  return exact({ type: 'Edm.DateTime', value: timeText(ticks) }, asTicks);
}

function timeAsTicks(text: string): Conversion {
  const ticks = parseMoment(text.endsWith('Z') ? text : `${text}Z`, 'utc');
  if (ticks === null) return { kind: 'impossible', reason: t`${text} cannot be expressed in ticks.` };
  return exact({ type: 'Edm.Int64', value: ticks.toString() }, asTicks);
}

/** ISO 8601 with all seven decimals, as the service accepts it. */
function timeText(ticks: bigint): string {
  const sinceEpochMs = (ticks - 621_355_968_000_000_000n) / 10_000n;
  const isBefore = ticks < 621_355_968_000_000_000n && ticks % 10_000n !== 0n;
  const date = new Date(Number(isBefore ? sinceEpochMs - 1n : sinceEpochMs));
  const decimals = (ticks % 10_000_000n).toString().padStart(7, '0');
  return `${date.toISOString().slice(0, 19)}.${decimals}Z`;
}

/** As the service writes doubles: always recognisable as one. */
function doubleText(number: number): string {
  if (Object.is(number, -0)) return '-0.0';
  const text = String(number);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function isSameDecimal(left: string, right: string): boolean {
  return decimalForm(left) === decimalForm(right);
}

/** Sign, digits without surrounding zeros, and the power of ten: a canonical form of a number. */
function decimalForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const converted = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - converted.length);
  return converted === '' ? '0' : `${sign}${converted}e${power}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
