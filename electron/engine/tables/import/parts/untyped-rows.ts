// Rows before the types of their columns are settled: their keys, what they take in a transaction, or why they cannot be
// written. Types that nobody declared count as text, since whatever is inferred later fits all values.
import { StowageError } from '@shared/errors';
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
      /** About what the row takes in a transaction. */
      readonly bytes: number;
    }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string };

/** About what an operation's envelope takes in a transaction. */
const envelopeBytes = 600;

/** Follows columns that join. The function throws what `mapColumns` and `rowMapper` throw. */
export function untypedRows(reader: RowReader, settings: ImportSettings): (row: SourceRow) => UntypedRow {
  const waysOf = followed(reader, settings, (columns): { plain: PlainRows; mapper: RowMapper } => {
    return { plain: plainRows(columns, settings, ''), mapper: rowMapper(columns, settings, '') };
  });
  return (row) => {
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

/** The keys alone; null of a row that has none. */
export function untypedKeys(
  reader: RowReader,
  settings: ImportSettings,
): (row: SourceRow) => { readonly partitionKey: string; readonly rowKey: string } | null {
  const mapperOf = followed(reader, settings, (columns) => rowMapper(columns, settings, ''));
  return (row) => {
    const mapped = mapperOf()(row);
    return mapped.kind === 'entity' ? mapped.entity : null;
  };
}

/** Made anew when a column joined. */
function followed<T>(
  reader: RowReader,
  settings: ImportSettings,
  make: (columns: readonly MappedColumn[]) => T,
): () => T {
  let made: { readonly value: T; readonly columns: number } | null = null;
  return () => {
    const { columns } = reader;
    if (made?.columns !== columns.length) {
      const mapped = mapColumns(columns, knownOnly(settings, columns), () => 'Edm.String');
      made = { value: make(mapped), columns: columns.length };
    }
    return made.value;
  };
}

/** Of JSON, a column that a setting names may come with a later row. */
function knownOnly(settings: ImportSettings, columns: readonly InputColumn[]): ImportSettings {
  const names = new Set(columns.map(({ name }) => name));
  return { ...settings, columns: settings.columns.filter(({ column }) => names.has(column)) };
}
