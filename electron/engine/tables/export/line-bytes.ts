// Renders entities directly as the bytes of `renderEntityLine`: packed rows are written column by column, without
// creating an entity or a string per value.
import { type EdmType, edmType } from '@shared/model/entity';
import { renderEntityLine } from '@shared/import/entity-line';
import type { PackedColumn, PackedRows } from '@shared/rows/packed-rows';
import { type TextVector, textAt } from '@shared/rows/text-vector';
import { MiB } from '@shared/units';
import type { PageRows } from '../page';

const quote = 0x22;
const backslash = 0x5c;
const firstPlain = 0x20;
const firstBeyondAscii = 0x80;
const lineEnd = Buffer.from('}}\n');
const comma = Buffer.from(',');
const closing = Buffer.from('}');

/** Each page is written into the memory of the previous one. A buffer larger than this is not retained. */
const maxRetainedBytes = 8 * MiB;

/** Writes the value of a row; there is room for it. */
type WriteValue = (row: number) => void;

export class LineBytes {
  #bytes = Buffer.allocUnsafeSlow(MiB);
  #length = 0;

  /** One line per row, with or without its timestamp. Valid until the next call. */
  of(held: PageRows, timestamps: 'with' | 'without'): Buffer {
    if (this.#bytes.length > maxRetainedBytes) this.#bytes = Buffer.allocUnsafeSlow(MiB);
    this.#length = 0;
    if (held.form === 'entities') {
      for (const row of held.rows) {
        this.#text(`${renderEntityLine(timestamps === 'with' ? row : { ...row, timestamp: undefined })}\n`);
      }
    } else for (const block of held.blocks) this.#block(block, timestamps);
    return this.#bytes.subarray(0, this.#length);
  }

  #block(rows: PackedRows, timestamps: 'with' | 'without'): void {
    const partitionKey = this.#member('{"PartitionKey":', rows.partitionKeys);
    const rowKey = this.#member(',"RowKey":', rows.rowKeys);
    const timestamp = timestamps === 'with' ? this.#member(',"Timestamp":', rows.timestamps) : null;
    const properties = Buffer.from(',"properties":{');
    const columns = rows.columns.map((column) => this.#column(column));
    for (let row = 0; row < rows.count; row += 1) {
      partitionKey(row);
      rowKey(row);
      timestamp?.(row);
      this.#put(properties);
      const shape = rows.shapes[rows.shapeOfRow?.[row] ?? 0] ?? [];
      for (let at = 0; at < shape.length; at += 1) {
        if (at > 0) this.#put(comma);
        columns[shape[at] ?? 0]?.(row);
      }
      this.#put(lineEnd);
    }
  }

  /** A property with its name, type and value. */
  #column({ name, types, texts, positions: indexes }: PackedColumn): WriteValue {
    const leads = new Map<EdmType, WriteValue>();
    const writer = (type: EdmType): WriteValue => {
      const lead = `${JSON.stringify(name)}:{"type":"${type}","value":`;
      const own = type === 'Edm.Boolean' ? this.#booleans(lead, texts) : this.#member(lead, texts);
      leads.set(type, own);
      return own;
    };
    const single = typeof types === 'string' ? writer(types) : null;
    return (row) => {
      const index = indexes === null ? row : (indexes[row] ?? 0);
      if (typeof types === 'string') single?.(index);
      else {
        const type = edmType.options[types[index] ?? 0] ?? 'Edm.String';
        (leads.get(type) ?? writer(type))(index);
      }
      this.#put(closing);
    };
  }

  #booleans(lead: string, texts: TextVector): WriteValue {
    const [yes, no] = [Buffer.from(`${lead}true`), Buffer.from(`${lead}false`)];
    return (index) => this.#put(textAt(texts, index) === 'true' ? yes : no);
  }

  /** Writes the lead and the text at an index, as JSON. */
  #member(lead: string, texts: TextVector): WriteValue {
    const rendered = (text: string): Buffer => Buffer.from(lead + JSON.stringify(text));
    switch (texts.kind) {
      case 'constant': {
        const only = rendered(texts.text);
        return () => this.#put(only);
      }
      case 'dictionary': {
        const each = texts.texts.map(rendered);
        return (index) => this.#put(each[texts.positions[index] ?? 0] ?? comma);
      }
      case 'bytes': {
        const leading = Buffer.from(`${lead}"`);
        const { units, ends } = texts;
        return (index) => {
          const from = index === 0 ? 0 : (ends[index - 1] ?? 0);
          const to = ends[index] ?? 0;
          if (isPlain(units, from, to)) this.#quoted(leading, units, from, to);
          else this.#text(lead + JSON.stringify(textAt(texts, index)));
        };
      }
      case 'units':
        return (index) => this.#text(lead + JSON.stringify(textAt(texts, index)));
      case 'integers':
      case 'doubles':
      case 'moments':
      case 'guids':
        // Digits and letters only: nothing that JSON would escape.
        return (index) => this.#text(`${lead}"${textAt(texts, index)}"`);
    }
  }

  #quoted(lead: Uint8Array, units: Uint8Array, from: number, to: number): void {
    this.#put(lead);
    this.#room(to - from + 1);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let unit = from; unit < to; unit += 1, at += 1) bytes[at] = units[unit] ?? 0;
    bytes[at] = quote;
    this.#length = at + 1;
  }

  #put(piece: Uint8Array): void {
    this.#room(piece.length);
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  #text(text: string): void {
    this.#room(3 * text.length);
    this.#length += this.#bytes.write(text, this.#length);
  }

  #room(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const longer = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(longer, 0, 0, this.#length);
    this.#bytes = longer;
  }
}

/** ASCII characters that JSON does not escape. */
function isPlain(units: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const unit = units[at] ?? 0;
    if (unit < firstPlain || unit >= firstBeyondAscii || unit === quote || unit === backslash) return false;
  }
  return true;
}
