// Maps rows of the input to entities according to the settings of the import. Compiled once, then applied to each row.
import { createHash } from 'node:crypto';
import { type ErrorCode, invalidInput } from '@shared/errors';
import { cellValue } from '@shared/import/cell-value';
import { type KeyPart, evaluateKey, mayRepeatByChance, parseKeyExpression } from '@shared/import/key-expression';
import type { EdmType, Entity, Property } from '@shared/model/entity';
import type { ImportSettings, KeySource } from '@shared/model/table-import';
import { isPropertyName } from '@shared/query/key-rules';
import { isZone } from '@shared/query/zone-time';
import { inQuotes } from '@shared/strings/in-quotes';
import { t } from '@shared/strings/t';
import { type Cell, type InputColumn, type SourceRow, type TypedCell, cellText } from '../rows/source-row';

export interface MappedColumn {
  readonly name: string;
  readonly property: string;
  readonly type: EdmType;
  readonly typeFrom: 'setting' | 'header' | 'values';
  readonly use: 'import' | 'leave-out' | 'key';
}

export type RowResult =
  | { readonly kind: 'entity'; readonly entity: Entity }
  | { readonly kind: 'rejected'; readonly code: ErrorCode; readonly message: string };

export type RowMapper = (row: SourceRow) => RowResult;

/** Types whose empty value is valid. */
const mayBeEmpty: ReadonlySet<EdmType> = new Set<EdmType>(['Edm.String', 'Edm.Binary']);
const systemProperties = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

/**
 * The property for each column; types that were not declared are `undeclared`.
 * @throws StowageError `invalid.input` for a column or key that the input does not have
 */
export function mapColumns(
  columns: readonly InputColumn[],
  settings: ImportSettings,
  undeclared: (index: number) => EdmType,
): readonly MappedColumn[] {
  const names = columns.map(({ name }) => name);
  for (const { column } of settings.columns) requireColumn('Columns', column, names);
  for (const source of [settings.partitionKey, settings.rowKey]) {
    if (source.kind === 'column') requireOnce(source.column, names);
  }
  if (settings.zone !== undefined && !isZone(settings.zone)) {
    throw invalidInput(
      t`Time zone`,
      t`${inQuotes(settings.zone)} is not a time zone.`,
      t`Use one such as Europe/Berlin or UTC.`,
    );
  }
  const keyColumns = new Set([
    ...directKey('PartitionKey', settings.partitionKey, names),
    ...directKey('RowKey', settings.rowKey, names),
  ]);
  const taken = new Map<string, string>();
  return columns.map(({ name, declaredType }, index): MappedColumn => {
    const setting = settings.columns.find(({ column }) => column === name);
    const property = setting?.property ?? propertyNameOf(name);
    const type = setting?.type ?? declaredType ?? undeclared(index);
    const typeFrom = setting?.type !== undefined ? 'setting' : declaredType !== null ? 'header' : 'values';
    const isKey = keyColumns.has(name) && (setting?.use !== 'import' || systemProperties.has(property));
    const use = isKey ? 'key' : (setting?.use ?? (systemProperties.has(property) ? 'leave-out' : 'import'));
    if (use === 'import') {
      const other = taken.get(property);
      if (other !== undefined) {
        throw invalidInput(
          t`Column ${name}`,
          t`it and column ${other} would both become ${property}.`,
          t`Rename one of them, or skip it.`,
        );
      }
      taken.set(property, name);
    }
    return { name, property, type, typeFrom, use };
  });
}

/**
 * @param columns the result of `mapColumns`, in the order of the input
 * @param salt makes GUID keys reproducible when the job is resumed
 * @throws StowageError `invalid.input` for a key expression that cannot be parsed
 */
export function rowMapper(columns: readonly MappedColumn[], settings: ImportSettings, salt: string): RowMapper {
  const { partitionKey, rowKey } = keyMakers(columns, settings, salt);
  const imported = columns.flatMap(({ use }, index) => (use === 'import' ? [index] : []));
  const keepEmpty = settings.emptyCells === 'empty-string';
  return (row) => {
    if (row.problem !== null) return { kind: 'rejected', code: 'invalid.input', message: row.problem };
    const partition = partitionKey(row);
    if (partition.kind === 'rejected') return partition;
    const key = rowKey(row);
    if (key.kind === 'rejected') return key;
    const properties: Property[] = [];
    for (const index of row.order ?? imported) {
      const column = columns[index];
      if (column?.use !== 'import') continue;
      const { name, property } = column;
      const cell = row.cells[index];
      if (cell === undefined || cell === null || isNullText(cell, settings)) continue;
      const text = typeof cell === 'string' ? cell : cell.text;
      const wanted = typeOfCell(column, cell);
      if (isNoValue(cell, wanted)) {
        if (keepEmpty && wanted === 'Edm.String')
          properties.push({ name: property, value: { type: 'Edm.String', value: '' } });
        continue;
      }
      // Numbers of JSON have a point.
      const isOfJson = typeof cell !== 'string' && cell.type !== 'text';
      const result = cellValue(wanted, text, isOfJson ? { zone: settings.zone } : settings);
      if (result.kind === 'problem') {
        return { kind: 'rejected', code: 'invalid.entity', message: `${name}: ${shortened(text)} ${result.problem}.` };
      }
      properties.push({ name: property, value: result.value });
    }
    return {
      kind: 'entity',
      entity: { partitionKey: partition.key, rowKey: key.key, timestamp: '', etag: '', properties },
    };
  };
}

/** Whether the cell holds the text that represents a missing value. */
export function isNullText(cell: Cell | undefined, { nullText }: Pick<ImportSettings, 'nullText'>): boolean {
  return nullText !== undefined && cellText(cell) === nullText;
}

/** The type of a cell: the one it declares, if any, unless the user has set another. */
export function typeOfCell({ type, typeFrom }: MappedColumn, cell: string | TypedCell): EdmType {
  if (typeof cell === 'string' || typeFrom === 'setting') return type;
  return cell.type === 'number' || cell.type === 'text' ? type : cell.type;
}

/** Whether a cell counts as empty; texts and bytes with a declared type may be empty values. */
export function isNoValue(cell: string | TypedCell, type: EdmType): boolean {
  return typeof cell === 'string' ? cell === '' : cell.text === '' && !mayBeEmpty.has(type);
}

/** A valid property name similar to the column's name. */
function propertyNameOf(column: string): string {
  if (isPropertyName(column)) return column;
  const safe = column.replace(/[^\p{L}\p{Nl}\p{Nd}_]+/gu, '_').slice(0, 255);
  return isPropertyName(safe) ? safe : `_${safe}`.slice(0, 255);
}

/** The function that makes the keys of a row. Throws as `rowMapper`. */
export function keyMakers(
  columns: readonly MappedColumn[],
  settings: ImportSettings,
  salt: string,
): { readonly partitionKey: KeyMaker; readonly rowKey: KeyMaker } {
  const indexes = new Map(columns.map(({ name }, index) => [name, index]));
  const names = columns.map(({ name }) => name);
  return {
    partitionKey: keyMaker('PartitionKey', settings.partitionKey, { names, indexes, salt, settings }),
    rowKey: keyMaker('RowKey', settings.rowKey, { names, indexes, salt, settings }),
  };
}

export type KeyMaker = (
  row: SourceRow,
) =>
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'rejected'; readonly code: ErrorCode; readonly message: string };

interface KeyInput {
  readonly names: readonly string[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly salt: string;
  readonly settings: ImportSettings;
}

function keyMaker(field: string, source: KeySource, { names, indexes, salt, settings }: KeyInput): KeyMaker {
  const present = (cell: Cell | undefined): string | null => (isNullText(cell, settings) ? null : cellText(cell));
  switch (source.kind) {
    case 'guid':
      return ({ index }) => ({ kind: 'key', key: guidOf(`${salt}/${field}/${index}`) });
    case 'column': {
      requireColumn(field, source.column, names);
      const at = indexes.get(source.column) ?? -1;
      return (row) => {
        const text = present(row.cells[at]);
        return text === null
          ? { kind: 'rejected', code: 'invalid.key', message: t`${field}: column ${source.column} is missing.` }
          : { kind: 'key', key: text };
      };
    }
    case 'expression': {
      const parts: readonly KeyPart[] = parseKeyExpression(field, source.expression, names);
      return (row) => {
        const result = evaluateKey(parts, (column) => present(row.cells[indexes.get(column) ?? -1]), {
          zone: settings.zone,
          guid: (index) => guidOf(`${salt}/${field}/${row.index}/${index}`),
        });
        return result.kind === 'key'
          ? result
          : { kind: 'rejected', code: 'invalid.key', message: t`${field}: column ${result.column} ${result.problem}.` };
      };
    }
  }
}

function directKey(field: string, source: KeySource, names: readonly string[]): readonly string[] {
  if (source.kind !== 'column') return [];
  requireColumn(field, source.column, names);
  return [source.column];
}

/** Whether a key has random digits, which a dry run makes otherwise than the import. */
export function hasChanceKeys(settings: ImportSettings, columns: readonly Pick<InputColumn, 'name'>[]): boolean {
  const names = columns.map(({ name }) => name);
  return [settings.partitionKey, settings.rowKey].some(
    (source) =>
      source.kind === 'expression' && mayRepeatByChance(parseKeyExpression('PartitionKey', source.expression, names)),
  );
}

/** The keys of a row would be those of the last of these columns. */
function requireOnce(column: string, names: readonly string[]): void {
  if (names.indexOf(column) === names.lastIndexOf(column)) return;
  throw invalidInput(
    t`Column ${column}`,
    t`it occurs more than once in the input.`,
    t`Rename one of them in the input.`,
  );
}

function requireColumn(field: string, column: string, names: readonly string[]): void {
  if (names.includes(column)) return;
  if (names.length === 0) throw invalidInput('Input', t`is empty.`, t`Choose a file with a header and rows.`);
  const known = names.slice(0, 12).join(', ');
  const other = names.find((each) => each.toLowerCase() === column.toLowerCase());
  if (other !== undefined) {
    throw invalidInput(
      field,
      t`the input has no column ${inQuotes(column)}.`,
      t`It has ${inQuotes(other)}: choose that one.`,
    );
  }
  throw invalidInput(field, t`the input has no column ${inQuotes(column)}.`, t`Use one of ${known}.`);
}

function guidOf(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

function shortened(text: string): string {
  return inQuotes(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
