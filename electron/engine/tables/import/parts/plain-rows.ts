// Turns rows into the JSON of a write without building an entity, when no value needs further checks, as for most rows.
// Returns null for any other row, which is left to row-mapping.ts and the rules of entities.
import { maximumProperties, nameProblems } from '@shared/edit/entity-rules';
import type { EdmType } from '@shared/model/entity';
import type { ImportSettings } from '@shared/model/table-import';
import { type MappedColumn, isNoValue, keyMakers, typeOfCell } from './row-mapping';
import type { SourceRow } from '../rows/source-row';

export interface PlainRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** The same text as `encodeEntity` gives. */
  readonly json: string;
}

export type PlainRows = (row: SourceRow) => PlainRow | null;

/** A member of the object with its comma; null when the value needs further checks. */
type MemberWriter = (text: string) => string | null;

/** Printable ASCII except `"`, `#`, `/`, `?` and `\\`: valid in a key, and unchanged in JSON. */
export const plainKey = /^[ !$-.0->@-[\]-~]{0,512}$/;
/** A text up to this length is always allowed. */
const shortJson = 400_000;

/** Same parameters and errors as `rowMapper`. */
export function plainRows(columns: readonly MappedColumn[], settings: ImportSettings, salt: string): PlainRows {
  const { partitionKey, rowKey } = keyMakers(columns, settings, salt);
  const imported = importedColumns(columns);
  if (imported === null || hasOwnForm(settings)) return () => null;
  const writers = columns.map(({ property }) => memberWriters(property));
  const keepEmpty = settings.emptyCells === 'empty-string';
  return (row) => {
    if (row.problem !== null) return null;
    const partition = partitionKey(row);
    const key = rowKey(row);
    if (partition.kind === 'rejected' || key.kind === 'rejected') return null;
    if (!plainKey.test(partition.key) || !plainKey.test(key.key)) return null;
    let json = `{"PartitionKey":"${partition.key}","RowKey":"${key.key}"`;
    for (const index of row.order ?? imported) {
      const column = columns[index];
      const cell = row.cells[index];
      if (column?.use !== 'import' || cell === undefined || cell === null) continue;
      const type = typeOfCell(column, cell);
      if (isNoValue(cell, type) && !(keepEmpty && type === 'Edm.String')) continue;
      const member = writers[index]?.[type](typeof cell === 'string' ? cell : cell.text) ?? null;
      if (member === null) return null;
      json += member;
    }
    return json.length < shortJson ? { partitionKey: partition.key, rowKey: key.key, json: `${json}}` } : null;
  };
}

/** Whether the format of values differs from that of the service, so that each needs further checks. */
export function hasOwnForm({ decimals, nullText }: ImportSettings): boolean {
  return decimals === 'comma' || nullText !== undefined;
}

/** Columns that become properties; null when a name or their number needs further checks. */
export function importedColumns(columns: readonly MappedColumn[]): readonly number[] | null {
  const imported = columns.flatMap(({ use }, index) => (use === 'import' ? [index] : []));
  const isLegal = imported.length <= maximumProperties && imported.every((index) => hasLegalName(columns[index]));
  return isLegal ? imported : null;
}

/** The JSON before and after the value, with a leading comma. */
export function aroundValue(property: string, type: EdmType): readonly [string, string] {
  const name = JSON.stringify(property);
  const annotation = `,${JSON.stringify(`${property}@odata.type`)}:"${type}"`;
  switch (type) {
    case 'Edm.String':
      return [`,${name}:"`, '"'];
    case 'Edm.Boolean':
    case 'Edm.Int32':
      return [`,${name}:`, ''];
    case 'Edm.Double':
      return [`${annotation},${name}:`, ''];
    case 'Edm.Int64':
    case 'Edm.DateTime':
    case 'Edm.Guid':
    case 'Edm.Binary':
      return [`${annotation},${name}:"`, '"'];
  }
}

function hasLegalName(column: MappedColumn | undefined): boolean {
  return column !== undefined && nameProblems(column.property).length === 0;
}

export const longestPlainText = 32_768;
const plainText = /^[ !#-[\]-~]*$/;
/** Lone surrogates are rejected; line separators are escaped. */
const delicate = /[\u2028\u2029\ud800-\udfff]/;
const plainInt32 = /^-?(?:0|[1-9]\d{0,8})$/;
const plainInt64 = /^-?(?:0|[1-9]\d{0,17})$/;
/** Too short to exceed a double. */
const plainDouble = /^(?=.{1,40}$)-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
export const plainMoment =
  /^(?:1[7-9]|2\d)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,7})?Z$/;
export const plainGuid = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** For a property, by the cell's type. */
function memberWriters(property: string): Readonly<Record<EdmType, MemberWriter>> {
  const name = JSON.stringify(property);
  const matching = (type: EdmType, pattern: RegExp): MemberWriter => {
    const [start, end] = aroundValue(property, type);
    return (text) => (pattern.test(text) ? start + text + end : null);
  };
  return {
    'Edm.String': (text) => {
      if (text.length > longestPlainText) return null;
      if (plainText.test(text)) return `,${name}:"${text}"`;
      return delicate.test(text) ? null : `,${name}:${JSON.stringify(text)}`;
    },
    'Edm.Boolean': matching('Edm.Boolean', /^(?:true|false)$/),
    'Edm.Int32': matching('Edm.Int32', plainInt32),
    'Edm.Int64': matching('Edm.Int64', plainInt64),
    'Edm.Double': matching('Edm.Double', plainDouble),
    'Edm.DateTime': matching('Edm.DateTime', plainMoment),
    'Edm.Guid': matching('Edm.Guid', plainGuid),
    'Edm.Binary': () => null,
  };
}
