// One job of a hub in detail: what can be done with it, what failed by cause, when each node worked on it, and what was lost
// against linear scaling.
import { CirclePause, CirclePlay, CircleX, Gauge, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { causesOf } from '@shared/failure-causes';
import type { StowageError } from '@shared/errors';
import type { JobView, ShardTime } from '@shared/model/hub';
import { counted } from '@shared/strings/counted';
import { reasonText } from '@shared/hub-reason';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration, formatPercent, formatRate } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { call, useStreamEvents } from '@renderer/bridge';
import { Button, ConfirmDialog, ErrorNotice, describeError, showFailure } from '@renderer/ui';
import { isMeasured, isOfFiles, isOpenJob, jobKindText, placesText } from './hub-text';
import { scalingOf } from './node-scaling';
import { RateDialog } from './rate-dialog';
import { ScalingChart } from './scaling-chart';
import { TimelineChart } from './timeline-chart';
import { type NodeLanes, lanesOf } from './timeline-lanes';
import styles from './hub-tab.module.css';

export interface JobDetailsProps {
  readonly hubId: string;
  /** As the hub reports it. */
  readonly listed: JobView;
  readonly isActive: boolean;
  /** Why it cannot be controlled; null where it can. */
  readonly disabledReason: string | null;
}

/** As many shards as the engine sends at first. */
const maxTimes = 20_000;
const maxShownPerCause = 10;

type Control = 'pause' | 'resume' | 'cancel' | 'retry-failed';

export function JobDetails({ hubId, listed, isActive, disabledReason }: JobDetailsProps) {
  const jobId = listed.id;
  const [received, setReceived] = useState<{ readonly job: JobView; readonly times: readonly ShardTime[] } | null>(
    null,
  );
  const [error, setError] = useState<StowageError | null>(null);
  useStreamEvents(
    'hubs.watch-job',
    isActive ? { hubId, jobId } : null,
    ({ job, ended, how }) => {
      setError(null);
      setReceived((before) => ({ job, times: merged(how === 'add' ? (before?.times ?? []) : [], ended) }));
    },
    setError,
  );
  const times = received?.times ?? [];
  const groups = lanesOf(times);
  const scaling = scalingOf(times);
  return (
    <section className={styles.details} aria-label={t`Job ${listed.title}`}>
      <h2 className={styles.title}>
        {jobKindText(listed.kind)} {placesText(listed)}
      </h2>
      <JobActions hubId={hubId} job={listed} disabledReason={disabledReason} />
      <JobFigures job={listed} />
      {listed.waitsFor === null ? null : <p className={styles.caution}>{t`Waiting: ${reasonText(listed.waitsFor)}`}</p>}
      {error === null ? null : <ErrorNotice error={error} />}
      {received === null ? null : <Failures job={received.job} />}
      <h3 className={styles.title}>{t`Timeline by node`}</h3>
      {groups.length === 0 ? (
        <p className={styles.quiet}>{t`No shard has ended yet.`}</p>
      ) : (
        <>
          <p className={styles.quiet}>{clockSentence(groups)}</p>
          {groups.some(({ returned }) => returned > 0) ? (
            <p className={styles.quiet}>
              {t`An outlined bar ends where the node gave the shard back or was lost with it, as the hub saw it, to within half a second.`}
            </p>
          ) : null}
          <TimelineChart groups={groups} />
          <NodeSums groups={groups} times={times} />
          {groups.reduce((sum, { shards }) => sum + shards, 0) < listed.shardsDone ? (
            <p className={styles.quiet}>
              {t`The last ${formatCount(times.length)} of ${formatCount(listed.shardsDone)} shards are shown. “stowage jobs timeline” has all of them.`}
            </p>
          ) : null}
        </>
      )}
      <h3 className={styles.title}>{t`Loss against linear scaling`}</h3>
      {scaling === null ? (
        <p className={styles.quiet}>{t`Nothing to measure until the first shard has ended.`}</p>
      ) : (
        <ScalingChart scaling={scaling} />
      )}
    </section>
  );
}

/** Those that end while the others are read arrive twice. */
function merged(before: readonly ShardTime[], ended: readonly ShardTime[]): readonly ShardTime[] {
  if (ended.length === 0) return before;
  const keyOf = ({ shard, node, startedAtMs }: ShardTime): string => `${shard} ${node} ${startedAtMs}`;
  const all = new Map(before.map((time) => [keyOf(time), time]));
  for (const time of ended) all.set(keyOf(time), time);
  return [...all.values()].slice(-maxTimes);
}

function clockSentence(groups: readonly NodeLanes[]): string {
  const known = groups.map(({ uncertainMs }) => uncertainMs).filter((ms) => ms > 0 && isMeasured(ms));
  if (known.length === 0) return t`Times are by the hub’s clock. How far the nodes’ clocks differ is not known yet.`;
  return t`Times are by the hub’s clock. The nodes’ clocks are known to within ± ${formatDuration(Math.ceil(Math.max(...known)))}, shown as a line at the start of each bar.`;
}

function JobActions({
  hubId,
  job,
  disabledReason,
}: Pick<JobDetailsProps, 'hubId' | 'disabledReason'> & { readonly job: JobView }) {
  const [dialog, setDialog] = useState<'cancel' | 'rate' | null>(null);
  const [pending, setPending] = useState<Control | null>(null);
  const control = (what: Control): Promise<unknown> => call('hubs.control', { hubId, jobId: job.id, what });
  const run = async (what: Control): Promise<void> => {
    setPending(what);
    await control(what).catch((thrown: unknown) => showFailure(thrown));
    setPending(null);
  };
  const common = (what: Control, icon: ReactNode) => ({
    size: 'small' as const,
    icon,
    isPending: pending === what,
    disabledReason,
  });
  const isOpen = isOpenJob(job);
  return (
    <div className={styles.buttons}>
      {job.state === 'running' ? (
        <Button {...common('pause', <CirclePause size={14} aria-hidden />)} onPress={() => void run('pause')}>
          {t`Pause`}
        </Button>
      ) : null}
      {job.state === 'paused' ? (
        <Button {...common('resume', <CirclePlay size={14} aria-hidden />)} onPress={() => void run('resume')}>
          {t`Resume`}
        </Button>
      ) : null}
      {job.failedCount > 0 && (isOpen || job.state === 'failed') ? (
        <Button
          {...common('retry-failed', <RotateCcw size={14} aria-hidden />)}
          onPress={() => void run('retry-failed')}
        >
          {t`Retry failed`}
        </Button>
      ) : null}
      {isOpen && isOfFiles(job) && job.kind !== 'check' ? (
        <Button
          size="small"
          icon={<Gauge size={14} aria-hidden />}
          disabledReason={disabledReason}
          onPress={() => setDialog('rate')}
        >
          {t`Rate limit…`}
        </Button>
      ) : null}
      {isOpen ? (
        <Button {...common('cancel', <CircleX size={14} aria-hidden />)} onPress={() => setDialog('cancel')}>
          {t`Cancel…`}
        </Button>
      ) : null}
      {dialog === 'rate' ? <RateDialog hubId={hubId} job={job} onClose={() => setDialog(null)} /> : null}
      <ConfirmDialog
        title={t`Cancel ${job.title}`}
        isOpen={dialog === 'cancel'}
        onClose={() => setDialog(null)}
        confirmLabel={t`Cancel job`}
        onConfirm={async () => {
          await control('cancel');
        }}
      >
        {t`All workers of the hub stop working on it. What has arrived stays at the target. It cannot be resumed.`}
      </ConfirmDialog>
    </div>
  );
}

function JobFigures({ job }: { readonly job: JobView }) {
  const figures: readonly (readonly [string, string])[] = [
    [t`Rate`, job.state === 'running' ? formatRate(job.bytesPerSecond) : '–'],
    [t`Mean rate`, formatRate(job.elapsedMs === 0 ? 0 : (job.bytesMoved / job.elapsedMs) * 1000)],
    [t`Duration`, formatDuration(job.elapsedMs)],
    [t`Nodes`, job.nodes === 0 ? '–' : formatCount(job.nodes)],
    [t`Shards running`, formatCount(job.shardsRunning)],
    [t`Given out again`, formatCount(job.redelivered)],
    [t`Skipped`, formatCount(job.skipped)],
    [t`Throttled`, formatCount(job.throttled)],
    [t`Rate limit`, job.limitRate === null ? t`none` : formatRate(job.limitRate)],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Failures({ job }: { readonly job: JobView }) {
  if (job.failedCount === 0) return null;
  const unlisted = job.failedCount - job.failed.length;
  return (
    <div className={styles.failures}>
      {causesOf(job.failed).map((cause) => {
        const message = describeError(cause.error);
        const hidden = cause.items.length - maxShownPerCause;
        return (
          <section key={cause.key}>
            <h3 className={styles.title}>
              {message.title}{' '}
              <span className={styles.quiet}>
                {counted(cause.items.length, 'file')} · {cause.code}
              </span>
            </h3>
            <p className={styles.quiet}>{[message.explanation, message.action].filter(Boolean).join(' ')}</p>
            <ul className={styles.names}>
              {cause.items.slice(0, maxShownPerCause).map(({ source }, index) => (
                <li key={`${source}-${index}`}>{visibleLine(source)}</li>
              ))}
            </ul>
            {hidden > 0 ? <p className={styles.quiet}>{t`${formatCount(hidden)} more with the same cause.`}</p> : null}
          </section>
        );
      })}
      {unlisted > 0 ? (
        <p className={styles.quiet}>{t`${formatCount(unlisted)} more failed and are not listed here.`}</p>
      ) : null}
    </div>
  );
}

/** What the bars say, for those who do not see them. */
function NodeSums({ groups, times }: { readonly groups: readonly NodeLanes[]; readonly times: readonly ShardTime[] }) {
  const fromMs = times.reduce((min, { startedAtMs }) => Math.min(min, startedAtMs), Infinity);
  const toMs = times.reduce((max, { startedAtMs, tookMs }) => Math.max(max, startedAtMs + tookMs), -Infinity);
  const spanMs = Math.max(1, toMs - fromMs);
  return (
    <div className={styles.tableScroll} role="region" tabIndex={0} aria-label={t`Shards by node`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Node`}</th>
            <th scope="col" className={styles.figure}>{t`Shards`}</th>
            <th scope="col" className={styles.figure}>{t`Files`}</th>
            <th scope="col" className={styles.figure}>{t`Bytes`}</th>
            <th scope="col" className={styles.figure}>{t`Busy`}</th>
            <th scope="col" className={styles.figure}>{t`Rate while busy`}</th>
            <th scope="col" className={styles.figure}>{t`Taken over`}</th>
            <th scope="col" className={styles.figure}>{t`Given back`}</th>
            <th scope="col" className={styles.figure}>{t`Failed`}</th>
            <th scope="col" className={styles.figure}>{t`Clock`}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ node, shards, returned, files, bytes, busyMs, again, failed, uncertainMs }) => (
            <tr key={node}>
              <th scope="row">{visibleLine(node)}</th>
              <td className={styles.figure}>{formatCount(shards)}</td>
              <td className={styles.figure}>{formatCount(files)}</td>
              <td className={styles.figure}>{formatBytes(bytes)}</td>
              <td className={styles.figure}>{formatPercent(busyMs / spanMs)}</td>
              <td className={styles.figure}>{formatRate(busyMs === 0 ? 0 : (bytes / busyMs) * 1000)}</td>
              <td className={styles.figure}>{formatCount(again)}</td>
              <td className={styles.figure}>{formatCount(returned)}</td>
              <td className={styles.figure}>{formatCount(failed)}</td>
              <td className={styles.figure}>
                {uncertainMs > 0 && isMeasured(uncertainMs) ? `± ${formatDuration(Math.ceil(uncertainMs))}` : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
