// The tab's messages about a query: shown instead of rows before anything was run, and above them if some are missing
// because of a saved query or a continued scan.
import { plural, t } from '@shared/strings/t';
import { Button, EmptyState, Time } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { CirclePause, CornerDownRight, ListFilter, Play } from 'lucide-react';
import styles from './library.module.css';
import { outcomeText } from './run-record';
import type { TableLibrary } from './use-table-library';
import { counted } from '@shared/strings/counted';
import type { SessionState } from '../result/run-state';
import { Note } from '../result/note';

interface PendingQueryProps {
  readonly state: NonNullable<TableLibrary['state']>;
  readonly onContinue: TableLibrary['continueRun'];
  readonly onRun: () => void;
  readonly onShowAll: () => void;
}

export function PendingQuery({ state: pending, onContinue, onRun, onShowAll }: PendingQueryProps) {
  if (pending.kind === 'ready') {
    return (
      <div className={styles.standing}>
        <EmptyState
          icon={<Play size={24} strokeWidth={1.5} aria-hidden />}
          title={t`Not run yet`}
          actions={<Button variant="primary" onPress={onRun}>{t`Run query`}</Button>}
        >
          {t`The query is in the bar above. Check its cost, edit it, then run it.`}
        </EmptyState>
      </div>
    );
  }
  const { lastRun, ranAtMs } = pending.run;
  const title = outcomeText(lastRun);
  return (
    <div className={styles.standing}>
      <EmptyState
        icon={<CirclePause size={24} strokeWidth={1.5} aria-hidden />}
        title={`${title.charAt(0).toUpperCase()}${title.slice(1)}`}
        actions={
          <>
            <Button variant="primary" onPress={() => onContinue(pending.run)}>{t`Continue`}</Button>
            <Button onPress={onRun}>{t`Start over`}</Button>
            <Button variant="quiet" onPress={onShowAll}>{t`Show all rows`}</Button>
          </>
        }
      >
        {t`The last scan of this table ended`} <Time at={ranAtMs} /> {t`before its end. “Continue” reads on from there`}
        {lastRun.rows === 0
          ? ''
          : plural(
              lastRun.rows,
            )`; the row before it is not loaded again | ; the ${formatCount(lastRun.rows)} rows before it are not loaded again`}
        .
      </EmptyState>
    </div>
  );
}

interface LibraryNotesProps {
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
                {t`Do not open with this query`}
              </Button>
            </>
          }
        >
          {t`This table opens with`} {name === undefined ? t`a saved query` : `“${name}”`}
          {t`. Rows that do not match are hidden.`}
        </Note>
      ) : null}
      {rowsBefore === undefined ? null : (
        <Note
          icon={<CornerDownRight size={14} aria-hidden />}
          actions={<Button size="small" onPress={library.startAgain}>{t`Start over`}</Button>}
        >
          {beforeText(rowsBefore)}
          {state.status === 'failed' && state.error?.code === 'invalid.token'
            ? t` The position is no longer valid.`
            : ''}
        </Note>
      )}
    </>
  );
}

function beforeText(rowsBefore: number | null): string {
  if (rowsBefore === null) return t`This scan started at a continuation token. Earlier rows are not loaded here.`;
  if (rowsBefore === 0) return t`This scan continues an earlier one that stopped before its first row.`;
  return t`This scan continues after ${counted(rowsBefore, 'row')} of an earlier run, which are not loaded here.`;
}
