// The place of the rows: grid, loading shape, still scanning, nothing found, or what went wrong.
import { plural, t } from '@shared/strings/t';
import { EmptyState, ErrorNotice, ErrorState, LoadingRows, VisuallyHidden } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { ScanSearch } from 'lucide-react';
import { type SessionState, scanningText, tailText } from '../result/run-state';
import { type EntityGridProps, EntityGrid } from '../grid/entity-grid';
import styles from './table-tab.module.css';
import { type NothingFoundProps, NothingFound } from './nothing-found';
import { spokenText } from './spoken-text';
import { type WhyWaitingProps, WhyWaiting } from './why-waiting';

export interface RowsViewProps {
  readonly label: string;
  readonly grid: Omit<EntityGridProps, 'label' | 'rowCount' | 'extent' | 'tail'>;
  readonly state: SessionState;
  readonly onRetry: () => void;
  /** What the page that is on its way waits for. */
  readonly pageWait: WhyWaitingProps['read'];
  /** What fills an empty table. */
  readonly filling: Omit<NothingFoundProps, 'query' | 'before' | 'begun'>;
}

export function RowsView({ label, grid, state, onRetry, pageWait, filling }: RowsViewProps) {
  const { status, rowCount, error } = state;
  const tail = tailText(state);
  const shownRows = rowCount + grid.leadRows;
  return (
    <div className={styles.result}>
      <div className={styles.rows}>
        {shownRows > 0 ? (
          <EntityGrid
            key={state.run}
            {...grid}
            label={label}
            rowCount={shownRows}
            extent={status === 'complete' ? 'known' : 'open'}
            tail={tail ?? null}
          />
        ) : (
          <NoRows state={state} onRetry={onRetry} pageWait={pageWait} filling={filling} />
        )}
      </div>
      {rowCount > 0 && error !== undefined ? (
        <div className={styles.notice}>
          <ErrorNotice error={error} onRetry={onRetry} />
        </div>
      ) : null}
      <VisuallyHidden>
        <span role="status">{spokenText(state)}</span>
      </VisuallyHidden>
    </div>
  );
}

function begunAt({ startTokens: [first = null] }: SessionState): 'at-start' | 'at-token' {
  return first === null ? 'at-start' : 'at-token';
}

type NoRowsProps = Pick<RowsViewProps, 'state' | 'onRetry' | 'pageWait' | 'filling'>;

function NoRows({ state, onRetry, pageWait, filling }: NoRowsProps) {
  const { status, error, emptyPages } = state;
  switch (status) {
    case 'failed':
      return error === undefined ? null : <ErrorState error={error} onRetry={onRetry} />;
    case 'complete':
      return <NothingFound {...filling} query={state.query} before={state} begun={begunAt(state)} />;
    case 'stopped':
      return (
        <EmptyState title={t`Stopped before the first match`}>
          {emptyPages === 0 ? t`No page had arrived.` : t`${scanningText(state)} More may come.`}{' '}
          {t`Continue to go on from the same place.`}
        </EmptyState>
      );
    default:
      if (emptyPages > 0) {
        return (
          <EmptyState icon={<ScanSearch size={24} strokeWidth={1.5} aria-hidden />} title={t`Still scanning`}>
            <span role="status">
              {plural(
                emptyPages,
              )`${formatCount(emptyPages)} empty page so far. | ${formatCount(emptyPages)} empty pages so far.`}
            </span>{' '}
            {t`The service has more to read and found no match yet.`}
          </EmptyState>
        );
      }
      return (
        <div className={styles.loading}>
          <div className={styles.loadingHead} />
          <LoadingRows label={t`Fetching the first rows`} rows={12} columns={[14, 18, 10, 10, 16]} wait={state.run} />
          <WhyWaiting key={state.run} read={pageWait} />
        </div>
      );
  }
}
