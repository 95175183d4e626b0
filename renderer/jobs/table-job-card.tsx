// One job on a table in a dialog or beside what it works on: its kind and target, progress, speed, duration, failures,
// and actions. Details of an ended job and of bulk jobs are in table-job-details.tsx.
import { ChevronDown, ChevronRight, CircleAlert, CircleCheck, Pause } from 'lucide-react';
import { type FocusEvent, memo, useId, useState } from 'react';
import type { JobStatus } from '@shared/model/job-state';
import type { TableJob } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { Button, ConfirmDialog, IconButton, ProgressBar, Time, Truncate, classNames } from '@renderer/ui';
import { call } from '@renderer/bridge';
import { useTableJob } from '@renderer/live/jobs';
import { actionAppearance } from './action-appearance';
import { kindLabels } from './kind-labels';
import { type TableJobAction, runTableJobAction, tableActionsOf, useRenamePrompt } from './table-job-actions';
import { BulkRate, JobDetails, detailsCount } from './table-job-details';
import { costOf, fractionOf, tableJobText } from './table-job-text';
import styles from './table-job-card.module.css';

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
  const details = tableJobText(job);
  const tone = toneOf(job);
  const { noun, icon: Icon } = kindLabels[job.kind];
  const count = detailsCount(job);
  const fraction = fractionOf(job);
  const isOpen = job.endedAtMs === null;
  return (
    <div className={styles.card} data-group={tone}>
      <div className={styles.head}>
        <span className={styles.kind} title={noun}>
          <Icon size={16} aria-hidden />
        </span>
        <span className={styles.what}>
          <Truncate className={styles.title ?? ''} text={`${noun}: ${job.title}`}>
            {job.title}
          </Truncate>
          <Truncate className={styles.location ?? ''}>{[noun, connectionName].filter(Boolean).join(' · ')}</Truncate>
        </span>
        <span className={styles.actions} tabIndex={isOpen ? -1 : undefined} onFocus={handOn}>
          <BulkRate job={job} />
          {tableActionsOf(job)
            .filter(isOutsideDetails)
            .map((action) => (
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
        <span className={classNames(styles.state, job.state !== 'cancelled' && styles[tone])}>
          <StateMark job={job} />
          {details.state}
        </span>
        {[details.amount, details.rate, details.rest].filter(Boolean).map((text) => (
          <span key={text.replace(/[\d,.]+/g, '')}>{text}</span>
        ))}
        {job.endedAtMs !== null && !isOpen ? (
          <>
            {details.took === '' ? null : <span>{details.took}</span>}
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
  const facts = factsOf(job);
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

/** What is specific to its kind, its current pace and what it has sent. Pure. */
export function factsOf(job: TableJob): readonly TableJob['facts'][number][] {
  const pace = job.pace === null || job.state !== 'running' ? [] : [{ name: t`Rate`, value: paceText(job.pace) }];
  const cost = costOf(job).join(' · ');
  return [...job.facts, ...pace, ...(cost === '' ? [] : [{ name: t`Sent`, value: cost }])];
}

function paceText({ concurrency, batchSize, reason }: NonNullable<TableJob['pace']>): string {
  return t`${concurrency} × ${counted(batchSize, 'row')} · ${reason}`;
}

function detailsTitle(job: TableJob): string {
  return job.error === null ? t`Rejected rows and reasons` : t`Error details`;
}

/** The others are beside what they act on. */
const isOutsideDetails = (action: TableJobAction): boolean => action !== 'save-rejected' && action !== 'retry';

const shownAsIcons: ReadonlySet<TableJobAction> = new Set<TableJobAction>(['pause', 'cancel', 'forget']);

function ActionButton({ action, job }: { readonly action: TableJobAction; readonly job: TableJob }) {
  const { label, menuLabel, icon } = actionAppearance(action, job);
  const run = (): void => runTableJobAction(action, job);
  if (shownAsIcons.has(action)) return <IconButton size="small" label={label} icon={icon} onPress={run} />;
  return (
    <Button size="small" icon={icon} aria-label={label} onPress={run}>
      {menuLabel}
    </Button>
  );
}

type Tone = 'running' | 'paused' | 'failed' | 'rejected' | 'done';

/** A job that is done though rows were rejected needs a look, and is no failure. */
function toneOf({ state, rowsRejected, endedAtMs }: TableJob): Tone {
  if (state === 'failed') return 'failed';
  if (state === 'done' && rowsRejected > 0) return 'rejected';
  if (endedAtMs !== null) return 'done';
  return paused.has(state) ? 'paused' : 'running';
}

const paused: ReadonlySet<JobStatus> = new Set<JobStatus>(['paused', 'interrupted']);

function StateMark({ job }: { readonly job: TableJob }) {
  const tone = toneOf(job);
  if (tone === 'failed' || tone === 'rejected') return <CircleAlert size={14} aria-hidden />;
  if (job.state === 'done') return <CircleCheck size={14} aria-hidden />;
  if (tone === 'paused') return <Pause size={13} aria-hidden />;
  return null;
}

/** The last step of a rename: the copy is verified, and the user confirms that the old table is deleted. */
export function RenamePrompt() {
  const { jobId } = useRenamePrompt();
  const job = useTableJob(jobId);
  if (job === undefined) return null;
  const { source, target } = job;
  return (
    <ConfirmDialog
      title={t`Delete ${source} (copied to ${target})`}
      isOpen
      onClose={() => useRenamePrompt.setState({ jobId: null })}
      confirmLabel={t`Delete ${source}`}
      typedName={source}
      onConfirm={async () => {
        await call('renames.confirm', { jobId: job.id });
      }}
    >
      {t`Every row of ${source} is in ${target}, verified by count and hash. Both tables are read once more; ${source} is deleted only if it has not changed since. Deleting a table cannot be undone.`}
    </ConfirmDialog>
  );
}
