// Under the grid: the page bars, what was loaded so far, and the actions for the rest. Never calls a query complete
// while a token is left.
import { t } from '@shared/strings/t';
import { Button, ToggleButton, Tooltip } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { ChartNoAxesGantt, ChevronsDown, Pause, Play, Square } from 'lucide-react';
import { CostPopover } from '@renderer/cost/cost-popover';
import type { Reading } from '../result/analysis-session';
import type { SessionState } from '../result/session-state';
import { PageBars } from './page-bars';
import styles from './page-bars.module.css';
import { pagesText, rowsText } from './page-summary';
import { requestsSent, requestsToCome } from './query-cost';

export interface PageFooterProps {
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
  /** Somebody wants to see the requests of the page with this index. */
  readonly onOpenPage: (page: number) => void;
}

export function PageFooter(props: PageFooterProps) {
  const { connectionId, state, count, onPause, onStop, onResume, onLoadToEnd } = props;
  const { status, goal } = state;
  const running = status === 'fetching' || status === 'reconnecting';
  const toEnd = goal === 'to-end' && (running || status === 'stopped');
  // A failed page is tried again where the failure is told.
  const unfinished = status !== 'complete' && status !== 'idle' && status !== 'failed';
  return (
    <footer className={styles.footer} aria-label={t`Pages`}>
      <PageBars pages={state.pages} onOpen={props.onOpenPage} />
      <div className={styles.words}>
        <span>
          <span className={styles.rows}>{formatCount(state.rowCount)}</span> {rowsText(state)}
        </span>
        <span>
          {status === 'reconnecting' ? t`reconnecting · ` : ''}
          {pagesText(state.pages, state.emptyPages)}
        </span>
      </div>
      <div className={styles.verbs}>
        <CostPopover
          sent={requestsSent(connectionId, state.pages)}
          {...(status === 'idle' ? {} : { toCome: requestsToCome(connectionId, state, count) })}
          note={t`Each page is one operation, an empty one too, however many rows it brings.`}
        />
        <ToggleButton
          label={t`Requests`}
          icon={<ChartNoAxesGantt size={16} aria-hidden />}
          isSelected={props.requests === 'shown'}
          onChange={(on) => props.onRequestsChange(on ? 'shown' : 'hidden')}
        />
        {toEnd && running ? (
          <Tooltip text={t`Keeps the place. Resume reads on to the end.`}>
            <Button key="pause" icon={<Pause size={14} aria-hidden />} onPress={onPause}>{t`Pause`}</Button>
          </Tooltip>
        ) : null}
        {status === 'stopped' ? (
          <Button key="continue" icon={<Play size={14} aria-hidden />} onPress={onResume}>
            {toEnd ? t`Resume` : t`Continue`}
          </Button>
        ) : null}
        {toEnd ? (
          <Tooltip text={t`Ends reading to the end. The place is kept in the history.`}>
            <Button key="stop" icon={<Square size={12} aria-hidden />} onPress={onStop}>{t`Stop`}</Button>
          </Tooltip>
        ) : null}
        {unfinished && goal === 'on-demand' ? (
          <Button key="end" icon={<ChevronsDown size={14} aria-hidden />} onPress={onLoadToEnd}>{t`To the end`}</Button>
        ) : null}
      </div>
    </footer>
  );
}
