// Monitor: what the service does while it does it — rates, latency, requests, trouble, and the totals.
import { Activity, ChartLine, List, Pause, Play, Table } from 'lucide-react';
import { Button, EmptyState, ErrorState, SegmentedControl, Toolbar, ToolbarSpace } from '@renderer/ui';
import { liveMetrics } from '@renderer/live/metrics';
import { mostPoints } from '@renderer/live/points';
import { useSharedStream } from '@renderer/live/shared-stream';
import { ChartsView } from './charts-view';
import { type MonitorWindow, liveReachMs, useMonitor, windowMsOf } from './monitor-store';
import { RequestFilters } from './requests/request-filters';
import { RequestsView } from './requests/requests-view';
import { SamplesTable } from './samples-table';
import { SourceLine } from './source-line';
import { StandingBar } from './standing/standing-bar';
import { TotalsRow } from './totals-row';
import { useFrames } from './use-frame';
import { ZoomControls } from './zoom-controls';
import styles from './monitor-tab.module.css';

const tableRows = 60;

const windowOptions: readonly { readonly value: MonitorWindow; readonly label: string }[] = [
  { value: '1-min', label: '1 min' },
  { value: '5-min', label: '5 min' },
  { value: '30-min', label: '30 min' },
  { value: '6-h', label: '6 h' },
  { value: '24-h', label: '24 h' },
];
const viewOptions = [
  { value: 'charts', label: 'Charts', icon: <ChartLine size={14} aria-hidden /> },
  { value: 'table', label: 'Table', icon: <Table size={14} aria-hidden /> },
  { value: 'requests', label: 'Requests', icon: <List size={14} aria-hidden /> },
] as const;

export interface MonitorTabProps {
  readonly isActive: boolean;
  readonly connections: readonly { readonly id: string; readonly name: string }[];
}

/** While another tab is in front nothing is drawn; the measurements go on being kept. */
export function MonitorTab({ isActive, connections }: MonitorTabProps) {
  const totals = useSharedStream(liveMetrics, (state) => state.totals);
  const hasSamples = useSharedStream(liveMetrics, (state) => state.samples.length > 0);
  const looksBack = useMonitor((state) => windowMsOf[state.window] > liveReachMs);
  const error = useSharedStream(liveMetrics, (state) => (state.status === 'failed' ? state.error : null));
  if (error && !hasSamples) return <ErrorState error={error} />;
  if (!totals || (totals.requests === 0 && !looksBack)) return <NothingMeasured />;
  return isActive ? <LiveMonitor connections={connections} /> : <div className={styles.tab} />;
}

function NothingMeasured() {
  const setWindow = useMonitor((state) => state.setWindow);
  return (
    <EmptyState
      icon={<Activity size={24} strokeWidth={1.5} />}
      title="Nothing measured yet"
      actions={<Button onPress={() => setWindow('24-h')}>Show the last 24 hours</Button>}
    >
      Open a table or move a file: every request to the service is measured and drawn here.
    </EmptyState>
  );
}

function LiveMonitor({ connections }: Pick<MonitorTabProps, 'connections'>) {
  const { window, held, view, setWindow, pause, resume, setView } = useMonitor();
  const live = useSharedStream(liveMetrics, (state) => state.samples);
  const totals = useSharedStream(liveMetrics, (state) => state.totals);
  const samples = held ?? live;
  const endMs = samples.at(-1)?.atMs ?? 0;
  const frames = useFrames(samples, view === 'table' ? tableRows : mostPoints);
  const nameOf = (id: string): string => connections.find((connection) => connection.id === id)?.name ?? id;

  return (
    <div className={styles.tab}>
      <Toolbar label="Monitor" className={styles.toolbar ?? ''}>
        {view === 'requests' ? null : (
          <SegmentedControl label="Time window" options={windowOptions} value={window} onChange={setWindow} />
        )}
        <Button icon={held ? <Play size={14} /> : <Pause size={14} />} onPress={() => (held ? resume() : pause(live))}>
          {held ? 'Go on' : 'Pause'}
        </Button>
        <span className={styles.held} role="status">
          {held ? `Held at ${new Date(endMs).toISOString().slice(11, 19)} UTC; measuring goes on.` : ''}
        </span>
        <ToolbarSpace />
        <SegmentedControl label="View" options={viewOptions} value={view} onChange={setView} />
      </Toolbar>
      {view === 'requests' ? (
        <RequestsView nameOf={nameOf} isHeld={held !== null} />
      ) : (
        <>
          <div className={styles.filterBar}>
            <RequestFilters nameOf={nameOf} />
            <ZoomControls endMs={endMs} />
          </div>
          <div className={styles.scroll}>
            {totals ? <TotalsRow totals={totals} /> : null}
            <StandingBar flow={held === null ? 'live' : 'held'} nameOf={nameOf} />
            <SourceLine frames={frames} />
            {view === 'table' ? <SamplesTable points={frames.frame?.points ?? []} /> : <ChartsView frames={frames} />}
          </div>
        </>
      )}
    </div>
  );
}
