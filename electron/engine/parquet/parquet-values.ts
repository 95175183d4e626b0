// Parses Parquet values where the parser's own conversion would round, guess or give up: decimals keep their digits,
// dates stay dates, times keep their fractions, times of day and durations are text, JSON stays as stored, and bytes
// that are not text stay bytes. Pure.
import { type FileMetaData, type ParquetParsers, type SchemaElement, type SchemaTree, parquetSchema } from 'hyparquet';
import { ExactNumber, timeText } from './parquet-cells';

/** Columns that are read together, by their top-level names. */
export interface ReadGroup {
  readonly names: readonly string[];
  readonly metadata: FileMetaData;
  readonly parsers: Partial<ParquetParsers>;
}

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOrBytes(bytes: Uint8Array): string | Uint8Array {
  try {
    return text.decode(bytes);
  } catch {
    return bytes;
  }
}

export const exactParsers: Partial<ParquetParsers> = {
  timestampFromMicroseconds: (count) => timeText(count, 6),
  timestampFromNanoseconds: (count) => timeText(count, 9),
  dateFromDays: (days) => {
    const date = new Date(days * 86_400_000);
    return Number.isNaN(date.getTime()) ? date : date.toISOString().slice(0, -'T00:00:00.000Z'.length);
  },
  // Also for columns without a declared type, which many writers use for text.
  stringFromBytes: textOrBytes,
  jsonFromBytes: textOrBytes,
};

/**
 * Every column once. The parser has no hook for decimals, times of day and durations, but it passes what is declared as
 * a date on unchanged; so columns of one of these types are read together, as dates with a parser of that type.
 */
export function readGroups(metadata: FileMetaData): readonly ReadGroup[] {
  const groups = new Map<string, { readonly names: string[]; readonly asText: AsText | null }>();
  for (const column of parquetSchema(metadata).children) {
    const { id, asText } = rawTypeOf(column);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { names: [column.element.name], asText });
    else group.names.push(column.element.name);
  }
  const asDates = metadata.schema.map((element) => (rawType(element) === null ? element : declared('DATE', element)));
  const readable = metadata.schema.map((element) => (isUnknown(element) ? declared(undefined, element) : element));
  return [...groups.values()].map(({ names, asText }) =>
    asText === null
      ? { names, metadata: { ...metadata, schema: readable }, parsers: exactParsers }
      : { names, metadata: { ...metadata, schema: asDates }, parsers: { ...exactParsers, dateFromDays: asText } },
  );
}

/** As stored: an integer of 4 or 8 bytes, or bytes. */
type Raw = number | bigint | Uint8Array;
type AsText = (value: Raw) => ExactNumber | string;

interface RawType {
  readonly id: string;
  readonly asText: AsText | null;
}

const byParser: RawType = { id: '', asText: null };

/** That of all such values of the column; the parser's own where it has none, or several different ones. */
function rawTypeOf(column: SchemaTree): RawType {
  const leaves = leavesOf(column);
  const types = new Map(leaves.flatMap((leaf) => rawType(leaf) ?? []).map((type) => [type.id, type]));
  const [type, ...others] = types.values();
  return type === undefined || others.length > 0 || leaves.some(isDay) ? byParser : type;
}

function rawType(element: SchemaElement): RawType | null {
  const { converted_type: converted, logical_type: logical } = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
    return { id: `decimal ${scale}`, asText: (value) => new ExactNumber(decimalText(value, scale)) };
  }
  if (converted === 'INTERVAL') return { id: 'interval', asText: durationText };
  const time = timeOf(element);
  if (time === null) return null;
  return { id: `time ${time.digits}${time.zone}`, asText: (value) => timeOfDayText(value, time) };
}

interface TimeOfDay {
  /** Of the fraction of a second. */
  readonly digits: 3 | 6 | 9;
  readonly zone: 'Z' | '';
}

function timeOf({ converted_type: converted, logical_type: logical }: SchemaElement): TimeOfDay | null {
  if (logical?.type === 'TIME') {
    const digits = ({ MILLIS: 3, MICROS: 6, NANOS: 9 } as const)[logical.unit];
    return { digits, zone: logical.isAdjustedToUTC ? 'Z' : '' };
  }
  if (converted === 'TIME_MILLIS') return { digits: 3, zone: '' };
  return converted === 'TIME_MICROS' ? { digits: 6, zone: '' } : null;
}

const isDay = ({ converted_type: type }: SchemaElement): boolean => type === 'DATE';

/** The parser gives up on these; without their declaration they are bytes. */
const isUnknown = ({ converted_type: type }: SchemaElement): boolean => type === 'INTERVAL' || type === 'BSON';

function leavesOf({ children, element }: SchemaTree): readonly SchemaElement[] {
  return children.length === 0 ? [element] : children.flatMap(leavesOf);
}

function declared(type: 'DATE' | undefined, element: SchemaElement): SchemaElement {
  const { logical_type: _logical, converted_type: _converted, ...rest } = element;
  return type === undefined ? rest : { ...rest, converted_type: type };
}

/** `12:34:56.5`; the plain number where it is no time of a day. */
function timeOfDayText(value: Raw, { digits, zone }: TimeOfDay): string {
  const count = BigInt(value instanceof Uint8Array ? fromBytes(value) : value);
  const perSecond = 10n ** BigInt(digits);
  if (count < 0n || count >= 86_400n * perSecond) return count.toString();
  const seconds = Number(count / perSecond);
  const fraction = (count % perSecond).toString().padStart(digits, '0').replace(/0+$/u, '');
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const whole = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${whole}${fraction === '' ? '' : `.${fraction}`}${zone}`;
}

/** Months, days and milliseconds, as an ISO 8601 duration such as `P1M2DT3.5S`. */
function durationText(value: Raw): string {
  if (!(value instanceof Uint8Array) || value.length !== 12) return String(value);
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const [months, days, milliseconds] = [0, 4, 8].map((at) => view.getUint32(at, true)) as [number, number, number];
  const date = `${months === 0 ? '' : `${months}M`}${days === 0 ? '' : `${days}D`}`;
  const time = milliseconds === 0 && date !== '' ? '' : `T${milliseconds / 1000}S`;
  return `P${date}${time}`;
}

function decimalText(value: Raw, scale: number): string {
  const unscaled = value instanceof Uint8Array ? fromBytes(value) : BigInt(value);
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${unscaled < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
}

function fromBytes(bytes: Uint8Array): bigint {
  const unsigned = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(bytes.length * 8, unsigned);
}
