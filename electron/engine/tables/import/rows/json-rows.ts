// Rows of JSON arrays and JSON Lines. Numbers retain their digits, `name@odata.type` declares types, and the lossless
// form of `stowage query --json` is read back unchanged.
import { StowageError } from '@shared/errors';
import { parseEntityLine } from '@shared/import/entity-line';
import { isRejectColumn, parseEdmType, rejectColumns } from '@shared/import/typed-header';
import type { SettledReading } from '@shared/model/table-import';
import { edmTextProblem } from '@shared/query/edm-value';
import { inQuotes } from '@shared/strings/in-quotes';
import { MiB } from '@shared/units';
import { t } from '@shared/strings/t';
import { JsonCursor, nestedTooDeeply } from '../../json-cursor';
import { type InputBytes, decodedPieces } from './input-text';
import { ObjectSplitter } from './object-splitter';
import {
  type Cell,
  type InputColumn,
  type RowPiece,
  type RowReader,
  type SourceRow,
  type TypedCell,
  limitColumns,
} from './source-row';

/** No entity comes near this; a longer line means that the input is not JSON Lines. */
const longestLine = 16 * MiB;
const typeSuffix = /@(?:odata\.)?type$/;
const madeByService = new Set<string>([
  'etag',
  'odata.etag',
  'odata.metadata',
  'odata.type',
  'odata.id',
  'odata.editLink',
]);

/** Members of the lossless form, also of a line that was rejected. */
const ofLine = new Set<string>([
  'PartitionKey',
  'RowKey',
  'Timestamp',
  'properties',
  ...rejectColumns,
  ...madeByService,
]);

export class JsonRows implements RowReader {
  readonly addsColumns = true;
  readonly headerCells: readonly string[] = [];
  readonly blankRows = 0;
  skipsRejectColumns = false;
  readonly columns: InputColumn[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #input: InputBytes;
  readonly #reading: SettledReading;
  #index = 0;

  constructor(input: InputBytes, reading: SettledReading) {
    this.#input = input;
    this.#reading = reading;
  }

  async *pieces(): AsyncGenerator<RowPiece, void, undefined> {
    const splitter = this.#reading.format === 'json' ? new ObjectSplitter() : new LineSplitter();
    for await (const { text, bytesDone } of decodedPieces(this.#input, this.#reading.encoding)) {
      yield { rows: splitter.add(text).map((part) => this.#row(part.text, part.line)), bytesDone };
    }
    yield { rows: splitter.end().map((part) => this.#row(part.text, part.line)), bytesDone: this.#input.bytes };
  }

  #row(text: string, line: number): SourceRow {
    const index = this.#index;
    this.#index += 1;
    try {
      const order: number[] = [];
      return { index, line, cells: this.#cells(text, order), order, source: text, problem: null };
    } catch (thrown) {
      if (StowageError.from(thrown).code === 'invalid.input') throw thrown;
      return { index, line, cells: [], source: text, problem: problemOf(thrown) };
    }
  }

  /** @param order receives the columns of the row in their original order */
  #cells(text: string, order: number[]): readonly (Cell | undefined)[] {
    const cells: (Cell | undefined)[] = [];
    const entity = text.includes('"properties"') ? losslessEntity(text) : null;
    if (entity !== null) {
      const json = new JsonCursor(text);
      checkMembers(json);
      cells[this.#column('PartitionKey')] = { text: entity.partitionKey, type: 'Edm.String' };
      cells[this.#column('RowKey')] = { text: entity.rowKey, type: 'Edm.String' };
      for (const { name, value } of entity.properties) {
        if (this.#isReject(name)) continue;
        const at = this.#column(name);
        order.push(at);
        cells[at] = { text: String(value.value), type: value.type };
      }
      return cells;
    }
    const types = new Map<string, string>();
    const json = new JsonCursor(text);
    const seen = new Set<string>();
    json.members((name) => {
      if (seen.has(name)) throw new RepeatedMember(name);
      seen.add(name);
      const cell = readCell(json);
      const owner = name.replace(typeSuffix, '');
      if (owner !== name && typeof cell === 'object' && cell !== null) types.set(owner, cell.text);
      else if (!madeByService.has(name) && !this.#isReject(name)) {
        const at = this.#column(name);
        if (cells[at] === undefined) order.push(at);
        cells[at] = cell;
      }
    });
    json.end();
    if (text.includes('"odata.etag"')) cells.forEach((cell, at) => (cells[at] = asOfService(cell)));
    for (const [name, typeText] of types) {
      const at = this.#indexes.get(name);
      const cell = at === undefined ? undefined : cells[at];
      const type = parseEdmType(typeText);
      if (at !== undefined && type !== null && cell !== undefined && cell !== null) {
        cells[at] = { text: typeof cell === 'string' ? cell : cell.text, type };
      }
    }
    return cells;
  }

  #isReject(name: string): boolean {
    if (!isRejectColumn(name)) return false;
    this.skipsRejectColumns = true;
    return true;
  }

  #column(name: string): number {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    limitColumns(this.columns.length + 1);
    this.#indexes.set(name, this.columns.length);
    this.columns.push({ name, declaredType: null });
    return this.columns.length - 1;
  }
}

function problemOf(thrown: unknown): string {
  if (thrown instanceof RepeatedMember) return t`The object contains ${inQuotes(thrown.message)} more than once.`;
  const isTooDeep = StowageError.from(thrown).context.problem === nestedTooDeeply;
  return isTooDeep ? t`Its values are nested too deeply.` : t`This is not a JSON object.`;
}

/** An object contains a member twice: which of them is intended is unknown. */
class RepeatedMember extends Error {}

/** Of an object in the lossless form, and of its properties. */
function checkMembers(json: JsonCursor): void {
  const seen = new Set<string>();
  json.members((name) => {
    if (seen.has(name)) throw new RepeatedMember(name);
    seen.add(name);
    if (name === 'properties' && json.code() === 0x7b) checkMembers(json);
    else json.skipValue();
  });
}

/** The service annotates every other type, so that a text that looks like a time is a text. */
function asOfService(cell: Cell | undefined): Cell | undefined {
  if (typeof cell !== 'object' || cell === null) return cell;
  const { text, type } = cell;
  if (type === 'text') return { text, type: 'Edm.String' };
  if (type !== 'number') return cell;
  if (/[.eE]/.test(text)) return { text, type: 'Edm.Double' };
  return edmTextProblem('Edm.Int32', text) === null ? { text, type: 'Edm.Int32' } : cell;
}

/** Null for an object with more members: a property may be called `properties`. */
function losslessEntity(text: string): ReturnType<typeof parseEntityLine> {
  // The lossless form contains only strings, so JSON.parse loses nothing.
  const parsed: unknown = JSON.parse(text);
  const isLine = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).every((name) => ofLine.has(name));
  return isLine ? parseEntityLine(parsed) : null;
}

function readCell(json: JsonCursor): TypedCell | null {
  const first = json.code();
  if (first === 0x22) return { text: json.string(), type: 'text' };
  if (json.takeText('true')) return { text: 'true', type: 'Edm.Boolean' };
  if (json.takeText('false')) return { text: 'false', type: 'Edm.Boolean' };
  if (json.takeText('null')) return null;
  const start = json.position;
  if (first === 0x7b || first === 0x5b) {
    json.skipValue();
    return { text: json.since(start).trimEnd(), type: 'Edm.String' };
  }
  return { text: json.number(), type: 'number' };
}

/** Lines that are not empty. */
class LineSplitter {
  #rest = '';
  #line = 1;

  add(text: string): readonly { readonly text: string; readonly line: number }[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > longestLine) {
      const problem = t`the line is longer than an entity can be.`;
      throw new StowageError('invalid.input', `Line ${this.#line + lines.length}: ${problem}`, {
        context: {
          field: `Line ${this.#line + lines.length}`,
          problem,
          fix: t`JSON Lines has one object per line; choose JSON for an array.`,
        },
      });
    }
    return lines.flatMap((line) => {
      const at = this.#line;
      this.#line += 1;
      const trimmed = line.trim();
      return trimmed === '' ? [] : [{ text: trimmed, line: at }];
    });
  }

  end(): readonly { readonly text: string; readonly line: number }[] {
    return this.add('\n');
  }
}
