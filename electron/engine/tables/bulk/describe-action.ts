// A bulk change in a few words, as the list of jobs shows it.
import type { PropertyChange } from '@shared/model/edit';
import type { BulkRequest } from '@shared/model/table-bulk';
import { checkedFilter } from '@shared/query/key-filter';
import { tableOf } from './bulk-preview';

const longestValue = 24;
const changesNamed = 3;

/** A deletion of everything is called clearing. */
export function kindOf({ action, scope }: BulkRequest): 'update' | 'delete' | 'clear' {
  if (action.kind === 'update') return 'update';
  const isWhole = scope.kind === 'query' && scope.query.limit === undefined && checkedFilter(scope.query).text === '';
  return isWhole ? 'clear' : 'delete';
}

/** `Orders: set Status to done, clear Note`. */
export function describeAction(request: BulkRequest): string {
  const table = tableOf(request);
  const { action } = request;
  if (action.kind === 'delete') return kindOf(request) === 'clear' ? `${table}: clear` : `${table}: delete rows`;
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
