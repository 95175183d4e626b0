// A short description of a bulk change, for the list of jobs.
import type { PropertyChange } from '@shared/model/edit';
import type { BulkRequest, BulkState } from '@shared/model/table-bulk';
import { clearsTable } from '@shared/query/key-filter';
import type { TableJob } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import { t } from '@shared/strings/t';
import { rowsNamed } from '../jobs/rows-named';
import type { BulkHead } from './bulk-records';

const longestValue = 24;
const changesNamed = 3;

/** Deleting everything is called clearing. */
export function kindOf(request: BulkRequest): 'update' | 'delete' | 'clear' {
  return clearsTable(request) ? 'clear' : request.action.kind;
}

/** `Orders: set Status to done, clear Note`; of a deletion the table alone. In the language of now. */
export function titleOf(head: Pick<BulkHead, 'table' | 'action' | 'title' | 'takesBack'>): string {
  const { table, action, takesBack } = head;
  if (action.kind !== 'restore') return actionTitle(table, action);
  if (takesBack === undefined) return head.title;
  return takesBack.kind === 'file'
    ? t`Undo file: ${takesBack.change}`
    : t`Undo: ${titleOf({ ...head, ...takesBack.of, takesBack: undefined })}`;
}

function actionTitle(table: string, action: BulkRequest['action']): string {
  if (action.kind === 'delete') return table;
  const named = action.changes.slice(0, changesNamed).map(messageOf);
  const more = action.changes.length - named.length;
  return `${table}: ${named.join(', ')}${more > 0 ? t`, ${more} more` : ''}`;
}

function messageOf(change: PropertyChange): string {
  if (change.kind === 'remove') return t`clear ${change.name}`;
  if (change.kind === 'rename') return t`rename ${change.name} to ${change.to}`;
  const text = String(change.value.value);
  return t`set ${change.name} to ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`;
}

/**
 * What the list of jobs shows besides the figures that every job has.
 * @param rows as `rowsMeant` describes them
 */
export function factsOf(
  { rowsUnchanged, rowsPerSecondAllowed, undo }: BulkState,
  rows: string | null,
): TableJob['facts'] {
  const unchanged = { name: t`Skipped`, value: formatCount(rowsUnchanged) };
  const limit = { name: t`Rate limit`, value: t`${formatCount(rowsPerSecondAllowed ?? 0)} rows/s` };
  return [
    ...(rows === null ? [] : [{ name: t`Rows`, value: rows }]),
    ...(rowsUnchanged > 0 ? [unchanged] : []),
    ...(rowsPerSecondAllowed === null ? [] : [limit]),
    ...(undo === 'none' ? [] : [{ name: t`Undo`, value: undo === 'kept' ? t`available` : t`already undone` }]),
  ];
}

/** Describes the affected rows; null if the kind of the job or its title does so. */
export function rowsMeant({ kind, query }: Pick<BulkHead, 'kind' | 'query'>): string | null {
  if (kind === 'restore' || kind === 'clear') return null;
  return query === null ? t`selected rows` : rowsNamed(query);
}
