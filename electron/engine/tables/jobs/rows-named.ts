// Describes the rows that a stored query selects, for the list of jobs.
import type { TableQuery } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { formatCount } from '@shared/units';
import { t } from '@shared/strings/t';

/** Maximum length in UTF-16 units, because every snapshot of the list contains them. */
const longestFilter = 300;

/**
 * `the first 100 of Status eq 'open'`, shortened when it is long. A filter that this version cannot parse is shown as
 * written; null when there is no such text either, and the title of the job has to suffice. Never throws.
 */
export function rowsNamed(query: TableQuery): string | null {
  const filter = filterOf(query);
  if (filter === null) return null;
  const { limit } = query;
  const first = limit === undefined ? '' : t`the first ${formatCount(limit)} of `;
  return `${first}${filter === '' ? t`the whole table` : cut(filter)}`;
}

/** Empty when every row is selected. */
function filterOf(query: TableQuery): string | null {
  try {
    return checkedFilter(query).text;
  } catch {
    return query.filterText?.trim() ?? null;
  }
}

function cut(text: string): string {
  return text.length > longestFilter ? `${text.slice(0, longestFilter)}…` : text;
}
