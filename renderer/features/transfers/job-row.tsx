// One transfer: what goes where, its blocks, how far, how fast, how long, and what can be done about it.
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  FolderOpen,
  Pause,
  RotateCcw,
  X,
} from 'lucide-react';
import { type ReactNode, memo, useId } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { BlockCells, IconButton, Truncate, classNames } from '@renderer/ui';
import { type JobAction, actionsOf, runJobAction } from './job-actions';
import { JobFailures } from './job-failures';
import { groupOf } from './job-groups';
import { cellsOf, jobText, percentDone } from './job-text';
import styles from './job-row.module.css';

export interface JobRowProps {
  readonly job: TransferJob;
  readonly isExpanded: boolean;
  readonly onToggle: (jobId: string) => void;
}

export const JobRow = memo(function JobRow({ job, isExpanded, onToggle }: JobRowProps) {
  const detailsId = useId();
  const text = jobText(job);
  const isMoving = job.state === 'running';
  return (
    <>
      <div className={styles.row}>
        <span className={styles.icon}>
          <StateIcon job={job} />
        </span>
        <span className={styles.what} title={`${job.title} → ${job.target}`}>
          <span className={styles.title}>{job.title}</span>
          <span className={styles.target}>→ {job.target}</span>
        </span>
        <span className={classNames(styles.cells, groupOf(job) === 'done' && styles.settled)}>
          <BlockCells cells={cellsOf(job)} label={`${job.title}, ${percentDone(job)} percent`} />
        </span>
        <span className={styles.amount} title={text.amountDetail}>
          {text.amount}
        </span>
        <span className={classNames(styles.state, isMoving && styles.moving, groupOf(job) === 'failed' && styles.bad)}>
          {job.failedCount > 0 ? (
            <button
              type="button"
              className={styles.expand}
              aria-expanded={isExpanded}
              aria-controls={detailsId}
              onClick={() => onToggle(job.id)}
            >
              {text.state}
              {isExpanded ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
            </button>
          ) : (
            text.state
          )}
        </span>
        <Truncate className={styles.time ?? ''}>{[text.time, job.note].filter(Boolean).join(' · ')}</Truncate>
        <span className={styles.actions}>
          {actionsOf(job).map((action) => (
            <IconButton
              key={action}
              size="small"
              {...actionLook(action, job)}
              onPress={() => runJobAction(action, job.id)}
            />
          ))}
        </span>
      </div>
      {isExpanded && job.failedCount > 0 ? <JobFailures id={detailsId} job={job} /> : null}
    </>
  );
});

function actionLook(action: JobAction, job: TransferJob): { readonly label: string; readonly icon: ReactNode } {
  switch (action) {
    case 'cancel':
      return { label: `Cancel ${job.title}`, icon: <X size={15} /> };
    case 'resume':
      return {
        label: job.failedCount > 0 ? `Try the failed files of ${job.title} again` : `Resume ${job.title}`,
        icon: <RotateCcw size={14} />,
      };
    case 'reveal':
      return { label: `Show ${job.title} in its folder`, icon: <FolderOpen size={14} /> };
    case 'forget':
      return { label: `Take ${job.title} off the list`, icon: <X size={15} /> };
  }
}

function StateIcon({ job }: { readonly job: TransferJob }) {
  const label = job.kind === 'upload' ? 'Upload' : 'Download';
  const group = groupOf(job);
  if (group === 'failed') return <CircleAlert size={15} className={styles.badIcon} aria-label={`${label}, failed`} />;
  if (group === 'paused') return <Pause size={15} aria-label={`${label}, ${job.state}`} />;
  if (job.state === 'done') return <CircleCheck size={15} className={styles.goodIcon} aria-label={`${label}, done`} />;
  const Icon = job.kind === 'upload' ? ArrowUp : ArrowDown;
  return <Icon size={15} aria-label={label} />;
}
