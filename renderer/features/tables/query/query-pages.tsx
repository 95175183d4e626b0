// The footer below the rows: the pages, and on request the requests behind them.
import { t } from '@shared/strings/t';
import { ResizeHandle, useRememberedSize } from '@renderer/ui';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { AnalysisSession } from '../result/analysis-session';
import { useRememberedChoice } from '../result/remembered';
import type { ResultSession } from '../result/result-session';
import type { SessionState } from '../result/session-state';
import { RequestsActions } from '../result/requests-actions';
import { PageFooter } from './page-footer';
import { RequestsPanel } from './requests-panel';
import { waterfallRows, waterfallTotals } from './waterfall';

export interface QueryPagesProps {
  readonly connectionId: string;
  readonly table: string;
  readonly session: ResultSession;
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
  /** Counts, so that the same page can be asked for again. */
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
            label={t`Resize the requests`}
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
