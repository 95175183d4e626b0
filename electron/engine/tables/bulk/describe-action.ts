// A bulk change in a few words, as the list of jobs shows it.
import type { PropertyChange } from '@shared/model/edit';
import { type BulkRequest, type BulkStanding, clearsTable } from '@shared/model/table-bulk';
import type { TableJob } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import { tableOf } from './bulk-preview';

const longestValue = 24;
const changesNamed = 3;

/** A deletion of everything is called clearing. */
export function kindOf(request: BulkRequest): 'update' | 'delete' | 'clear' {
  return clearsTable(request) ? 'clear' : request.action.kind;
}

/** `Orders: set Status to done, clear Note`; of a deletion the table alone. */
export function describeAction(request: BulkRequest): string {
  const table = tableOf(request);
  const { action } = request;
  if (action.kind === 'delete') return table;
  const named = action.changes.slice(0, changesNamed).map(wordsOf);
  const more = action.changes.length - named.length;
  return `${table}: ${named.join(', ')}${more > 0 ? `, ${more} more` : ''}`;
}

function wordsOf(change: PropertyChange): string {
  if (change.kind === 'remove') return `clear ${change.name}`;
  if (change.kind === 'rename') return `rename ${change.name} to ${change.to}`;
  const text = String(change.value.value);
  return `set ${change.name} to ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`;
}

/** What the list of jobs says beside the figures that every job has. */
export function factsOf({ rowsUnchanged, rowsPerSecondAllowed, undo }: BulkStanding): TableJob['facts'] {
  const unchanged = { name: 'Left as they are', value: formatCount(rowsUnchanged) };
  const limit = { name: 'Rate limit', value: `${formatCount(rowsPerSecondAllowed ?? 0)} rows/s` };
  return [
    ...(rowsUnchanged > 0 ? [unchanged] : []),
    ...(rowsPerSecondAllowed === null ? [] : [limit]),
    ...(undo === 'none' ? [] : [{ name: 'Undo', value: undo === 'kept' ? 'possible' : 'used' }]),
  ];
}
