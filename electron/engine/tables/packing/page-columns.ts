// The first pass over a query response: locates the values of each column in its bytes, without creating strings or
// objects. Accepts what the service nearly always sends; anything else throws `notPlain` and is left to
// entity-codec.ts.
import { blockRows } from '@shared/rows/packed-rows';
import {
  type Lead,
  type PageBytes,
  ByteCursor,
  closeBrace,
  closeBracket,
  comma,
  leadOf,
  matchesAt,
  minus,
  notPlain,
  openBrace,
  quote,
  typeIndexes,
  typeIndexOf,
} from './page-bytes';
import { ColumnDraft } from './pack-column';

const textType = typeIndexOf('Edm.String');
const booleanType = typeIndexOf('Edm.Boolean');
const doubleType = typeIndexOf('Edm.Double');
const int32Type = typeIndexOf('Edm.Int32');
const int64Type = typeIndexOf('Edm.Int64');
const wordTrue = 0x65757274;
const wordFals = 0x736c6166;
const wordNull = 0x6c6c756e;
const typeSuffix = '@odata.type';
/** How many leads are tried, because a row may lack some properties. */
const lookAhead = 6;
/** A column takes eleven bytes per row of a block, whether it has a value or not. */
const maxColumns = 300;

export class PageColumns {
  readonly partitionKeys = new ColumnDraft('');
  readonly rowKeys = new ColumnDraft('');
  readonly timestamps = new ColumnDraft('');
  /** Empty when the row has no separate ones. */
  readonly etags = new ColumnDraft('');
  readonly columns: ColumnDraft[] = [];
  readonly shapes = new RowShapes();
  /** Number of rows until now. */
  count = 0;
  readonly #systemDrafts = [this.partitionKeys, this.rowKeys, this.timestamps, this.etags];
  readonly #page: PageBytes;
  readonly #json: ByteCursor;
  readonly #byName = new Map<string, number>();
  #leads: Lead[] = [];

  /** Throws `notPlain`. */
  constructor(page: PageBytes) {
    this.#page = page;
    this.#json = new ByteCursor(page);
    this.#open();
    if (this.#json.code() === closeBracket) this.#json.at += 1;
    else this.#rows();
    if (this.#json.code() !== closeBrace || this.#json.at + 1 !== page.bytes.length) throw notPlain;
  }

  /** `{"odata.metadata":"…","value":[`, or without the first member. */
  #open(): void {
    const { bytes } = this.#page;
    const metadata = '{"odata.metadata":"';
    if (bytes.toString('latin1', 0, metadata.length) === metadata) {
      this.#json.at = metadata.length - 1;
      this.#json.passOver();
      this.#json.expect(comma);
    } else this.#json.expect(openBrace);
    const value = '"value":[';
    if (bytes.toString('latin1', this.#json.at, this.#json.at + value.length) !== value) throw notPlain;
    this.#json.at += value.length;
  }

  /** Reads each row up to the closing bracket. */
  #rows(): void {
    for (;;) {
      if (this.count === blockRows) throw notPlain;
      this.#row();
      const code = this.#json.code();
      this.#json.at += 1;
      if (code === closeBracket) return;
      if (code !== comma) throw notPlain;
    }
  }

  #row(): void {
    const row = this.count;
    let nextLead = 0;
    this.#json.expect(openBrace);
    if (this.#json.code() === closeBrace) this.#json.at += 1;
    else {
      for (;;) {
        const index = this.#leadHere(nextLead);
        const lead = this.#leads[index];
        if (lead === undefined) throw notPlain;
        nextLead = index + 1;
        this.#member(lead, row);
        const code = this.#json.code();
        this.#json.at += 1;
        if (code === closeBrace) break;
        if (code !== comma) throw notPlain;
      }
    }
    this.shapes.endRow(row);
    for (const draft of this.#systemDrafts) if (draft.count === row) draft.add(row, textType, 0, 0);
    this.count = row + 1;
  }

  /** The index of the lead at this position, learned if it is new. The position moves behind it. */
  #leadHere(from: number): number {
    const leads = this.#leads;
    const limit = Math.min(from + lookAhead, leads.length);
    for (let index = from; index < limit; index += 1) {
      const lead = leads[index];
      if (lead !== undefined && matchesAt(this.#page, lead, this.#json.at)) {
        this.#json.at += lead.length;
        return index;
      }
    }
    return this.#learn(from);
  }

  /** Stores the lead in an order that rows share, as page-scanner.ts does. */
  #learn(at: number): number {
    const start = this.#json.at;
    let name = this.#json.name();
    let type = -1;
    if (name.endsWith(typeSuffix)) {
      type = this.#annotation();
      this.#json.expect(comma);
      const owner = name.slice(0, -typeSuffix.length);
      name = this.#json.name();
      // An annotation that does not precede its property.
      if (name !== owner) throw notPlain;
    }
    if (this.#json.at - start < 4) throw notPlain;
    const known = this.#leads.findIndex((each) => each.name === name && each.type === type);
    const lead = this.#leads[known] ?? leadOf(this.#page, start, this.#json.at, name, type);
    if (known >= 0) this.#leads.splice(known, 1);
    else if (this.#leads.length >= maxColumns) throw notPlain;
    const index = known >= 0 && known < at ? at - 1 : at;
    this.#leads.splice(index, 0, lead);
    return index;
  }

  #annotation(): number {
    const type = typeIndexes.get(this.#json.detachSubstring());
    if (type === undefined) throw notPlain;
    return type;
  }

  #member(lead: Lead, row: number): void {
    switch (lead.role) {
      case 'partition-key':
        return this.#system(this.partitionKeys, row);
      case 'row-key':
        return this.#system(this.rowKeys, row);
      case 'timestamp':
        return this.#system(this.timestamps, row);
      case 'etag':
        return this.#system(this.etags, row);
      case 'passed-over':
        return this.#json.passOver();
      case 'property':
        this.#property(lead, row);
    }
  }

  #system(draft: ColumnDraft, row: number): void {
    if (draft.count !== row) throw notPlain;
    this.#textInto(draft, row, textType);
  }

  #property(lead: Lead, row: number): void {
    const { view } = this.#page;
    const code = this.#json.code();
    if (code === quote) {
      const type = lead.type < 0 ? textType : lead.type;
      if (type === booleanType) throw notPlain;
      this.#textInto(this.#columnOf(lead, row), row, type);
    } else if (code === minus || (code >= 0x30 && code <= 0x39)) {
      const start = this.#json.at;
      const found = this.#json.number() === 'whole' ? int32Type : doubleType;
      const type = lead.type < 0 ? found : lead.type;
      if (type !== int32Type && type !== doubleType && type !== int64Type) throw notPlain;
      this.#columnOf(lead, row).add(row, type, start, this.#json.at);
    } else {
      if (this.#json.at + 5 > view.byteLength) throw notPlain;
      const word = view.getInt32(this.#json.at, true);
      if (word === wordTrue) this.#literal(this.#columnOf(lead, row), row, 4);
      else if (word === wordFals && view.getUint8(this.#json.at + 4) === 0x65) {
        this.#literal(this.#columnOf(lead, row), row, 5);
      } else if (word === wordNull) this.#json.at += 4;
      else throw notPlain;
    }
  }

  #literal(column: ColumnDraft, row: number, length: number): void {
    const isSame = column.count > 0 && column.types[column.count - 1] === booleanType;
    const repeats = isSame && column.lastEnd - column.lastStart === length;
    const start = repeats ? column.lastStart : this.#json.at;
    column.add(row, booleanType, start, start + length);
    this.#json.at += length;
  }

  #columnOf(lead: Lead, row: number): ColumnDraft {
    if (lead.column < 0) lead.column = this.#columnNamed(lead.name);
    const column = this.columns[lead.column];
    // Duplicate names: the last counts, which the slow path handles.
    if (column === undefined || column.lastRow === row) throw notPlain;
    this.shapes.add(lead.column);
    return column;
  }

  #columnNamed(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    this.columns.push(new ColumnDraft(name));
    this.#byName.set(name, this.columns.length - 1);
    return this.columns.length - 1;
  }

  #textInto(column: ColumnDraft, row: number, type: number): void {
    const start = this.#json.at + 1;
    if (this.#json.code() === quote && column.isRepeated(this.#page, start)) {
      const from = column.lastStart;
      const end = column.lastEnd;
      column.add(row, type, from, end);
      this.#json.at = start + end - from + 1;
      return;
    }
    this.#json.text();
    column.add(row, type, start, this.#json.at);
    if (!this.#json.textWasPlain) column.isPlain = false;
    this.#json.at += 1;
  }
}

class RowShapes {
  readonly shapes: Uint16Array[] = [];
  readonly ofRow = new Uint16Array(blockRows);
  /** The columns of the current row. */
  #row: number[] = [];
  #count = 0;

  add(column: number): void {
    this.#row[this.#count] = column;
    this.#count += 1;
  }

  endRow(row: number): void {
    const before = row === 0 ? -1 : (this.ofRow[row - 1] ?? -1);
    this.ofRow[row] = this.#isNow(this.shapes[before]) ? before : this.#place();
    this.#count = 0;
  }

  #place(): number {
    const known = this.shapes.findIndex((shape) => this.#isNow(shape));
    if (known >= 0) return known;
    this.shapes.push(Uint16Array.from(this.#row.slice(0, this.#count)));
    return this.shapes.length - 1;
  }

  #isNow(shape: Uint16Array | undefined): boolean {
    if (shape === undefined || shape.length !== this.#count) return false;
    for (let at = 0; at < shape.length; at += 1) if (shape[at] !== this.#row[at]) return false;
    return true;
  }
}
