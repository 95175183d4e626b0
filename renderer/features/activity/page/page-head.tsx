// The header of a transfer's page: source and target, progress, figures, and actions.
import type { ReactNode } from 'react';
import type { Job } from '@shared/model/job';
import type { TransferJob } from '@shared/model/transfer';
import type { TransferTrace } from '@shared/model/transfer-trace';
import { t } from '@shared/strings/t';
import { visibleLine } from '@shared/visible-text';
import { BlockCells, Button, TruncateLocation, classNames } from '@renderer/ui';
import { useSharedStream } from '@renderer/live/shared-stream';
import { liveJobs } from '@renderer/live/jobs';
import { actionAppearance } from '@renderer/jobs/action-appearance';
import { kindLabels } from '@renderer/jobs/kind-labels';
import { actionsOf, buttonKey, endingLast, runJobAction, waitingOrderOf } from '../job-actions';
import { groupOf } from '../job-groups';
import { cellsOf, isAllSkipped, needsUserAction, percentDone, transferText } from '../transfer-text';
import { figuresOf, optionTexts } from './job-figures';
import styles from './page-head.module.css';
import { useRevision } from './use-revision';
import { VerifySummary } from './verify-summary';

export interface PageHeadProps {
  readonly job: TransferJob;
  readonly trace: TransferTrace | null;
  /** A hidden page requests nothing. */
  readonly where: 'on-screen' | 'hidden';
  /** `folded`: in few lines, where charts need the height. */
  readonly form: 'whole' | 'folded';
}

export function PageHead({ job, trace, where, form }: PageHeadProps) {
  const revision = useRevision(job, where);
  const text = transferText(job);
  const options = optionTexts(job);
  return (
    <header className={classNames(styles.head, form === 'folded' && styles.folded)}>
      <TitleRow job={job} />
      <div className={styles.course}>
        <p className={styles.places} title={`${job.source} → ${job.target}`}>
          <span className={styles.placeWords}>{t`${kindLabels[job.kind].noun} of`}</span>{' '}
          <TruncateLocation>{job.source}</TruncateLocation>{' '}
          <span className={styles.placeWords}>{job.kind === 'verify' ? t`against` : '→'}</span>{' '}
          <TruncateLocation>{job.target}</TruncateLocation>
        </p>
        <div className={styles.cells}>
          <BlockCells cells={cellsOf(job)} label={t`${job.title}, ${percentDone(job)} percent`} />
        </div>
        <p className={styles.standing} role="status">
          <span className={classNames(needsUserAction(job) && styles.caution, groupOf(job) === 'failed' && styles.bad)}>
            {job.state === 'running' && job.waitsFor !== 'network' ? t`running` : text.state}
          </span>
          {[isAllSkipped(job) ? '' : text.amount, text.time, text.pace, job.note].filter(Boolean).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      </div>
      {job.kind === 'verify' ? <VerifySummary job={job} revision={revision} /> : null}
      {options.length > 0 && form === 'whole' ? (
        <p className={styles.options}>
          <span>{t`Options:`}</span>
          {options.map((option) => (
            <span key={option}>{visibleLine(option)}</span>
          ))}
        </p>
      ) : null}
      <dl className={styles.figures} aria-label={t`Transfer statistics`}>
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

/** What the page of any job begins with: its title, and all that can be done with it. */
export function TitleRow({ job, children }: { readonly job: Job; readonly children?: ReactNode }) {
  const waiting = waitingOrderOf(useSharedStream(liveJobs, ({ transfers }) => transfers));
  return (
    <div className={styles.titleRow}>
      <h1 className={styles.title} title={job.title}>
        {job.title}
      </h1>
      <div className={styles.actions}>
        {children}
        {endingLast(actionsOf(job, waiting)).map((action) => {
          const { menuLabel, icon } = actionAppearance(action, job);
          return (
            <Button key={buttonKey(action)} size="small" icon={icon} onPress={() => runJobAction(action, job, waiting)}>
              {menuLabel}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
