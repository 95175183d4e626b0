// Over the rows: why some are missing. The table opened with a chosen query, or the scan goes on where another stopped.
import { Button } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { CornerDownRight, ListFilter } from 'lucide-react';
import type { SessionState } from '../session/session-state';
import { Note } from '../views/note';
import type { TableLibrary } from './use-table-library';

export interface LibraryNotesProps {
  readonly library: TableLibrary;
  readonly state: Pick<SessionState, 'error' | 'status'>;
}

export function LibraryNotes({ library, state }: LibraryNotesProps) {
  const { kept, rowsBefore } = library;
  const name = kept.opening?.name;
  return (
    <>
      {library.showsOpening ? (
        <Note
          icon={<ListFilter size={14} aria-hidden />}
          verbs={
            <>
              <Button size="small" onPress={library.showAll}>
                Show all rows
              </Button>
              <Button size="small" variant="quiet" onPress={() => kept.setOpening(null)}>
                Stop opening with it
              </Button>
            </>
          }
        >
          This table opens with {name === undefined ? 'a query of its own' : `“${name}”`}. Rows that do not match are
          left out.
        </Note>
      ) : null}
      {rowsBefore === undefined ? null : (
        <Note
          icon={<CornerDownRight size={14} aria-hidden />}
          verbs={
            <Button size="small" onPress={library.startAgain}>
              Start again
            </Button>
          }
        >
          {beforeText(rowsBefore)}
          {state.status === 'failed' && state.error?.code === 'invalid.token'
            ? ' The place is not valid any more.'
            : ''}
        </Note>
      )}
    </>
  );
}

function beforeText(rowsBefore: number | null): string {
  if (rowsBefore === null) return 'This scan began at a token. The rows before it are not loaded here.';
  if (rowsBefore === 0) return 'This scan goes on where an earlier one stopped, before its first row.';
  const rows = rowsBefore === 1 ? 'row' : 'rows';
  return `This scan goes on after ${formatCount(rowsBefore)} ${rows} of an earlier run, which are not loaded here.`;
}
