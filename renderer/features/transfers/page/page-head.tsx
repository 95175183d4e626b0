// The head of a transfer's page: what goes where, how far it is, its figures, and what can be done.
import type { TransferJob } from '@shared/model/transfer';
import type { TransferTrace } from '@shared/model/transfer-trace';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';
import { BlockCells, Button, classNames } from '@renderer/ui';
import { useSharedStream } from '@renderer/live/shared-stream';
import { liveJobs } from '@renderer/live/jobs';
import { actionLook } from '../action-looks';
import { actionsOf, runJobAction, waitingOrderOf } from '../job-actions';
import { groupOf } from '../job-groups';
import { cellsOf, jobText, percentDone } from '../job-text';
import { kindWords } from '../kind-words';
import styles from './transfer-page.module.css';
import { useRevision } from './use-revision';
import { VerifySummary } from './verify-summary';

export interface PageHeadProps {
  readonly job: TransferJob;
  readonly trace: TransferTrace | null;
}

export function PageHead({ job, trace }: PageHeadProps) {
  const revision = useRevision(job, 'on-screen');
  const text = jobText(job);
  const allJobs = useSharedStream(liveJobs, ({ jobs }) => jobs);
  const waiting = waitingOrderOf(allJobs);
  return (
    <header className={styles.head}>
      <div className={styles.titleRow}>
        <h1 className={styles.title} title={job.title}>
          {job.title}
        </h1>
        <div className={styles.actions}>
          {actionsOf(job, waiting).map((action) => {
            const { menuLabel, icon } = actionLook(action, job);
            return (
              <Button key={action} size="small" icon={icon} onPress={() => runJobAction(action, job.id, waiting)}>
                {menuLabel}
              </Button>
            );
          })}
        </div>
      </div>
      <p className={styles.places} title={`${job.source} → ${job.target}`}>
        {t`${kindWords[job.kind].noun} of ${job.source} ${job.kind === 'verify' ? t`against` : '→'} ${job.target}`}
      </p>
      <BlockCells cells={cellsOf(job)} label={t`${job.title}, ${percentDone(job)} percent`} />
      <p className={styles.standing} role="status">
        <span className={classNames(groupOf(job) === 'failed' && styles.bad)}>
          {job.state === 'running' && job.waitsFor !== 'network' ? t`running` : text.state}
        </span>
        {[text.amount, text.time, text.pace, job.note].filter(Boolean).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      {job.kind === 'verify' ? <VerifySummary job={job} revision={revision} /> : null}
      <dl className={styles.figures} aria-label={t`Figures of the transfer`}>
        {figuresOf(job, trace).map(({ name, value, tone }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd className={classNames(tone === 'caution' && styles.caution, tone === 'bad' && styles.bad)}>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly tone?: 'caution' | 'bad' | undefined;
}

/** What counts exceptions is there only when there are some. */
function figuresOf(job: TransferJob, trace: TransferTrace | null): readonly Figure[] {
  const exceptions: readonly (Figure & { readonly count: number })[] = [
    { name: t`Skipped`, count: job.filesSkipped, value: formatCount(job.filesSkipped) },
    { name: t`Failed`, count: job.failedCount, value: formatCount(job.failedCount), tone: 'bad' },
    { name: t`Retries`, count: job.retries, value: formatCount(job.retries), tone: 'caution' },
    { name: t`Throttled`, count: job.throttled, value: formatCount(job.throttled), tone: 'caution' },
  ];
  return [
    { name: t`Rate`, value: formatRate(job.state === 'running' ? job.bytesPerSecond : averageRate(trace)) },
    { name: job.kind === 'verify' ? t`Compared` : t`Moved`, value: formatBytes(job.bytesDone) },
    { name: t`Files`, value: t`${formatCount(job.filesDone)} of ${formatCount(job.filesTotal)}` },
    { name: t`Requests`, value: trace === null ? '–' : formatCount(trace.requests) },
    { name: 'p50 · p99', value: trace === null ? '–' : latencyText(trace.latencyMs) },
    // What a check found has figures of its own.
    ...exceptions.filter(({ name, count }) => count > 0 && !(job.kind === 'verify' && name === 'Failed')),
  ];
}

function latencyText({ p50, p99 }: TransferTrace['latencyMs']): string {
  return `${formatDuration(p50)} · ${formatDuration(p99)}`;
}

/** Of the last run, over all its time. */
function averageRate(trace: TransferTrace | null): number {
  return trace === null || trace.elapsedMs === 0 ? 0 : (trace.movedBytes / trace.elapsedMs) * 1000;
}
