// Rows as the JSON of a write, without an entity in between, where nothing about them needs a second look: most rows of
// most files. Answers null for any other row; row-mapping.ts and the rules of entities judge that one.
import { maximumProperties, nameProblems } from '@shared/edit/entity-rules';
import type { EdmType } from '@shared/model/entity';
import type { ImportSettings } from '@shared/model/table-import';
import { type MappedColumn, isNoValue, keyMakers, typeOfCell } from './row-mapping';
import type { SourceRow } from './source-row';

export interface PlainRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** The same text as `encodeEntity` gives. */
  readonly json: string;
}

export type PlainRows = (row: SourceRow) => PlainRow | null;

/** A member of the object, with its comma; null where the text has to be looked at. */
type MemberWriter = (text: string) => string | null;

/** Printable ASCII but for `"`, `#`, `/`, `?` and `\\`: legal in a key, and the same in JSON. */
const plainKey = /^[ !$-.0->@-[\]-~]{0,512}$/;
/** A text of this length fits whatever it holds. */
const shortJson = 400_000;

/** Takes what `rowMapper` takes and throws as it does. */
export function plainRows(columns: readonly MappedColumn[], settings: ImportSettings, salt: string): PlainRows {
  const { partitionKey, rowKey } = keyMakers(columns, settings, salt);
  const imported = columns.flatMap(({ use }, index) => (use === 'import' ? [index] : []));
  const isLegal = imported.length <= maximumProperties && imported.every((index) => hasLegalName(columns[index]));
  if (!isLegal) return () => null;
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

function hasLegalName(column: MappedColumn | undefined): boolean {
  return column !== undefined && nameProblems(column.property).length === 0;
}

const longestPlainText = 32_768;
const plainText = /^[ !#-[\]-~]*$/;
/** Half characters are refused, line separators are written otherwise. */
const delicate = /[\u2028\u2029\ud800-\udfff]/;
const plainInt32 = /^-?(?:0|[1-9]\d{0,8})$/;
const plainInt64 = /^-?(?:0|[1-9]\d{0,17})$/;
const plainDouble = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const plainMoment =
  /^(?:1[7-9]|2\d)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,7})?Z$/;
const plainGuid = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** For a property, by the type that a cell has. */
function memberWriters(property: string): Readonly<Record<EdmType, MemberWriter>> {
  const name = JSON.stringify(property);
  const annotated = (type: EdmType): string => `,${JSON.stringify(`${property}@odata.type`)}:"${type}",${name}:`;
  const quoted = (type: EdmType, pattern: RegExp): MemberWriter => {
    const start = `${annotated(type)}"`;
    return (text) => (pattern.test(text) ? `${start}${text}"` : null);
  };
  const bare = (start: string, pattern: RegExp): MemberWriter => {
    return (text) => (pattern.test(text) ? start + text : null);
  };
  return {
    'Edm.String': (text) => {
      if (text.length > longestPlainText) return null;
      if (plainText.test(text)) return `,${name}:"${text}"`;
      return delicate.test(text) ? null : `,${name}:${JSON.stringify(text)}`;
    },
    'Edm.Boolean': bare(`,${name}:`, /^(?:true|false)$/),
    'Edm.Int32': bare(`,${name}:`, plainInt32),
    'Edm.Int64': quoted('Edm.Int64', plainInt64),
    'Edm.Double': bare(annotated('Edm.Double'), plainDouble),
    'Edm.DateTime': quoted('Edm.DateTime', plainMoment),
    'Edm.Guid': quoted('Edm.Guid', plainGuid),
    'Edm.Binary': () => null,
  };
}
