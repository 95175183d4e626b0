// The area of the rows: grid, loading shape, still scanning, why the first rows are late, nothing found, or the
// failure; and which of it is announced to screen readers.
import { plural, t } from '@shared/strings/t';
import { EmptyState, ErrorNotice, ErrorState, LoadingRows, VisuallyHidden } from '@renderer/ui';
import { formatCount, formatTimeLeft } from '@shared/units';
import { ScanSearch } from 'lucide-react';
import { type SessionState, scanningText, tailText } from '../result/run-state';
import { EntityGrid } from '../grid/entity-grid';
import { useChanges, useResult, useShown, useTab } from './open-table';
import styles from './table-tab.module.css';
import { NothingFound } from './nothing-found';
import { useEffect, useEffectEvent, useState } from 'react';
import type { PageWait } from '@shared/model/query-page';
import { counted } from '@shared/strings/counted';

export function RowsView() {
  const { location, disabledReasons } = useTab();
  const { session, state } = useResult();
  const { grid, onScrolled } = useShown();
  const { editing, notify } = useChanges();
  const { status, rowCount, error } = state;
  const tail = tailText(state);
  const shownRows = rowCount + grid.props.leadRows;
  const onRetry = (): void => session.resume();
  return (
    <div className={styles.result}>
      <div className={styles.rows}>
        {shownRows > 0 ? (
          <EntityGrid
            key={state.run}
            {...grid.props}
            {...editing.grid}
            disabledReasons={disabledReasons}
            onScrolled={onScrolled}
            onRejected={notify}
            label={t`Entities of ${location.table} on ${location.connectionName}`}
            rowCount={shownRows}
            extent={status === 'complete' ? 'known' : 'open'}
            tail={tail ?? null}
          />
        ) : (
          <NoRows onRetry={onRetry} />
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

function NoRows({ onRetry }: { readonly onRetry: () => void }) {
  const { disabledReasons, onImport } = useTab();
  const { session, state, seen } = useResult();
  const { insert } = useChanges();
  const { status, error, emptyPages } = state;
  switch (status) {
    case 'failed':
      return error === undefined ? null : <ErrorState error={error} onRetry={onRetry} />;
    case 'complete':
      return (
        <NothingFound
          {...(disabledReasons.insert === null ? { onImport, onInsert: insert } : {})}
          example={seen.example}
          query={state.query}
          before={state}
          begun={begunAt(state)}
        />
      );
    case 'stopped':
      return (
        <EmptyState title={t`Stopped before the first match`}>
          {emptyPages === 0 ? t`No page was received.` : t`${scanningText(state)} There may be more.`}{' '}
          {t`Press Continue to resume from the same position.`}
        </EmptyState>
      );
    default:
      if (emptyPages > 0) {
        return (
          <EmptyState icon={<ScanSearch size={24} strokeWidth={1.5} aria-hidden />} title={t`Scanning`}>
            <span role="status">
              {plural(
                emptyPages,
              )`${formatCount(emptyPages)} empty page so far. | ${formatCount(emptyPages)} empty pages so far.`}
            </span>{' '}
            {t`No matches yet. The service has more to read.`}
          </EmptyState>
        );
      }
      return (
        <div className={styles.loading}>
          <div className={styles.loadingHead} />
          <LoadingRows label={t`Fetching the first rows`} rows={12} columns={[14, 18, 10, 10, 16]} wait={state.run} />
          <WhyWaiting key={state.run} read={() => session.pageWait()} />
        </div>
      );
  }
}

interface WhyWaitingProps {
  /** What the page that is on its way waits for. */
  readonly read: () => Promise<PageWait | null>;
}

const readEveryMs = 1_000;

export function WhyWaiting({ read }: WhyWaitingProps) {
  const [wait, setWait] = useState<PageWait | null>(null);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    let isShown = true;
    const timer = setInterval(() => {
      void readNow().then((reported) => {
        if (isShown) setWait(reported);
      });
    }, readEveryMs);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <p className={styles.whyWaiting}>
      {/* What counts down is not read out each second. */}
      <span role="status">{wait === null ? null : causes[wait.why]}</span>{' '}
      {wait === null ? null : <span>{nextTry(wait)}</span>}
    </p>
  );
}

const causes: Readonly<Record<PageWait['why'], string>> = {
  throttled: t`The service is throttling requests. Stowage retries automatically.`,
  held: t`The service is throttling other requests to this account, so all of them wait. Stowage continues automatically.`,
  failing: t`The service could not respond. Stowage retries automatically.`,
  line: t`The service could not be reached. Stowage retries automatically.`,
};

function nextTry({ attempt, dueInMs }: PageWait): string {
  if (attempt === 1) {
    return dueInMs === 0 ? t`The request is in progress.` : t`The request is sent in ${formatTimeLeft(dueInMs)}.`;
  }
  return dueInMs === 0
    ? t`Attempt ${attempt} is in progress.`
    : t`Attempt ${attempt} starts in ${formatTimeLeft(dueInMs)}.`;
}

/** Null if there is nothing to announce, or if the visible content announces itself. */
export function spokenText(state: SessionState): string | null {
  const { status, rowCount, pages } = state;
  switch (status) {
    case 'complete':
      return rowCount === 0 ? t`No entities found.` : (tailText(state) ?? null);
    case 'waiting':
      // Prefetched pages follow while the user reads.
      return rowCount > 0 && pages.length === 1 ? t`${counted(rowCount, 'row')} so far, more available.` : null;
    case 'stopped':
    case 'reconnecting':
      return tailText(state) ?? null;
    case 'idle':
    case 'fetching':
    case 'failed':
      return null;
  }
}
