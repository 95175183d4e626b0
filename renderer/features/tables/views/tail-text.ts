// The sentence under the last row: what is left to come, in honest words.
import { formatCount } from '@shared/units';
import type { SessionState } from '../session/session-state';

/** Undefined while there are no rows: the view says it in their place. */
export function tailText(state: SessionState): string | undefined {
  if (state.rowCount === 0) return undefined;
  switch (state.status) {
    case 'idle':
      return undefined;
    case 'fetching':
      return trailingEmptyPages(state) > 0
        ? scanningText(state)
        : `Fetching page ${formatCount(state.pages.length + 1)}…`;
    case 'reconnecting':
      return 'Reconnecting. The query goes on from its last token.';
    case 'waiting':
      return 'More to come: scroll, or load to the end.';
    case 'stopped':
      return 'Stopped. More to come.';
    case 'complete':
      if (endedByLimit(state)) return `The limit of ${formatCount(state.rowCount)} rows is reached. There may be more.`;
      return `End of the result: ${formatCount(state.rowCount)} ${state.rowCount === 1 ? 'row' : 'rows'}.`;
    case 'failed':
      return 'The next page failed. More to come.';
  }
}

type EndedParts = Pick<SessionState, 'status' | 'rowCount'> & Partial<Pick<SessionState, 'query'>>;

/** True where the row limit ended the result, not the service. */
export function endedByLimit({ status, query, rowCount }: EndedParts): boolean {
  return status === 'complete' && query?.limit !== undefined && rowCount >= query.limit;
}

/** What a scan without a match so far says: `Still scanning: 12 empty pages so far.` */
export function scanningText(state: SessionState): string {
  const empty = state.rowCount === 0 ? state.emptyPages : trailingEmptyPages(state);
  return `Still scanning: ${formatCount(empty)} empty ${empty === 1 ? 'page' : 'pages'} ${
    state.rowCount === 0 ? 'so far' : 'in a row'
  }.`;
}

function trailingEmptyPages({ pages }: SessionState): number {
  let count = 0;
  for (let index = pages.length - 1; index >= 0 && pages[index]?.rows === 0; index -= 1) count += 1;
  return count;
}
