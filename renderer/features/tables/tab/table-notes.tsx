// Over the rows of a table: what a user should know of them (another write, a failed run, reads before staging), each line
// only where it is so.
import { LibraryNotes } from '../query/pending-query';
import { MovesNotice } from '../review/moves';
import type { ReadingWhole, WholeReads } from '../staging/whole-reads';
import { useChanges, useResult, useShown, useTab } from './open-table';
import { t } from '@shared/strings/t';
import { Button, ErrorNotice, IconButton, ProgressBar, RemedyContext, VisuallyHidden } from '@renderer/ui';
import { CircleStop, FileSearch, Layers, RefreshCw, X } from 'lucide-react';
import { useContext, useEffect } from 'react';
import type { FailedRun, SessionState } from '../result/run-state';
import { readsEverything } from './nothing-found';
import { Note } from '../result/note';
import styles from './table-tab.module.css';
import type { QueryRun } from '../result/query-run';
import { withoutIndexRows } from '@shared/indexes/without-index-rows';
import { wholeFilter } from '@shared/query/key-filter';
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';
import { useStore } from 'zustand';

export function TableNotes() {
  const { connectionId, table, access } = useTab().location;
  const { session, state, runs, library, staging, staged } = useResult();
  const { focusRows } = useShown();
  const { reads } = useChanges().editing.edits;
  return (
    <>
      <MovesNotice connectionId={connectionId} table={table} access={access} onSettled={runs.run} />
      <OvertakenNote
        by={staging.state.overtakenBy}
        state={state}
        leadRows={staged.rows.lead.length}
        onReadAgain={() => (state.query === undefined ? runs.run() : session.run(connectionId, state.query))}
      />
      <ReadingNote reads={reads} onStopped={focusRows} />
      <FailedRunNote session={session} rejected={state.rejected} onDismissed={focusRows} />
      <IndexRowsNote
        rows={state.indexRows}
        of={state.rowCount}
        onLeaveOut={() => {
          if (state.query === undefined) return;
          const filterText = wholeFilter(withoutIndexRows(state.query)).text;
          runs.setDraft({ ...runs.draft, mode: 'text', filterText });
        }}
      />
      <LibraryNotes library={library} state={state} />
    </>
  );
}

interface IndexRowsNoteProps {
  readonly rows: number;
  readonly of: number;
  /** Writes the filter that does; statistics and exports of the result are then without them, too. */
  readonly onLeaveOut: () => void;
}

/** Copies are marked, not hidden: they are rows that the service stores, returns and bills. */
function IndexRowsNote({ rows, of, onLeaveOut }: IndexRowsNoteProps) {
  if (rows === 0) return null;
  const isOfIndexOnly = rows === of;
  return (
    <Note
      icon={<Layers size={14} aria-hidden />}
      actions={isOfIndexOnly ? null : <Button size="small" onPress={onLeaveOut}>{t`Leave them out`}</Button>}
    >
      {isOfIndexOnly
        ? t`These rows belong to an index: each is a copy of the entity whose RowKey follows the “!”. Change the entity; its copies follow.`
        : t`${counted(rows, 'row')} of these, with RowKeys that begin with ~ix~, belong to indexes of the table and repeat its entities. Statistics and exports of the result include them.`}
    </Note>
  );
}

interface OvertakenNoteProps {
  /** What wrote to the table: `An import`; null for nothing. */
  readonly by: string | null;
  readonly state: SessionState;
  /** Rows above those of the result: staged inserts and entities that were inserted. */
  readonly leadRows: number;
  readonly onReadAgain: () => void;
}

function OvertakenNote({ by, state, leadRows, onReadAgain }: OvertakenNoteProps) {
  const isFilled = by !== null && leadRows === 0 && foundEmptyTable(state);
  useEffect(() => {
    if (isFilled) onReadAgain();
  }, [isFilled, onReadAgain]);
  if (by === null || isFilled) return null;
  return (
    <Note
      icon={<RefreshCw size={14} aria-hidden />}
      actions={<Button size="small" onPress={onReadAgain}>{t`Read again`}</Button>}
    >
      {t`${by} changed this table after these rows were read.`}
    </Note>
  );
}

/** With a condition, finding nothing may have meant reading millions of rows: running it again is left to the user. */
function foundEmptyTable({ status, rowCount, query }: SessionState): boolean {
  return status === 'complete' && rowCount === 0 && query !== undefined && readsEverything(query);
}

interface FailedRunNoteProps {
  readonly rejected: FailedRun | undefined;
  readonly session: Pick<QueryRun, 'retryFailedRun' | 'dismissFailedRun'>;
  /** Its buttons are gone, and with them the keyboard. */
  readonly onDismissed: () => void;
}

function FailedRunNote({ rejected: failedRun, session, onDismissed }: FailedRunNoteProps) {
  const remedies = useContext(RemedyContext);
  if (failedRun === undefined) return null;
  const onRunAgain = (): void => session.retryFailedRun();
  const onDismiss = (): void => {
    session.dismissFailedRun();
    onDismissed();
  };
  const dismiss = <IconButton label={t`Dismiss`} icon={<X size={14} aria-hidden />} size="small" onPress={onDismiss} />;
  if (failedRun.error.kind === 'cancelled') {
    return (
      <Note
        icon={<CircleStop size={14} aria-hidden />}
        actions={
          <>
            <Button size="small" onPress={onRunAgain}>{t`Run again`}</Button>
            {dismiss}
          </>
        }
      >
        {t`The query was stopped before its first page. The rows below are from the previous run.`}
      </Note>
    );
  }
  return (
    <div className={styles.notice}>
      <ErrorNotice
        error={failedRun.error}
        onRetry={onRunAgain}
        actions={
          <>
            {failedRun.error.kind === 'bug' ? null : remedies(failedRun.error, onRunAgain)}
            {dismiss}
          </>
        }
        remains={t`The rows below are from the previous run.`}
      />
    </div>
  );
}

interface ReadingNoteProps {
  readonly reads: WholeReads;
  /** The button that stopped it is gone: the focus must go elsewhere. */
  readonly onStopped: () => void;
}

export function ReadingNote({ reads, onStopped }: ReadingNoteProps) {
  const reading = useStore(reads.store);
  const stop = (): void => {
    reads.stop();
    onStopped();
  };
  return (
    <>
      {reading === null ? null : <Reading reading={reading} onStop={stop} />}
      <VisuallyHidden>
        <span role="status">{reading === null ? null : t`Reading whole entities: ${quarterOf(reading)} %`}</span>
      </VisuallyHidden>
    </>
  );
}

/** Announced in four steps: announcing each entity would be too much to listen to. */
function quarterOf({ done, total }: ReadingWhole): number {
  return Math.floor((done / total) * 4) * 25;
}

function Reading({ reading, onStop }: { readonly reading: ReadingWhole; readonly onStop: () => void }) {
  const { done, total } = reading;
  const far = t`${formatCount(done)} of ${counted(total, 'entity')}`;
  return (
    <Note
      icon={<FileSearch size={14} aria-hidden />}
      actions={<Button size="small" onPress={onStop}>{t`Stop`}</Button>}
      below={<ProgressBar label={t`Reading whole entities`} fraction={done / total} valueText={far} />}
    >
      {t`Only some columns are loaded, so the whole entities are read first: ${far}.`}
    </Note>
  );
}
