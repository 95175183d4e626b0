// The lower edge: how the local store and the service are doing, in figures; and which clock times are shown in.
import type { ReactNode } from 'react';
import { embeddedConnectionId } from '@shared/model/connection';
import type { Sample } from '@shared/model/sample';
import { formatFixed } from '@shared/formats/numbers';
import { asOne, t } from '@shared/strings/t';
import { formatCount, formatDuration } from '@shared/units';
import { useEngineState, useSettings } from '@renderer/bridge';
import { useConnections } from '@renderer/features/connections';
import { TableJobsStatus } from '@renderer/features/tables';
import { useLiveSample } from '@renderer/live/metrics';
import { classNames } from '@renderer/ui';
import { OfflineSign } from './offline-sign';
import { keepOrSay, switchTimeZone } from './preferences';
import { useSampleData } from './sample-data';
import styles from './status-bar.module.css';
import { openTab } from './tabs/tabs-store';

const storeWords = {
  starting: { words: t`Local store starting…`, tone: 'quiet' },
  running: { words: t`Local store running`, tone: 'good' },
  restarting: { words: t`Local store restarting…`, tone: 'caution' },
  stopped: { words: t`Local store stopped`, tone: 'quiet' },
  failed: { words: t`Local store failed`, tone: 'bad' },
} as const;

export function StatusBar() {
  const { sample, totals } = useLiveSample();
  const timeZone = useSettings((settings) => settings.timeZone);
  const latency = sample?.latencyMs ?? null;
  return (
    <footer className={styles.bar} aria-label={t`Status`}>
      <StoreState />
      <OfflineSign />
      <SampleDataProgress />
      <Figure name={t`requests`} value={`${rate(sample)}/s`} />
      <Figure name="p50" value={latency ? formatDuration(latency.p50) : '–'} />
      <Figure name="p95" value={latency ? formatDuration(latency.p95) : '–'} />
      <Figure name="p99" value={latency ? formatDuration(latency.p99) : '–'} />
      <Figure name={t`throttled`} value={formatCount(totals?.throttled ?? 0)} />
      <Figure name={t`retries`} value={formatCount(totals?.retries ?? 0)} />
      <span className={styles.space} />
      <TableJobsStatus onShow={() => openTab({ kind: 'table-jobs' })} />
      <button
        type="button"
        className={styles.zone}
        title={t`Times are shown in this zone. Click to switch.`}
        onClick={() => keepOrSay(switchTimeZone())}
      >
        {timeZone === 'utc' ? t`UTC` : t`Local time`}
      </button>
    </footer>
  );
}

function rate(sample: Sample | null): string {
  const perSecond = sample?.requestsPerSecond ?? 0;
  return perSecond > 0 && perSecond < 10 ? formatFixed(perSecond, 1) : formatCount(perSecond);
}

function StoreState() {
  const engine = useEngineState();
  const store = useConnections().find((connection) => connection.id === embeddedConnectionId)?.store;
  const { words, tone } =
    engine === 'restarting'
      ? { words: t`Reconnecting…`, tone: 'caution' as const }
      : engine === 'failed'
        ? { words: t`Engine stopped`, tone: 'bad' as const }
        : storeWords[store ?? 'starting'];
  return (
    <span className={classNames(styles.store, styles[tone])} role="status">
      <span className={styles.dot} aria-hidden />
      {words}
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

function Figure({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <span className={styles.figure}>
      {name} <strong>{value}</strong>
    </span>
  );
}
