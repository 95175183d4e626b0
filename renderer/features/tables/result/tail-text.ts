// The sentence under the last row: what is left to come, in honest words.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { SessionState } from './session-state';

/** Undefined while there are no rows: the view says it in their place. */
export function tailText(state: SessionState): string | undefined {
  if (state.rowCount === 0) return undefined;
  switch (state.status) {
    case 'idle':
      return undefined;
    case 'fetching':
      return trailingEmptyPages(state) > 0
        ? scanningText(state)
        : t`Fetching page ${formatCount(state.pages.length + 1)}…`;
    case 'reconnecting':
      return t`Reconnecting. The query goes on from its last token.`;
    case 'waiting':
      return t`More to come: scroll, or load to the end.`;
    case 'stopped':
      return t`Stopped. More to come.`;
    case 'complete':
      if (endedByLimit(state)) return t`The limit of ${counted(state.rowCount, 'row')} is reached. There may be more.`;
      return t`End of the result: ${counted(state.rowCount, 'row')}.`;
    case 'failed':
      return t`The next page failed. More to come.`;
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
  return plural(
    empty,
  )`Still scanning: ${formatCount(empty)} empty page ${state.rowCount === 0 ? t`so far` : t`in a row`}. | Still scanning: ${formatCount(empty)} empty pages ${state.rowCount === 0 ? t`so far` : t`in a row`}.`;
}

function trailingEmptyPages({ pages }: SessionState): number {
  let count = 0;
  for (let index = pages.length - 1; index >= 0 && pages[index]?.rows === 0; index -= 1) count += 1;
  return count;
}
