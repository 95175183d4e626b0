// One job on a table: its kind and target, progress, speed, duration, failures, and actions. Details of an ended job
// and of bulk jobs are in job-details.tsx.
import {
  Ban,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CopyPlus,
  Diff,
  Eraser,
  FileDown,
  FileUp,
  FolderOpen,
  Pause,
  PencilLine,
  Play,
  RotateCcw,
  TextCursorInput,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import { type FocusEvent, type ReactNode, memo, useId, useState } from 'react';
import type { TableJob, TableJobKind } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatDuration } from '@shared/units';
import { Button, ConfirmDialog, IconButton, ProgressBar, Time, Truncate, classNames } from '@renderer/ui';
import { BulkJobActions, JobDetails, detailsCount } from './job-details';
import { type JobAction, actionsOf, costOf, fractionOf, groupOf, jobText, kindLabels, runJobAction } from './job-text';
import styles from './job-card.module.css';
import { call } from '@renderer/bridge';

interface JobCardProps {
  readonly job: TableJob;
  /** Omitted if the surrounding view shows it. */
  readonly connectionName?: string;
}

/** For a list, a dialog or a panel; needs about 360 px. */
export const JobCard = memo(function JobCard({ job, connectionName }: JobCardProps) {
  const detailsId = useId();
  const [wanted, setWanted] = useState<'shown' | 'hidden'>();
  // Opens when the job fails, because the reason matters first.
  const shown = wanted ?? (job.state === 'failed' ? 'shown' : 'hidden');
  const details = jobText(job);
  const group = groupOf(job);
  const count = detailsCount(job);
  const fraction = fractionOf(job);
  const isOpen = group === 'running' || group === 'paused';
  return (
    <div className={styles.card} data-group={group}>
      <div className={styles.head}>
        <span className={styles.kind} title={kindLabels[job.kind]}>
          {kindIcons[job.kind]}
        </span>
        <span className={styles.what}>
          <Truncate className={styles.title ?? ''} text={`${kindLabels[job.kind]}: ${job.title}`}>
            {job.title}
          </Truncate>
          <Truncate className={styles.location ?? ''}>
            {[kindLabels[job.kind], connectionName].filter(Boolean).join(' · ')}
          </Truncate>
        </span>
        <span className={styles.actions} tabIndex={isOpen ? -1 : undefined} onFocus={handOn}>
          <BulkJobActions job={job} />
          {actionsOf(job).map((action) => (
            <ActionButton key={action} action={action} job={job} />
          ))}
        </span>
      </div>
      {isOpen && fraction !== null ? (
        <ProgressBar
          label={job.title}
          fraction={fraction}
          valueText={[details.amount, details.rest].filter(Boolean).join(', ')}
        />
      ) : null}
      <div className={styles.figures}>
        <span className={classNames(styles.state, job.state !== 'cancelled' && styles[group])}>
          <StateMark job={job} />
          {details.state}
        </span>
        {[details.amount, details.rate, details.rest].filter(Boolean).map((text) => (
          <span key={text.replace(/[\d,.]+/g, '')}>{text}</span>
        ))}
        {job.endedAtMs !== null && !isOpen ? (
          <>
            {job.ranMs === null ? null : <span>{t`took ${formatDuration(job.ranMs)}`}</span>}
            <span>
              <Time at={job.endedAtMs} />
            </span>
          </>
        ) : null}
        {job.note !== '' ? <span className={styles.note}>{job.note}</span> : null}
      </div>
      <JobFacts job={job} />
      {details.remains === '' ? null : <p className={styles.remains}>{details.remains}</p>}
      {count > 0 ? (
        <button
          type="button"
          className={styles.expand}
          aria-expanded={shown === 'shown'}
          aria-controls={shown === 'shown' ? detailsId : undefined}
          onClick={() => setWanted(shown === 'shown' ? 'hidden' : 'shown')}
        >
          {shown === 'shown' ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
          {detailsTitle(job)}
        </button>
      ) : null}
      {shown === 'shown' && count > 0 ? <JobDetails id={detailsId} job={job} /> : null}
    </div>
  );
});

/**
 * Moves the focus from an action that disappeared to the one that replaced it. Not once the job has ended, because the
 * action is then the one that removes it from the list.
 */
function handOn({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.querySelector('button')?.focus();
}

function JobFacts({ job }: { readonly job: TableJob }) {
  const pace = job.pace === null || job.state !== 'running' ? [] : [{ name: t`Rate`, value: paceText(job.pace) }];
  const cost = costOf(job).join(' · ');
  const facts = [...job.facts, ...pace, ...(cost === '' ? [] : [{ name: t`Sent`, value: cost }])];
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function paceText({ concurrency, batchSize, reason }: NonNullable<TableJob['pace']>): string {
  return t`${concurrency} × ${counted(batchSize, 'row')} · ${reason}`;
}

function detailsTitle(job: TableJob): string {
  return job.error === null ? t`Rejected rows and reasons` : t`Error details`;
}

function ActionButton({ action, job }: { readonly action: JobAction; readonly job: TableJob }) {
  const run = (): void => runJobAction(action, job.id);
  const { title } = job;
  switch (action) {
    case 'pause':
      return <IconButton size="small" label={t`Pause ${title}`} icon={<Pause size={14} />} onPress={run} />;
    case 'resume':
      return job.state === 'failed' ? (
        <Button size="small" icon={<RotateCcw size={13} />} aria-label={t`Try again: ${title}`} onPress={run}>
          {t`Try again`}
        </Button>
      ) : (
        <Button size="small" icon={<Play size={13} />} aria-label={t`Resume ${title}`} onPress={run}>
          {t`Resume`}
        </Button>
      );
    case 'confirm':
      return <ConfirmRename job={job} />;
    case 'cancel':
      return <IconButton size="small" label={t`Cancel ${title}`} icon={<Ban size={14} />} onPress={run} />;
    case 'reveal':
      return (
        <Button size="small" icon={<FolderOpen size={13} />} aria-label={t`Show in folder: ${title}`} onPress={run}>
          {t`Show in folder`}
        </Button>
      );
    case 'forget':
      return <IconButton size="small" label={t`Remove ${title} from the list`} icon={<X size={15} />} onPress={run} />;
  }
}

function StateMark({ job }: { readonly job: TableJob }) {
  const group = groupOf(job);
  if (group === 'failed') return <CircleAlert size={14} aria-hidden />;
  if (job.state === 'done') return <CircleCheck size={14} aria-hidden />;
  if (group === 'paused') return <Pause size={13} aria-hidden />;
  return null;
}

const kindIcons: Readonly<Record<TableJobKind, ReactNode>> = {
  import: <FileUp size={16} aria-hidden />,
  export: <FileDown size={16} aria-hidden />,
  update: <PencilLine size={16} aria-hidden />,
  delete: <Trash2 size={16} aria-hidden />,
  clear: <Eraser size={16} aria-hidden />,
  restore: <Undo2 size={16} aria-hidden />,
  'table-copy': <CopyPlus size={16} aria-hidden />,
  rename: <TextCursorInput size={16} aria-hidden />,
  'apply-diff': <Diff size={16} aria-hidden />,
};

/** The last step of a rename: the copy is verified, and the user confirms that the old table is deleted. */
function ConfirmRename({ job }: { readonly job: TableJob }) {
  const [isAsking, setAsking] = useState(false);
  const { source, target } = job;
  return (
    <>
      <Button size="small" icon={<Trash2 size={13} aria-hidden />} onPress={() => setAsking(true)}>
        {t`Delete ${source}…`}
      </Button>
      <ConfirmDialog
        title={t`Delete ${source} (copied to ${target})`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={t`Delete ${source}`}
        typedName={source}
        onConfirm={async () => {
          await call('renames.confirm', { jobId: job.id });
        }}
      >
        {t`Every row of ${source} is in ${target}, verified by count and hash. Both tables are read once more; ${source} is deleted only if it has not changed since. Deleting a table cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}
