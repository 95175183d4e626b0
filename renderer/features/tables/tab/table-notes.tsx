// Over the rows of a table: what a person should know of them, each line only where it is so.
import { OvertakenNote } from './overtaken-note';
import { ReadingNote } from './reading-note';
import { FailedRunNote } from './failed-run-note';
import { LibraryNotes } from '../query/library-notes';
import { MovesNotice } from '../review/moves';
import type { EditTarget } from '../review/edit-target';
import type { WholeReads } from '../staging/whole-reads';
import type { TableResult } from './use-table-result';

export interface TableNotesProps {
  readonly place: EditTarget;
  readonly result: Pick<TableResult, 'session' | 'state' | 'runs' | 'library' | 'staging' | 'staged'>;
  /** The reads of entities whose change waits to be staged. */
  readonly reads: WholeReads;
  /** The button that was pressed is gone: somebody else takes the keyboard. */
  readonly onDismissed: () => void;
}

export function TableNotes({ place, result, reads, onDismissed }: TableNotesProps) {
  const { connectionId, table, access } = place;
  const { session, state, runs, library, staging, staged } = result;
  return (
    <>
      <MovesNotice connectionId={connectionId} table={table} access={access} onSettled={runs.run} />
      <OvertakenNote
        by={staging.state.overtakenBy}
        state={state}
        leadRows={staged.rows.lead.length}
        onReadAgain={() => (state.query === undefined ? runs.run() : session.run(connectionId, state.query))}
      />
      <ReadingNote reads={reads} onStopped={onDismissed} />
      <FailedRunNote session={session} rejected={state.rejected} onDismissed={onDismissed} />
      <LibraryNotes library={library} state={state} />
    </>
  );
}
