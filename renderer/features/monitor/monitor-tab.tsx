// Monitor: rates, latency, requests, failures and totals, live.
import { Activity, ChartLine, List, Pause, Play, Table } from 'lucide-react';
import { memo, useCallback } from 'react';
import { formatMoment, formatTime } from '@shared/strings/moments';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import {
  Button,
  EmptyState,
  ErrorNotice,
  ErrorState,
  ResponsiveLabel,
  SegmentedControl,
  Toolbar,
  ToolbarSpace,
} from '@renderer/ui';
import { liveMetrics } from '@renderer/live/metrics';
import { maxPoints } from '@renderer/live/points';
import { useSharedStream } from '@renderer/live/shared-stream';
import { useViewActions } from '@renderer/pane/view-actions';
import { ChartsView } from './charts-view';
import { type MonitorView, type MonitorWindow, liveReachMs, useMonitor, windowMsOf } from './monitor-store';
import { RequestFilters } from './requests/request-filters';
import { RequestsView } from './requests/requests-view';
import { SamplesTable } from './samples-table';
import { VerdictBar } from './verdict/verdict-bar';
import { TotalsRow } from './totals-row';
import { type Frames, useFrames } from './use-frame';
import { ZoomControls } from './zoom-controls';
import styles from './monitor-tab.module.css';
import { useCall } from '@renderer/bridge';
import { CostButton, CostExplanation } from '@renderer/cost/cost-popover';
import { stepText } from './step-text';

const tableRows = 60;

const windowOptions: readonly { readonly value: MonitorWindow; readonly label: string }[] = [
  { value: '1-min', label: t`1 min` },
  { value: '5-min', label: t`5 min` },
  { value: '30-min', label: t`30 min` },
  { value: '6-h', label: t`6 h` },
  { value: '24-h', label: t`24 h` },
];
const viewOptions = [
  { value: 'charts', label: t`Charts`, icon: <ChartLine size={14} aria-hidden /> },
  { value: 'table', label: t`Table`, icon: <Table size={14} aria-hidden /> },
  { value: 'requests', label: t`Requests`, icon: <List size={14} aria-hidden /> },
] as const;

/** With little room the active view keeps its name, and the others are icons. */
function viewsBeside(view: MonitorView) {
  return viewOptions.map((each) => ({
    ...each,
    text:
      each.value === view ? <span>{each.label}</span> : <ResponsiveLabel needs="little">{each.label}</ResponsiveLabel>,
  }));
}

export interface MonitorTabProps {
  readonly isActive: boolean;
  readonly connections: readonly Pick<ConnectionSummary, 'id' | 'name' | 'kind'>[];
}

/** While another tab is active nothing is drawn; the measurements are still recorded. */
export function MonitorTab({ isActive, connections }: MonitorTabProps) {
  const hasRequests = useSharedStream(liveMetrics, ({ totals }) => totals && totals.requests > 0);
  const hasSamples = useSharedStream(liveMetrics, (state) => state.samples.length > 0);
  const isHistoric = useMonitor((state) => windowMsOf[state.window] > liveReachMs);
  const error = useSharedStream(liveMetrics, (state) => (state.status === 'failed' ? state.error : null));
  if (error && !hasSamples) return <ErrorState error={error} />;
  if (hasRequests === null || (!hasRequests && !isHistoric)) return <NothingMeasured />;
  return isActive ? <LiveMonitor connections={connections} /> : <div className={styles.tab} />;
}

function NothingMeasured() {
  const setWindow = useMonitor((state) => state.setWindow);
  return (
    <EmptyState
      icon={<Activity size={24} strokeWidth={1.5} />}
      title={t`No measurements yet`}
      actions={<Button onPress={() => setWindow('24-h')}>{t`Show the last 24 hours`}</Button>}
    >
      {t`Open a table or transfer a file: every request to the service is measured and charted here.`}
    </EmptyState>
  );
}

function LiveMonitor({ connections }: Pick<MonitorTabProps, 'connections'>) {
  const { held, view } = useMonitor();
  const live = useSharedStream(liveMetrics, (state) => state.samples);
  const totals = useSharedStream(liveMetrics, (state) => state.totals);
  const frames = useFrames(held ?? live, view === 'table' ? tableRows : maxPoints);
  // The same while the connections are: what is drawn by its answers is not drawn with every sample.
  const nameOf = useCallback(
    (id: string): string => connections.find((connection) => connection.id === id)?.name ?? id,
    [connections],
  );

  return (
    <div className={styles.tab}>
      <MonitorToolbar />
      {view === 'requests' ? (
        <RequestsView nameOf={nameOf} isHeld={held !== null} />
      ) : (
        <>
          <div className={styles.filterBar}>
            <RequestFilters nameOf={nameOf} />
            <ZoomControls />
          </div>
          <div className={styles.scroll} data-kept-scroll={view}>
            {totals ? <TotalsRow totals={totals} /> : null}
            <VerdictBar flow={held === null ? 'live' : 'held'} nameOf={nameOf} />
            <SourceLine frames={frames} />
            {view === 'table' ? (
              <SamplesTable points={frames.frame?.points ?? []} />
            ) : (
              <ChartsView frames={frames} nameOf={nameOf} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Rendered when the user chooses, not with every sample. */
const MonitorToolbar = memo(function MonitorToolbar() {
  const { window, held, view, setWindow, pause, resume, setView } = useMonitor();
  const toggle = (): void => (held ? resume() : pause(liveMetrics.store.getState().samples));
  useViewActions(() => {
    const of = t`Monitor`;
    return [
      { id: 'pause', label: held ? t`Resume` : t`Pause`, of, onAction: toggle },
      {
        id: 'window',
        label: t`Time window`,
        of,
        onAction: () => undefined,
        choices: windowOptions.map(({ value, label }) => ({ id: value, label, of, onAction: () => setWindow(value) })),
      },
      ...viewOptions.flatMap(({ value, label, icon }) =>
        value === view ? [] : [{ id: value, label: t`Show ${label}`, of, icon, onAction: () => setView(value) }],
      ),
    ];
  });
  return (
    <Toolbar label={t`Monitor`} className={styles.toolbar ?? ''}>
      {view === 'requests' ? null : (
        <SegmentedControl label={t`Time window`} options={windowOptions} value={window} onChange={setWindow} />
      )}
      <Button icon={held ? <Play size={14} /> : <Pause size={14} />} onPress={toggle}>
        <ResponsiveLabel needs="little">{held ? t`Resume` : t`Pause`}</ResponsiveLabel>
      </Button>
      <span className={styles.held} role="status">
        {held ? t`Paused at ${formatTime(held.at(-1)?.atMs ?? 0, 'utc', 'second')} UTC; measuring continues.` : ''}
      </span>
      <ToolbarSpace />
      <MonitorCost />
      <SegmentedControl<MonitorView> label={t`View`} options={viewsBeside(view)} value={view} onChange={setView} />
    </Toolbar>
  );
});

// "What does this cost?" for everything this engine has sent, by billed class; stores that bill nothing are excluded.

export const MonitorCost = memo(function MonitorCost() {
  return (
    <CostButton>
      <Sent />
    </CostButton>
  );
});

/** Requested when it opens, and unchanged afterwards: figures that move are hard to read. */
function Sent() {
  const { data, error } = useCall('monitor.operations', {});
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  return (
    <CostExplanation
      sent={data}
      note={t`Since the engine started, as of when this was opened. Billed in addition: bytes read from the cool, cold and archive tiers, and bytes that leave the region.`}
    />
  );
}

/** The source of the displayed figures, their resolution, and since when they are complete. */
function SourceLine({ frames }: { readonly frames: Frames }) {
  const text = sourceText(frames);
  return text === '' ? null : (
    <p className={styles.source} role="status">
      {text}
    </p>
  );
}

/** Empty for the live stream, which needs no label. */
function sourceText({ source, completeFromMs, stepMs }: Frames): string {
  if (source === 'live') return '';
  const from = source === 'log' ? t`Matching requests in the log` : t`History of all requests`;
  const steps = stepMs === null ? '' : t`, in steps of ${stepText(stepMs)}`;
  if (completeFromMs === null) return `${from}${steps}.`;
  const reach = source === 'log' ? t`The log goes` : t`It goes`;
  return t`${from}${steps}. ${reach} back to ${formatMoment(completeFromMs, 'utc', 'second')} UTC.`;
}
