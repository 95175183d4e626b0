// The rows that a stored query names, as the list of jobs says them.
import type { TableQuery } from '@shared/query/filter';
import { checkedFilter } from '@shared/query/key-filter';
import { formatCount } from '@shared/units';
import { t } from '@shared/strings/t';

/** Every snapshot of the list carries them. In UTF-16 units. */
const longestFilter = 300;

/**
 * `the first 100 of Status eq 'open'`, cut where it is long. A filter that this version refuses is told as it was
 * written; null where nobody wrote one, and the title of the job has to do. Never throws.
 */
export function rowsNamed(query: TableQuery): string | null {
  const filter = filterOf(query);
  if (filter === null) return null;
  const { limit } = query;
  const first = limit === undefined ? '' : t`the first ${formatCount(limit)} of `;
  return `${first}${filter === '' ? t`the whole table` : cut(filter)}`;
}

/** Empty where every row is meant. */
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
