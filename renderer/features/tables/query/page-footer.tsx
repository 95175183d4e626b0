// Under the grid: a bar for each page, the loaded counts, the actions for the rest, and on request the requests behind
// the pages. Never calls a query complete before its last page.
import { t } from '@shared/strings/t';
import { Button, ResizeHandle, ToggleButton, Tooltip, useRememberedSize } from '@renderer/ui';
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { AnalysisSession, Reading } from '../result/analysis-session';
import { useRememberedChoice } from '../result/remembered';
import type { QueryRun } from '../result/query-run';
import type { SessionState } from '../result/run-state';
import { RequestsActions } from './requests-actions';
import { RequestsPanel } from './request-log';
import { waterfallRows, waterfallTotals } from './waterfall';
import { formatCount } from '@shared/units';
import { ChartNoAxesGantt, ChevronsDown, Pause, Play, Square } from 'lucide-react';
import { CostPopover } from '@renderer/cost/cost-popover';
import styles from './page-footer.module.css';
import { pageBars, pageFacts, pagesText, requestsSent, requestsToCome, rowsText } from './page-summary';
import type { PageStats } from '@shared/model/query-page';

interface QueryPagesProps {
  readonly connectionId: string;
  readonly table: string;
  readonly session: QueryRun;
  readonly state: SessionState;
  readonly analysis: AnalysisSession;
  /** Runs the same query from this token on; null from its start. */
  readonly onContinueFrom: (token: string | null) => void;
}

const panelBounds = { initial: 280, min: 200, max: 560 };

export function QueryPages(props: QueryPagesProps) {
  const { connectionId, table, session, state, analysis, onContinueFrom } = props;
  const count = useStore(analysis.store, (one) => one.count);
  const [requests, setRequests] = useRememberedChoice('table-requests', ['hidden', 'shown'], 'hidden');
  const [heightPx, setHeightPx] = useRememberedSize('table-requests', panelBounds);
  /** Counts, so that the same page can be opened again. */
  const [opened, setOpened] = useState({ page: 0, times: 0 });

  const shared = () => {
    const rows = waterfallRows(state.pages, state.startTokens);
    return { table, requests: rows, totals: waterfallTotals(rows) };
  };
  return (
    <>
      {requests === 'shown' ? (
        <>
          <ResizeHandle
            label={t`Resize the request list`}
            orientation="horizontal"
            panel="after"
            size={heightPx}
            bounds={panelBounds}
            onResize={setHeightPx}
            line="none"
          />
          <RequestsPanel
            key={`${state.run} ${opened.times}`}
            pages={state.pages}
            startTokens={state.startTokens}
            initialPage={opened.page}
            heightPx={heightPx}
            onContinueFrom={onContinueFrom}
            onClose={() => setRequests('hidden')}
          >
            <RequestsActions run={shared} onContinueFrom={onContinueFrom} />
          </RequestsPanel>
        </>
      ) : null}
      <PageFooter
        connectionId={connectionId}
        state={state}
        count={count}
        onPause={() => session.pause()}
        onStop={() => session.stop()}
        onResume={() => session.resume()}
        onLoadToEnd={() => session.loadToEnd()}
        requests={requests}
        onRequestsChange={setRequests}
        onOpenPage={(page) => {
          setOpened(({ times }) => ({ page, times: times + 1 }));
          setRequests('shown');
        }}
      />
    </>
  );
}

interface PageFooterProps {
  readonly connectionId: string;
  readonly state: SessionState;
  /** The latest count of the tab's rows, of whichever run. */
  readonly count: Reading | null;
  readonly onPause: () => void;
  readonly onStop: () => void;
  readonly onResume: () => void;
  readonly onLoadToEnd: () => void;
  readonly requests: 'shown' | 'hidden';
  readonly onRequestsChange: (requests: 'shown' | 'hidden') => void;
  /** The user wants to see the requests of the page with this index. */
  readonly onOpenPage: (page: number) => void;
}

function PageFooter(props: PageFooterProps) {
  const { connectionId, state, count, onPause, onStop, onResume, onLoadToEnd } = props;
  const { status, goal } = state;
  const running = status === 'fetching' || status === 'reconnecting';
  const toEnd = goal === 'to-end' && (running || status === 'stopped');
  // A failed page is retried where the failure is shown.
  const unfinished = status !== 'complete' && status !== 'idle' && status !== 'failed';
  return (
    <footer className={styles.footer} aria-label={t`Pages`}>
      <PageBars pages={state.pages} onOpen={props.onOpenPage} />
      <div className={styles.words}>
        {state.pages.length === 0 ? null : (
          <span>
            <span className={styles.rows}>{formatCount(state.rowCount)}</span> {rowsText(state)}
          </span>
        )}
        <span className={styles.pages} title={pagesText(state.pages, state.emptyPages)}>
          {status === 'reconnecting' ? t`reconnecting · ` : ''}
          {pagesText(state.pages, state.emptyPages)}
        </span>
      </div>
      <div className={styles.verbs}>
        <CostPopover
          sent={requestsSent(connectionId, state.pages)}
          {...(status === 'idle' ? {} : { toCome: requestsToCome(connectionId, state, count) })}
          note={t`Each page is billed as one operation, including empty ones, regardless of the number of rows.`}
        />
        <ToggleButton
          label={t`Requests`}
          icon={<ChartNoAxesGantt size={16} aria-hidden />}
          isSelected={props.requests === 'shown'}
          onChange={(on) => props.onRequestsChange(on ? 'shown' : 'hidden')}
        />
        {toEnd && running ? (
          <Tooltip text={t`Remembers the position. Resume continues to the end.`}>
            <Button key="pause" icon={<Pause size={14} aria-hidden />} onPress={onPause}>{t`Pause`}</Button>
          </Tooltip>
        ) : null}
        {status === 'stopped' ? (
          <Button key="continue" icon={<Play size={14} aria-hidden />} onPress={onResume}>
            {toEnd ? t`Resume` : t`Continue`}
          </Button>
        ) : null}
        {toEnd ? (
          <Tooltip text={t`Stops reading. The position is saved in the history.`}>
            <Button key="stop" icon={<Square size={12} aria-hidden />} onPress={onStop}>{t`Stop`}</Button>
          </Tooltip>
        ) : null}
        {unfinished && goal === 'on-demand' ? (
          <Button key="end" icon={<ChevronsDown size={14} aria-hidden />} onPress={onLoadToEnd}>{t`Read all`}</Button>
        ) : null}
      </div>
    </footer>
  );
}

const barPx = 6;
const gapPx = 2;
const factsPx = 216;

interface PageBarsProps {
  readonly pages: readonly PageStats[];
  /** The user wants to see the requests of the page with this index. */
  readonly onOpen: (page: number) => void;
}

function PageBars({ pages, onOpen }: PageBarsProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [widthPx, setWidthPx] = useState(0);
  const [current, setCurrent] = useState<number>();
  useLayoutEffect(() => {
    const target = box.current;
    if (target === null) return;
    const sizes = new ResizeObserver(() => setWidthPx(target.clientWidth));
    setWidthPx(target.clientWidth);
    sizes.observe(target);
    return () => sizes.disconnect();
  }, []);

  const maxBars = Math.max(1, Math.floor((widthPx + gapPx) / (barPx + gapPx)));
  const bars = useMemo(() => pageBars(pages, maxBars), [pages, maxBars]);
  const shown = current === undefined ? undefined : bars[Math.min(current, bars.length - 1)];

  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.floor(left / (barPx + gapPx));
    setCurrent(index >= 0 && index < bars.length ? index : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = current ?? bars.length;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (event.key === 'Escape') setCurrent(undefined);
    if (event.key === 'Enter' && shown !== undefined) onOpen(shown.first);
    if (to === undefined) return;
    event.preventDefault();
    setCurrent(Math.max(0, Math.min(bars.length - 1, to)));
  };

  if (bars.length === 0) return <div ref={box} className={styles.bars} />;
  const left = Math.max(0, Math.min(widthPx - factsPx, (current ?? 0) * (barPx + gapPx) - factsPx / 2));
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t`Pages of this query by latency`}
      aria-orientation="horizontal"
      aria-activedescendant={current === undefined ? undefined : `${id}-${current}`}
      className={styles.bars}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setCurrent(undefined)}
      onClick={() => {
        if (shown !== undefined) onOpen(shown.first);
      }}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setCurrent(bars.length - 1);
      }}
      onBlur={() => setCurrent(undefined)}
      onKeyDown={onKeyDown}
    >
      {bars.map((bar, index) => (
        <span
          key={bar.first}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          aria-label={`${heading(bar.first, bar.count)}: ${spoken(pages, bar.first, bar.count)}`}
          className={`${styles.bar} ${bar.kind === 'empty' ? styles.empty : styles.full}`}
          style={{ height: `${Math.max(12, bar.height * 100)}%` }}
        />
      ))}
      {shown === undefined ? null : (
        <div className={styles.facts} style={{ left }} aria-hidden>
          <strong>{heading(shown.first, shown.count)}</strong>
          <dl>
            {facts(pages, shown.first, shown.count).map(([name, text]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}

function heading(first: number, count: number): string {
  return count === 1 ? t`Page ${first + 1}` : t`Slowest of pages ${first + 1}–${first + count}`;
}

/** The facts of a bar's page, or of the slowest page where neighbours share the bar. */
function facts(pages: readonly PageStats[], first: number, count: number): ReturnType<typeof pageFacts> {
  const slowest = pages
    .slice(first, first + count)
    .reduce<PageStats | undefined>(
      (maxBars, page) => (maxBars && maxBars.latencyMs >= page.latencyMs ? maxBars : page),
      undefined,
    );
  return slowest === undefined ? [] : pageFacts(slowest);
}

function spoken(pages: readonly PageStats[], first: number, count: number): string {
  return facts(pages, first, count)
    .map(([name, text]) => `${name} ${text}`)
    .join(', ');
}
