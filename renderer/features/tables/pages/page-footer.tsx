// Under the grid: the page bars, what has come so far, and the verbs for the rest. Never calls a query complete
// while a token is left.
import { Button, ToggleButton, Tooltip } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { ChartNoAxesGantt, ChevronsDown, Pause, Play, Square } from 'lucide-react';
import type { SessionState } from '../session/session-state';
import { PageBars } from './page-bars';
import styles from './page-bars.module.css';
import { pagesText, rowsText } from './page-summary';

export interface PageFooterProps {
  readonly state: SessionState;
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
  const { state, onPause, onStop, onResume, onLoadToEnd } = props;
  const { status, goal } = state;
  const running = status === 'fetching' || status === 'reconnecting';
  const toEnd = goal === 'to-end' && (running || status === 'stopped');
  // A failed page is tried again where the failure is told.
  const unfinished = status !== 'complete' && status !== 'idle' && status !== 'failed';
  return (
    <footer className={styles.footer} aria-label="Pages">
      <PageBars pages={state.pages} onOpen={props.onOpenPage} />
      <div className={styles.words}>
        <span>
          <span className={styles.rows}>{formatCount(state.rowCount)}</span> {rowsText(state)}
        </span>
        <span>
          {status === 'reconnecting' ? 'reconnecting · ' : ''}
          {pagesText(state.pages, state.emptyPages)}
        </span>
      </div>
      <div className={styles.verbs}>
        <ToggleButton
          label="Requests"
          icon={<ChartNoAxesGantt size={16} aria-hidden />}
          isSelected={props.requests === 'shown'}
          onChange={(on) => props.onRequestsChange(on ? 'shown' : 'hidden')}
        />
        {toEnd && running ? (
          <Tooltip text="Keeps the place. Resume reads on to the end.">
            <Button key="pause" icon={<Pause size={14} aria-hidden />} onPress={onPause}>
              Pause
            </Button>
          </Tooltip>
        ) : null}
        {status === 'stopped' ? (
          <Button key="continue" icon={<Play size={14} aria-hidden />} onPress={onResume}>
            {toEnd ? 'Resume' : 'Continue'}
          </Button>
        ) : null}
        {toEnd ? (
          <Tooltip text="Ends reading to the end. The place is kept in the history.">
            <Button key="stop" icon={<Square size={12} aria-hidden />} onPress={onStop}>
              Stop
            </Button>
          </Tooltip>
        ) : null}
        {unfinished && goal === 'on-demand' ? (
          <Button key="end" icon={<ChevronsDown size={14} aria-hidden />} onPress={onLoadToEnd}>
            To the end
          </Button>
        ) : null}
      </div>
    </footer>
  );
}
