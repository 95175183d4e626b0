// How the values of a Parquet file are made, where the parser's own way would round them, or guess: decimals keep their
// digits, days are days, times keep their fractions, JSON stays as it is stored, bytes that are no text stay bytes. Pure.
import { type FileMetaData, type ParquetParsers, type SchemaElement, type SchemaTree, parquetSchema } from 'hyparquet';
import { ExactNumber, timeText } from './parquet-cells';

/** Columns that are read at once, by their names at the top. */
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
  // Of columns that say nothing of their bytes as well: many writers keep text so.
  stringFromBytes: textOrBytes,
  jsonFromBytes: textOrBytes,
};

/** Every column once. Decimals of one scale are read together: only so it is known how many digits follow their point. */
export function readGroups(metadata: FileMetaData): readonly ReadGroup[] {
  const columns = parquetSchema(metadata).children;
  const namesOf = new Map<number | null, string[]>();
  for (const column of columns) {
    const scale = scaleOf(column);
    namesOf.set(scale, [...(namesOf.get(scale) ?? []), column.element.name]);
  }
  const schema = metadata.schema.map((element) => (isDecimal(element) ? unread(element) : element));
  return [...namesOf].map(([scale, names]) => {
    if (scale === null) return { names, metadata, parsers: exactParsers };
    const dateFromDays = (value: Unscaled): ExactNumber => new ExactNumber(decimalText(value, scale));
    return { names, metadata: { ...metadata, schema }, parsers: { ...exactParsers, dateFromDays } };
  });
}

/** As the file holds it: of four bytes, of eight, or two's complement from the highest byte on. */
type Unscaled = number | bigint | Uint8Array;

/** Digits after the point of all decimals of the column; null where there are none, or where they cannot be told apart. */
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

/** As a day its value comes to the parser of days as it is stored; as a decimal it would come as a rounded number. */
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
