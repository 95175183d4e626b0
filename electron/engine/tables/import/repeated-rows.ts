// Names the rows whose keys came before: reads the input again up to the last of them. And the mapping that stands in
// while types are not settled yet.
import type { ImportReport, ImportSettings, SettledReading } from '@shared/model/table-import';
import type { InputBytes } from './input-text';
import { type RowMapper, mapColumns, rowMapper } from './row-mapping';
import { readerFor } from './row-reader';
import type { RowReader, SourceRow } from './source-row';

/** Two lines of the input with the same keys. */
export interface RepeatedLine {
  readonly index: number;
  readonly firstIndex: number;
}

/** With the keys of each repeated line, in the order given. Throws what reading throws. */
export async function nameRepeatedRows(
  named: readonly RepeatedLine[],
  input: InputBytes,
  reading: SettledReading,
  settings: ImportSettings,
  signal: AbortSignal | undefined,
): Promise<ImportReport['duplicates']> {
  if (named.length === 0) return [];
  const wanted = new Set(named.map(({ index }) => index));
  const last = Math.max(...wanted);
  const keys = new Map<number, { readonly partitionKey: string; readonly rowKey: string }>();
  const reader = readerFor(input, reading);
  const map = untypedMapper(reader, settings);
  for await (const { rows } of reader.pieces(signal)) {
    for (const row of rows) {
      if (!wanted.has(row.line)) continue;
      const result = map(row);
      if (result.kind === 'entity') keys.set(row.line, result.entity);
    }
    if (rows.some(({ line }) => line >= last)) break;
  }
  return named.flatMap(({ index, firstIndex }) => {
    const found = keys.get(index);
    if (found === undefined) return [];
    return [{ line: index, firstLine: firstIndex, partitionKey: found.partitionKey, rowKey: found.rowKey }];
  });
}

/** Types that nobody declared count as text: whatever is inferred later fits all values. Follows columns that join. */
export function untypedMapper(reader: RowReader, settings: ImportSettings): RowMapper {
  let mapper: RowMapper | null = null;
  let mapped = 0;
  return (row: SourceRow) => {
    const { columns } = reader;
    if (mapper === null || mapped !== columns.length) {
      mapper = rowMapper(
        mapColumns(columns, knownOnly(settings, columns), () => 'Edm.String'),
        settings,
        '',
      );
      mapped = columns.length;
    }
    return mapper(row);
  };
}

/** Of JSON, a column that a setting names may come with a later row. */
function knownOnly(settings: ImportSettings, columns: readonly { readonly name: string }[]): ImportSettings {
  const names = new Set(columns.map(({ name }) => name));
  return { ...settings, columns: settings.columns.filter(({ column }) => names.has(column)) };
}
