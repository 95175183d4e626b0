// Parses Parquet values where the parser's own conversion would round or guess: decimals keep their digits, dates stay
// dates, times keep their fractions, JSON stays as stored, and bytes that are not text stay bytes. Pure.
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

/** Every column once. Decimals of one scale are read together, because only then is their scale known. */
export function readGroups(metadata: FileMetaData): readonly ReadGroup[] {
  const columns = parquetSchema(metadata).children;
  const namesOf = new Map<number | null, string[]>();
  for (const column of columns) {
    const scale = scaleOf(column);
    const names = namesOf.get(scale);
    if (names === undefined) namesOf.set(scale, [column.element.name]);
    else names.push(column.element.name);
  }
  const schema = metadata.schema.map((element) => (isDecimal(element) ? unread(element) : element));
  return [...namesOf].map(([scale, names]) => {
    if (scale === null) return { names, metadata, parsers: exactParsers };
    const dateFromDays = (value: Unscaled): ExactNumber => new ExactNumber(decimalText(value, scale));
    return { names, metadata: { ...metadata, schema }, parsers: { ...exactParsers, dateFromDays } };
  });
}

/** The unscaled integer as stored: 4 bytes, 8 bytes, or two's complement starting with the highest byte. */
type Unscaled = number | bigint | Uint8Array;

/** The scale of all decimals of the column; null when it has none, or several different ones. */
function scaleOf(column: SchemaTree): number | null {
  const leaves = leavesOf(column);
  const [scale, ...others] = new Set(leaves.filter(isDecimal).map(digitsAfterPoint));
  return scale === undefined || others.length > 0 || leaves.some(isDay) ? null : scale;
}

function isDecimal({ converted_type: type, logical_type: logical }: SchemaElement): boolean {
  return type === 'DECIMAL' || logical?.type === 'DECIMAL';
}

function digitsAfterPoint({ scale, logical_type: logical }: SchemaElement): number {
  return scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
}

const isDay = ({ converted_type: type }: SchemaElement): boolean => type === 'DATE';

function leavesOf({ children, element }: SchemaTree): readonly SchemaElement[] {
  return children.length === 0 ? [element] : children.flatMap(leavesOf);
}

/** Declared as a date, the value reaches our date parser unchanged; as a decimal the library would round it. */
function unread({ logical_type: _decimal, ...element }: SchemaElement): SchemaElement {
  return { ...element, converted_type: 'DATE' };
}

function decimalText(value: Unscaled, scale: number): string {
  const unscaled = value instanceof Uint8Array ? fromBytes(value) : BigInt(value);
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${unscaled < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
}

function fromBytes(bytes: Uint8Array): bigint {
  const unsigned = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(bytes.length * 8, unsigned);
}
