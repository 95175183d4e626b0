// A note above the rows that explains why some are missing: the table opened with a saved query, or a scan continues an
// earlier one.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import { CornerDownRight, ListFilter } from 'lucide-react';
import type { SessionState } from '../result/session-state';
import { Note } from '../result/note';
import type { TableLibrary } from './use-table-library';

export interface LibraryNotesProps {
  readonly library: TableLibrary;
  readonly state: Pick<SessionState, 'error' | 'status'>;
}

export function LibraryNotes({ library, state }: LibraryNotesProps) {
  const { saved: savedQueries, rowsBefore } = library;
  const name = savedQueries.opening?.name;
  return (
    <>
      {library.showsDefaultQuery ? (
        <Note
          icon={<ListFilter size={14} aria-hidden />}
          actions={
            <>
              <Button size="small" onPress={library.showAll}>{t`Show all rows`}</Button>
              <Button size="small" variant="quiet" onPress={() => savedQueries.setDefaultQuery(null)}>
                {t`Stop opening with it`}
              </Button>
            </>
          }
        >
          {t`This table opens with`} {name === undefined ? t`a query of its own` : `“${name}”`}
          {t`. Rows that do not match are left out.`}
        </Note>
      ) : null}
      {rowsBefore === undefined ? null : (
        <Note
          icon={<CornerDownRight size={14} aria-hidden />}
          actions={<Button size="small" onPress={library.startAgain}>{t`Start again`}</Button>}
        >
          {beforeText(rowsBefore)}
          {state.status === 'failed' && state.error?.code === 'invalid.token'
            ? t` The place is not valid any more.`
            : ''}
        </Note>
      )}
    </>
  );
}

function beforeText(rowsBefore: number | null): string {
  if (rowsBefore === null) return t`This scan began at a token. The rows before it are not loaded here.`;
  if (rowsBefore === 0) return t`This scan goes on where an earlier one stopped, before its first row.`;
  return t`This scan goes on after ${counted(rowsBefore, 'row')} of an earlier run, which are not loaded here.`;
}
