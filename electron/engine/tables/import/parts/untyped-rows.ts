// Examines rows before the types of their columns are determined: their keys, their approximate size in a transaction,
// or why they cannot be written. Undeclared types count as text, because any inferred type fits all values.
import { StowageError } from '@shared/errors';
import { unknownColumns } from '@shared/import/key-expression';
import type { ImportSettings } from '@shared/model/table-import';
import { checkEntity, storedBytes } from '../../entity-rules';
import { type PlainRows, plainRows } from './plain-rows';
import { type MappedColumn, type RowMapper, mapColumns, rowMapper } from './row-mapping';
import type { InputColumn, RowReader, SourceRow } from '../rows/source-row';

export type UntypedRow =
  | {
      readonly kind: 'keys';
      readonly partitionKey: string;
      readonly rowKey: string;
      /** Approximate size of the row in a transaction. */
      readonly bytes: number;
    }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string };

/** Approximate size of an operation's envelope. */
const envelopeBytes = 600;

/** Adapts to columns that are added later. The function throws what `mapColumns` and `rowMapper` throw. */
export function untypedRows(reader: RowReader, settings: ImportSettings): (row: SourceRow) => UntypedRow {
  const waysOf = followed(reader, settings, (columns): { plain: PlainRows; mapper: RowMapper } => {
    return { plain: plainRows(columns, settings, ''), mapper: rowMapper(columns, settings, '') };
  });
  return (row) => {
    // Before its columns: a JSON row that cannot be read adds none.
    if (row.problem !== null) return { kind: 'rejected', code: 'invalid.input', message: row.problem };
    const { plain, mapper } = waysOf();
    const found = plain(row);
    if (found !== null) {
      const { partitionKey, rowKey, json } = found;
      return { kind: 'keys', partitionKey, rowKey, bytes: json.length + envelopeBytes };
    }
    const mapped = mapper(row);
    if (mapped.kind === 'rejected') return mapped;
    const { entity } = mapped;
    try {
      checkEntity(entity);
    } catch (thrown) {
      const { code, message } = StowageError.from(thrown);
      return { kind: 'rejected', code, message };
    }
    const bytes = storedBytes(entity) + envelopeBytes + 60 * entity.properties.length;
    return { kind: 'keys', partitionKey: entity.partitionKey, rowKey: entity.rowKey, bytes };
  };
}

/** The keys alone; null when the row has none. */
export function untypedKeys(
  reader: RowReader,
  settings: ImportSettings,
): (row: SourceRow) => { readonly partitionKey: string; readonly rowKey: string } | null {
  const mapperOf = followed(reader, settings, (columns) => rowMapper(columns, settings, ''));
  return (row) => {
    if (row.problem !== null) return null;
    const mapped = mapperOf()(row);
    return mapped.kind === 'entity' ? mapped.entity : null;
  };
}

/** Rebuilt when a column was added. */
function followed<T>(
  reader: RowReader,
  settings: ImportSettings,
  make: (columns: readonly MappedColumn[]) => T,
): () => T {
  let made: { readonly value: T; readonly columns: number } | null = null;
  return () => {
    const { columns } = reader;
    if (made?.columns !== columns.length) {
      const known = reader.addsColumns ? [...columns, ...expectedColumns(settings, columns)] : columns;
      const mapped = mapColumns(known, knownOnly(settings, columns), () => 'Edm.String');
      made = { value: make(mapped), columns: columns.length };
    }
    return made.value;
  };
}

/**
 * Key columns that no row has had until now: the previous rows lack a key and are rejected, but later rows may have it.
 * The end of the check rejects columns that no row has.
 */
function expectedColumns(settings: ImportSettings, columns: readonly InputColumn[]): readonly InputColumn[] {
  const names = columns.map(({ name }) => name);
  const expected = [settings.partitionKey, settings.rowKey].flatMap((source) => {
    if (source.kind === 'column') return names.includes(source.column) ? [] : [source.column];
    return source.kind === 'expression' ? unknownColumns(source.expression, names) : [];
  });
  return [...new Set(expected)].map((name) => ({ name, declaredType: null }));
}

/** In JSON, a column named by a setting may first appear in a later row. */
function knownOnly(settings: ImportSettings, columns: readonly InputColumn[]): ImportSettings {
  const names = new Set(columns.map(({ name }) => name));
  return { ...settings, columns: settings.columns.filter(({ column }) => names.has(column)) };
}
