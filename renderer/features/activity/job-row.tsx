// One job of the activity list: what it is, its progress, speed, time, and the actions on it.
import {
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Ellipsis,
  Pause,
  SquareArrowOutUpRight,
} from 'lucide-react';
import { memo, useId } from 'react';
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';
import { actionAppearance } from '@renderer/jobs/action-appearance';
import { kindLabels } from '@renderer/jobs/kind-labels';
import { JobDetails } from '@renderer/jobs/table-job-details';
import {
  BlockCells,
  IconButton,
  MenuButton,
  type MenuEntry,
  Truncate,
  TruncateLocation,
  classNames,
  useContextMenu,
} from '@renderer/ui';
import { type WaitingOrder, actionsOf, buttonKey, endingLast, runJobAction } from './job-actions';
import { JobFailures } from './job-failures';
import { groupOf } from './job-groups';
import { rowText } from './job-text';
import { moveKeys } from './use-waiting-order';
import styles from './job-row.module.css';

export interface JobRowProps {
  readonly job: Job;
  readonly connectionName: string;
  readonly waiting: WaitingOrder;
  readonly isExpanded: boolean;
  readonly onToggle: (jobId: string) => void;
  readonly onOpen: (job: Job) => void;
}

/** Beside each row; all actions are in its menu. */
const actionsInRow = 2;

export const JobRow = memo(function JobRow({
  job,
  connectionName,
  waiting,
  isExpanded,
  onToggle,
  onOpen,
}: JobRowProps) {
  const detailsId = useId();
  const menu = useContextMenu();
  const actions = actionsOf(job, waiting);
  const acting = endingLast(actions).map((action): MenuEntry => {
    const { menuLabel, icon } = actionAppearance(action, job);
    return { id: action, label: menuLabel, icon, onAction: () => runJobAction(action, job, waiting) };
  });
  const open: MenuEntry = {
    id: 'open',
    label: t`Open details`,
    icon: <SquareArrowOutUpRight size={14} />,
    onAction: () => onOpen(job),
  };
  const entries: readonly MenuEntry[] = [open, 'separator', ...acting];
  const text = rowText(job);
  return (
    <>
      <div className={styles.row} onContextMenu={(event) => menu.open(event, t`Actions for ${job.title}`, entries)}>
        <span className={styles.icon}>
          <StateIcon job={job} />
        </span>
        <span className={styles.what} title={isTransfer(job) ? `${job.title} → ${job.target}` : job.title}>
          <button
            type="button"
            className={styles.title}
            aria-keyshortcuts={waiting.length > 1 && waiting.includes(job.id) ? moveKeys : undefined}
            onClick={() => onOpen(job)}
          >
            {job.title}
          </button>
          {isTransfer(job) ? (
            <Target kind={job.kind} target={job.target} />
          ) : (
            <span className={styles.target}>
              <TruncateLocation>{`${kindLabels[job.kind].noun} · ${connectionName}`}</TruncateLocation>
            </span>
          )}
        </span>
        <span className={classNames(styles.cells, groupOf(job) === 'done' && styles.settled)}>
          <BlockCells cells={text.cells} label={text.cellsLabel} />
        </span>
        <span className={styles.amount} title={text.amountDetail}>
          {text.amount}
        </span>
        <span className={classNames(styles.state, text.tone !== 'plain' && styles[text.tone])}>
          {text.hasDetails && text.failures !== '' ? (
            <>
              {text.failures === text.state ? null : <span>{text.state}</span>}
              <button
                type="button"
                className={styles.expand}
                aria-expanded={isExpanded}
                aria-controls={detailsId}
                onClick={() => onToggle(job.id)}
              >
                {text.failures}
                {isExpanded ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
              </button>
            </>
          ) : (
            text.state
          )}
        </span>
        <Truncate className={classNames(styles.time, text.isBrief && styles.brief)}>{text.rest}</Truncate>
        <span className={styles.actions}>
          {actions.slice(0, actionsInRow).map((action) => {
            const { label, icon } = actionAppearance(action, job);
            return (
              <IconButton
                key={buttonKey(action)}
                size="small"
                label={label}
                icon={icon}
                onPress={() => runJobAction(action, job, waiting)}
              />
            );
          })}
          <MenuButton label={t`Actions for ${job.title}`} entries={entries} placement="bottom end">
            <IconButton size="small" label={t`More actions for ${job.title}`} icon={<Ellipsis size={15} />} />
          </MenuButton>
        </span>
      </div>
      {isExpanded && text.hasDetails ? <Unfolded id={detailsId} job={job} /> : null}
      {menu.element}
    </>
  );
});

function Unfolded({ id, job }: { readonly id: string; readonly job: Job }) {
  if (isTransfer(job)) return <JobFailures id={id} job={job} />;
  return (
    <div className={styles.unfolded}>
      <JobDetails id={id} job={job} />
    </div>
  );
}

/** A verification has the name of what it verifies. The arrow follows the direction of the text, the path its own. */
function Target({ kind, target }: Pick<Job, 'kind' | 'target'>) {
  return (
    <span className={styles.target}>
      {kind === 'verify' ? null : <span className={styles.arrow}>{'→ '}</span>}
      <TruncateLocation>{kind === 'verify' ? t`verification against ${target}` : target}</TruncateLocation>
    </span>
  );
}

function StateIcon({ job }: { readonly job: Job }) {
  const { noun: label, icon: Icon } = kindLabels[job.kind];
  const group = groupOf(job);
  if (group === 'failed')
    return <CircleAlert size={15} className={styles.badIcon} role="img" aria-label={t`${label}, failed`} />;
  if (group === 'paused') return <Pause size={15} role="img" aria-label={t`${label}, paused`} />;
  if (job.state === 'done' && !isTransfer(job) && job.rowsRejected > 0)
    return (
      <CircleAlert size={15} className={styles.cautionIcon} role="img" aria-label={t`${label}, done with rejects`} />
    );
  if (job.state === 'done')
    return <CircleCheck size={15} className={styles.goodIcon} role="img" aria-label={t`${label}, done`} />;
  return <Icon size={15} role="img" aria-label={label} />;
}
