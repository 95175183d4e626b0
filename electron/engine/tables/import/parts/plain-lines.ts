// Turns lines into parts of a transaction directly from their bytes, when no cell needs further checks, as for most
// rows. All other rows are left to row-parts.ts; a property test ensures that both return the same bytes.
import { entityPath } from '@shared/edit/entity-path';
import type { EdmType } from '@shared/model/entity';
import type { KeySource } from '@shared/model/table-import';
import type { PlainLine } from '../rows/line-cursor';
import {
  aroundValue,
  hasOwnForm,
  importedColumns,
  longestPlainText,
  plainGuid,
  plainKey,
  plainMoment,
} from './plain-rows';
import type { MappedColumn } from './row-mapping';
import { type RowPartsOptions, partAround } from './row-parts';
import { isPlainDouble, isPlainInteger, isTruth } from './plain-values';

/** A longer line might exceed the limits of an entity, so it takes the slow path. */
const longestLine = 100_000;
const longestKey = 512;
/** An apostrophe is doubled, and each becomes three bytes in a URL. */
const maxBytesPerKeyUnit = 6;
const backslash = 0x5c;

interface Member {
  readonly column: number;
  readonly type: EdmType;
  readonly start: Buffer;
  readonly end: Buffer;
}

export class PlainLines {
  /** The part written last, including its frame: from `start` to `end`. */
  readonly memory: Buffer;
  readonly start = 0;
  end = 0;
  partitionKey = '';
  readonly #partitionColumn: number;
  readonly #rowColumn: number;
  readonly #members: readonly Member[];
  readonly #keepEmpty: boolean;
  /** Where the keys of the URL begin. */
  readonly #addressStart: number;
  readonly #hasKeysInAddress: boolean;
  readonly #beforeKeys: Buffer;
  readonly #after: Buffer;

  private constructor(options: RowPartsOptions, beforePart: Buffer, keys: readonly [number, number]) {
    const { columns, settings, endpoint, table } = options;
    [this.#partitionColumn, this.#rowColumn] = keys;
    this.#keepEmpty = settings.emptyCells === 'empty-string';
    this.#members = (importedColumns(columns) ?? []).flatMap((column) => membersOf(columns[column], column));
    const [verb, beforeJson, afterJson] = partAround(settings.mode);
    this.#hasKeysInAddress = settings.mode !== 'insert';
    const address = this.#hasKeysInAddress
      ? endpoint + (entityPath(table, { partitionKey: '', rowKey: '' }).split(between)[0] ?? '')
      : `${endpoint}/${table}`;
    const start = Buffer.concat([beforePart, Buffer.from(verb + address)]);
    this.#beforeKeys = Buffer.from(`${beforeJson}{"PartitionKey":"`);
    this.#after = Buffer.from(`}${afterJson}`);
    const constants = this.#members.reduce((sum, member) => sum + member.start.length + member.end.length, 0);
    const keyBytes = 2 * longestKey * maxBytesPerKeyUnit + 100;
    this.memory = Buffer.alloc(
      start.length + this.#beforeKeys.length + this.#after.length + constants + keyBytes + 2 * longestLine,
    );
    // Every part begins with this, and nothing overwrites it.
    this.#addressStart = start.copy(this.memory);
  }

  /** Null when a key combines several columns, or a column needs further checks. Throws as `rowMapper`. */
  static of(options: RowPartsOptions, beforePart: Buffer): PlainLines | null {
    const { columns, settings, service } = options;
    // Their limits are those of Table Storage.
    if (service === 'cosmos') return null;
    const keys = [keyColumn(settings.partitionKey, columns), keyColumn(settings.rowKey, columns)] as const;
    if (hasOwnForm(settings) || importedColumns(columns) === null || keys.includes(-1)) return null;
    return new PlainLines(options, beforePart, keys);
  }

  /** False when the line must take the slow path. */
  write(line: PlainLine): boolean {
    const { memory } = line;
    if (line.end - line.start > longestLine) return false;
    const fromPartition = startOf(line, this.#partitionColumn);
    const toPartition = line.ends[this.#partitionColumn] ?? 0;
    const fromRow = startOf(line, this.#rowColumn);
    const toRow = line.ends[this.#rowColumn] ?? 0;
    if (!isPlainKey(memory, fromPartition, toPartition) || !isPlainKey(memory, fromRow, toRow)) return false;
    const out = this.memory;
    let at = this.#addressStart;
    if (this.#hasKeysInAddress) {
      at = putInAddress(memory, fromPartition, toPartition, out, at);
      at = putAll(betweenKeys, out, at);
      at = putInAddress(memory, fromRow, toRow, out, at);
      at = putAll(afterKeys, out, at);
    }
    at += this.#beforeKeys.copy(out, at);
    at = put(memory, fromPartition, toPartition, out, at);
    at = putAll(betweenJsonKeys, out, at);
    at = put(memory, fromRow, toRow, out, at);
    out[at] = quote;
    at += 1;
    for (const member of this.#members) {
      const from = startOf(line, member.column);
      const to = line.ends[member.column] ?? 0;
      if (from === to && !(this.#keepEmpty && member.type === 'Edm.String')) continue;
      if (!isPlainValue(member.type, memory, from, to)) return false;
      at = putAll(member.start, out, at);
      at = put(memory, from, to, out, at);
      at = putAll(member.end, out, at);
    }
    at += this.#after.copy(out, at);
    this.end = at;
    this.partitionKey = this.#partitionKeyAt(memory, fromPartition, toPartition);
    return true;
  }

  rowKey(line: PlainLine): string {
    return line.memory.toString('latin1', startOf(line, this.#rowColumn), line.ends[this.#rowColumn]);
  }

  /** Consecutive lines often share their partition. */
  #partitionKeyAt(memory: Buffer, from: number, to: number): string {
    const before = this.partitionKey;
    let isSame = before.length === to - from;
    for (let at = from; isSame && at < to; at += 1) isSame = before.charCodeAt(at - from) === memory[at];
    return isSame ? before : memory.toString('latin1', from, to);
  }
}

const between = "',RowKey='";
const betweenKeys = Buffer.from(between);
const afterKeys = Buffer.from("')");
const betweenJsonKeys = Buffer.from('","RowKey":"');
const quote = 0x22;

function keyColumn(source: KeySource, columns: readonly MappedColumn[]): number {
  if (source.kind !== 'column') return -1;
  return columns.map(({ name }) => name).lastIndexOf(source.column);
}

function membersOf(column: MappedColumn | undefined, index: number): readonly Member[] {
  if (column === undefined) return [];
  const [start, end] = aroundValue(column.property, column.type);
  return [{ column: index, type: column.type, start: Buffer.from(start), end: Buffer.from(end) }];
}

function startOf(line: PlainLine, column: number): number {
  return column === 0 ? line.start : (line.ends[column - 1] ?? 0) + 1;
}

const keyUnits = Uint8Array.from({ length: 128 }, (_, code) => (plainKey.test(String.fromCharCode(code)) ? 1 : 0));

function isPlainKey(memory: Buffer, from: number, to: number): boolean {
  if (to - from > longestKey) return false;
  for (let at = from; at < to; at += 1) if (keyUnits[memory[at] ?? 0] !== 1) return false;
  return true;
}

/** The URL encoding of a key's character; empty if it needs none. */
const inAddress = Array.from({ length: 128 }, (_, code) => {
  const unit = String.fromCharCode(code);
  const [start = '', end = ''] = entityPath('', { partitionKey: '', rowKey: '' }).split(`'${between}`);
  const written = entityPath('', { partitionKey: unit, rowKey: '' }).slice(
    start.length + 1,
    -between.length - end.length,
  );
  return Buffer.from(written === unit ? '' : written);
});

function putInAddress(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let next = at;
  for (let index = start; index < end; index += 1) {
    const code = from[index] ?? 0;
    const written = inAddress[code];
    if (written === undefined || written.length === 0) {
      to[next] = code;
      next += 1;
    } else next = putAll(written, to, next);
  }
  return next;
}

function isPlainValue(type: EdmType, memory: Buffer, from: number, to: number): boolean {
  switch (type) {
    case 'Edm.String': {
      if (to - from > longestPlainText) return false;
      for (let at = from; at < to; at += 1) if (memory[at] === backslash) return false;
      return true;
    }
    case 'Edm.Boolean':
      return isTruth(memory, from, to);
    case 'Edm.Int32':
      return isPlainInteger(memory, from, to, 9);
    case 'Edm.Int64':
      return isPlainInteger(memory, from, to, 18);
    case 'Edm.Double':
      return isPlainDouble(memory, from, to);
    case 'Edm.DateTime':
      return plainMoment.test(memory.toString('latin1', from, to));
    case 'Edm.Guid':
      return plainGuid.test(memory.toString('latin1', from, to));
    case 'Edm.Binary':
      return false;
  }
}

/** Short values are copied faster here than by the runtime. */
const shortBytes = 40;

function put(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  if (end - start > shortBytes) return at + from.copy(to, at, start, end);
  let next = at;
  for (let index = start; index < end; index += 1) {
    to[next] = from[index] ?? 0;
    next += 1;
  }
  return next;
}

function putAll(from: Buffer, to: Buffer, at: number): number {
  return put(from, 0, from.length, to, at);
}
