// Warnings for the user before an import starts, as sentences: from the findings of a dry run and the settings.
import type { ImportReport, ImportSettings } from '../model/table-import';
import { inQuotes } from '../strings/in-quotes';
import { plural, t } from '../strings/t';
import { formatCount } from '../units';

/** More of them are combined into one warning. */
const renamedNamed = 3;
const maxLinesNamed = 5;
const maxColumnsNamed = 10;

export type ImportFindings = Pick<
  ImportReport,
  | 'rows'
  | 'rejectedRows'
  | 'partitions'
  | 'duplicateKeys'
  | 'emptyRowKeys'
  | 'appendOnly'
  | 'blankRows'
  | 'skipsRejectColumns'
  | 'conflicts'
  | 'conflictRows'
> & { readonly columns: readonly Pick<ImportReport['columns'][number], 'name' | 'property' | 'use'>[] };

/** Hot partitions, repeated and empty keys, changed names; empty if nothing is unusual. */
export function importWarnings(found: ImportFindings, settings: ImportSettings): readonly string[] {
  const warnings: string[] = [];
  const goodRows = found.rows - found.rejectedRows;
  if (found.partitions === 1 && goodRows > 1000) {
    warnings.push(
      t`All rows go to one partition, which accepts about 2,000 entities per second. Use a PartitionKey with more values to import faster.`,
    );
  } else if (found.appendOnly && goodRows > 100) {
    warnings.push(
      t`The keys only increase, so one partition server takes all writes. Start the PartitionKey with a varying value to distribute them.`,
    );
  }
  if (found.duplicateKeys > 0) {
    const effect =
      settings.mode === 'insert' ? t`the later ones are rejected` : t`the later ones overwrite the earlier ones`;
    const rows = formatCount(found.duplicateKeys);
    warnings.push(plural(found.duplicateKeys)`1 row repeats a key; ${effect}. | ${rows} rows repeat a key; ${effect}.`);
  }
  if (found.emptyRowKeys > 0) {
    const rows = formatCount(found.emptyRowKeys);
    warnings.push(
      plural(
        found.emptyRowKeys,
      )`One row has an empty RowKey, which is valid. Check that it is intended. | ${rows} rows have an empty RowKey, which is valid once per partition. Check that they are intended.`,
    );
  }
  if (found.blankRows > 0) {
    const rows = formatCount(found.blankRows);
    warnings.push(plural(found.blankRows)`1 blank row is skipped. | ${rows} blank rows are skipped.`);
  }
  if (found.skipsRejectColumns) {
    warnings.push(
      t`_reject_line and _reject_reason contain the reasons why an earlier import rejected rows; these columns are skipped.`,
    );
  }
  warnings.push(...conflictWarnings(found));
  const isRequested = (name: string): boolean => settings.columns.some(({ column }) => column === name);
  const renamed = found.columns.filter(
    ({ name, property, use }) => use === 'import' && name !== property && !isRequested(name),
  );
  const shown = renamed.length > renamedNamed ? renamed.slice(0, 1) : renamed;
  for (const { name, property } of shown) {
    const others = renamed.length - shown.length;
    const more = others === 0 ? '' : t`, and ${formatCount(others)} more are renamed`;
    warnings.push(
      t`Column ${inQuotes(name)} is written as ${property}${more}: property names can contain only letters, digits and underscores.`,
    );
  }
  return warnings;
}

/** Which columns stay text because of a few values, and which rows hold them. */
function conflictWarnings({ conflicts, conflictRows }: ImportFindings): readonly string[] {
  const warnings: string[] = [];
  const unfit = conflicts.filter((conflict) => conflict.unfit > 0);
  if (unfit.length > 0) {
    const lines = [...new Set(unfit.flatMap((conflict) => conflict.lines))].sort((left, right) => left - right);
    const named = lines.slice(0, maxLinesNamed).map(formatCount).join(', ');
    const more = conflictRows > maxLinesNamed ? ', …' : '';
    const rows = plural(
      conflictRows,
    )`${formatCount(conflictRows)} row (line ${named}${more}) | ${formatCount(conflictRows)} rows (lines ${named}${more})`;
    const types = namedColumns(unfit.map(({ column, type }) => `${column} (${type.slice('Edm.'.length)})`));
    warnings.push(
      plural(
        unfit.length,
      )`${formatCount(unfit.length)} column stays text because of ${rows}, and has a type without: ${types}. | ${formatCount(unfit.length)} columns stay text because of ${rows}, and have a type without: ${types}.`,
    );
  }
  const changed = conflicts.filter((conflict) => conflict.unfit === 0);
  if (changed.length > 0) {
    const columns = namedColumns(changed.map(({ column }) => column));
    warnings.push(
      plural(
        changed.length,
      )`${formatCount(changed.length)} column stays text because another type would change some of its values: ${columns}. Choose a type to convert it. | ${formatCount(changed.length)} columns stay text because another type would change some of their values: ${columns}. Choose a type to convert them.`,
    );
  }
  return warnings;
}

function namedColumns(names: readonly string[]): string {
  const more = names.length - maxColumnsNamed;
  return more <= 0 ? names.join(', ') : t`${names.slice(0, maxColumnsNamed).join(', ')} and ${formatCount(more)} more`;
}
