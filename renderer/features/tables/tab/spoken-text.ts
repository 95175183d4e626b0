// What is said aloud of a result: how a run ended, and that the first rows are there. Never of each page. Pure.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { type SessionState, tailText } from '../result/run-state';

/** Null where nothing is to be said, or where what is seen says it itself. */
export function spokenText(state: SessionState): string | null {
  const { status, rowCount, pages } = state;
  switch (status) {
    case 'complete':
      return rowCount === 0 ? t`No entity was found.` : (tailText(state) ?? null);
    case 'waiting':
      // Pages that are fetched ahead follow while somebody reads.
      return rowCount > 0 && pages.length === 1 ? t`${counted(rowCount, 'row')} so far, more to come.` : null;
    case 'stopped':
    case 'reconnecting':
      return tailText(state) ?? null;
    case 'idle':
    case 'fetching':
    case 'failed':
      return null;
  }
}
