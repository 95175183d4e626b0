// The status bar: the state of the local store, what the service does in figures (none while it does nothing), and the time
// zone of displayed times.
import type { ReactNode } from 'react';
import { embeddedConnectionId } from '@shared/model/connection';
import { formatFixed } from '@shared/strings/numbers';
import type { LatencyBands } from '@shared/model/monitor';
import { asOne, t } from '@shared/strings/t';
import { formatCount, formatDuration } from '@shared/units';
import { useCall, useEngineState, useSettings } from '@renderer/bridge';
import { useConnections } from '@renderer/features/connections';
import { ActivityStatus } from '@renderer/features/activity';
import { useLiveSample, useRecentActivity } from '@renderer/live/metrics';
import type { RecentActivity } from '@renderer/live/recent-activity';
import { classNames } from '@renderer/ui';
import { NotificationBell } from './notification-bell';
import { togglePart, useLayout } from '../layout-store';
import { saveOrReport, switchTimeZone } from '../preferences';
import { useSampleData } from '../sample-data';
import styles from './status-bar.module.css';
import { openTab } from '../tabs/tabs-store';
import { WifiOff } from 'lucide-react';

const storeLabels = {
  starting: { text: t`Local store starting…`, tone: 'quiet' },
  running: { text: t`Local store running`, tone: 'good' },
  restarting: { text: t`Local store restarting…`, tone: 'caution' },
  stopped: { text: t`Local store stopped`, tone: 'quiet' },
  failed: { text: t`Local store failed`, tone: 'bad' },
} as const;

export function StatusBar() {
  const dock = useLayout((state) => state.dock);
  const { totals } = useLiveSample();
  const activity = useRecentActivity();
  const timeZone = useSettings((settings) => settings.timeZone);
  const { latencyMs: latency } = activity;
  return (
    <footer className={styles.bar} aria-label={t`Status`}>
      <ActivityStatus isOpen={dock === 'open'} onToggle={() => togglePart('dock')} />
      <StoreState />
      <OfflineSign />
      <SampleDataProgress />
      <div className={styles.figures}>
        {activity.requestsPerSecond > 0 || activity.inFlight > 0 ? (
          <Figure
            name={t`requests`}
            value={requestsText(activity)}
            title={t`Requests per second over the last few seconds`}
          />
        ) : null}
        {latency
          ? latencyFigures(latency).map(({ name, value }) => <Figure key={name} name={name} value={value} />)
          : null}
        {(totals?.throttled ?? 0) > 0 ? (
          <Figure name={t`throttled`} value={formatCount(totals?.throttled ?? 0)} />
        ) : null}
        {(totals?.retries ?? 0) > 0 ? <Figure name={t`retries`} value={formatCount(totals?.retries ?? 0)} /> : null}
      </div>
      <NotificationBell />
      <button
        type="button"
        className={styles.zone}
        title={t`Times are shown in this time zone. Click to switch.`}
        onClick={() => saveOrReport(switchTimeZone())}
      >
        {timeZone === 'utc' ? t`UTC` : t`Local time`}
      </button>
    </footer>
  );
}

/** Of few requests, percentiles are the same: each figure shows once, under the first of its names. */
export function latencyFigures({ p50, p95, p99 }: Pick<LatencyBands, 'p50' | 'p95' | 'p99'>): readonly {
  readonly name: string;
  readonly value: string;
}[] {
  const middle = formatDuration(p50);
  const slow = formatDuration(p95);
  const slowest = formatDuration(p99);
  if (middle === slowest) return [{ name: t`latency`, value: middle }];
  const figures = [{ name: 'p50', value: middle }];
  if (slow !== slowest) figures.push({ name: 'p95', value: slow });
  return [...figures, { name: 'p99', value: slowest }];
}

/** A request that takes longer than the period of the rate still counts as activity. */
function requestsText({ requestsPerSecond: perSecond, inFlight }: RecentActivity): string {
  if (perSecond === 0 && inFlight > 0) return t`${formatCount(inFlight)} in flight`;
  return `${perSecond > 0 && perSecond < 10 ? formatFixed(perSecond, 1) : formatCount(perSecond)}/s`;
}

function StoreState() {
  const engine = useEngineState();
  const store = useConnections().find((connection) => connection.id === embeddedConnectionId)?.store;
  const { text, tone } =
    engine === 'restarting'
      ? { text: t`Reconnecting…`, tone: 'caution' as const }
      : engine === 'failed'
        ? { text: t`Engine stopped`, tone: 'bad' as const }
        : storeLabels[store ?? 'starting'];
  return (
    <span className={classNames(styles.store, styles[tone])} role="status">
      <span className={styles.dot} aria-hidden />
      {text}
    </span>
  );
}

/** While tabs are open the load of the sample data shows here. */
function SampleDataProgress() {
  const sample = useSampleData();
  if (sample.state !== 'loading') return null;
  const { progress } = sample;
  const percent = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : null;
  return (
    <span className={styles.figure}>
      {t`loading sample data`}{' '}
      <strong>{progress && percent !== null ? `${progress.step} ${asOne(`${percent} %`)}` : '…'}</strong>
    </span>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly title?: string;
}

function Figure({ name, value, title }: FigureProps) {
  return (
    <span className={styles.figure} title={title}>
      {name} <strong>{value}</strong>
    </span>
  );
}

/** The engine starts anew with other settings of the network: they are read once it runs. */
function OfflineSign() {
  return useEngineState() === 'running' ? <Sign /> : null;
}

function Sign() {
  const { data } = useCall('network.read', {});
  if (data?.settings.access !== 'offline') return null;
  return (
    <button
      type="button"
      className={styles.offline}
      title={t`Only this computer is contacted; transfers wait. Click to change this in Settings.`}
      onClick={() => openTab({ kind: 'settings' })}
    >
      <WifiOff size={13} aria-hidden />
      {t`Working offline`}
    </button>
  );
}
