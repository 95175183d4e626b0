// What a person should know before an import starts, as sentences: from the findings of a dry run and the settings.
import type { ImportReport, ImportSettings } from '../model/table-import';
import { inQuotes } from '../strings/in-quotes';
import { plural, t } from '../strings/t';
import { formatCount } from '../units';

/** More of them are combined into one warning. */
const renamedNamed = 3;

export type ImportFindings = Pick<
  ImportReport,
  'rows' | 'rejectedRows' | 'partitions' | 'duplicateKeys' | 'emptyRowKeys' | 'appendOnly'
> & { readonly columns: readonly Pick<ImportReport['columns'][number], 'name' | 'property' | 'use'>[] };

/** Hot partitions, repeated and empty keys, changed names; empty if nothing is unusual. */
export function importWarnings(found: ImportFindings, settings: ImportSettings): readonly string[] {
  const warnings: string[] = [];
  const goodRows = found.rows - found.rejectedRows;
  if (found.partitions === 1 && goodRows > 1000) {
    warnings.push(
      t`All rows go to one partition, which takes about 2,000 entities a second. Choose a PartitionKey with more values to go faster.`,
    );
  } else if (found.appendOnly && goodRows > 100) {
    warnings.push(
      t`The keys only grow, so one partition server takes all writes. Start the PartitionKey with something that varies to spread them.`,
    );
  }
  if (found.duplicateKeys > 0) {
    const effect =
      settings.mode === 'insert' ? t`the later ones are refused` : t`the later ones overwrite the earlier ones`;
    const rows = formatCount(found.duplicateKeys);
    warnings.push(plural(found.duplicateKeys)`1 row repeats a key; ${effect}. | ${rows} rows repeat a key; ${effect}.`);
  }
  if (found.emptyRowKeys > 0) {
    const rows = formatCount(found.emptyRowKeys);
    warnings.push(
      plural(
        found.emptyRowKeys,
      )`One row has an empty RowKey, which the service takes. Check that it is meant. | ${rows} rows have an empty RowKey, which the service takes once in each partition. Check that they are meant.`,
    );
  }
  const isAsked = (name: string): boolean => settings.columns.some(({ column }) => column === name);
  const renamed = found.columns.filter(
    ({ name, property, use }) => use === 'import' && name !== property && !isAsked(name),
  );
  const shown = renamed.length > renamedNamed ? renamed.slice(0, 1) : renamed;
  for (const { name, property } of shown) {
    const others = renamed.length - shown.length;
    const more = others === 0 ? '' : t`, and ${formatCount(others)} more get other names`;
    warnings.push(
      t`Column ${inQuotes(name)} is written as ${property}${more}: property names hold letters, digits and _.`,
    );
  }
  return warnings;
}
