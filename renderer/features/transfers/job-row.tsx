// One transfer: source and target, its blocks, progress, speed, time, and the actions on it.
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
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
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
import { actionAppearance } from './action-appearance';
import { type WaitingOrder, actionsOf, buttonKey, endingLast, runJobAction } from './job-actions';
import { JobFailures } from './job-failures';
import { groupOf } from './job-groups';
import { cellsOf, isAllSkipped, jobText, needsUserAction, percentDone } from './job-text';
import { kindLabels } from './kind-labels';
import { moveKeys } from './use-waiting-order';
import styles from './job-row.module.css';

export interface JobRowProps {
  readonly job: TransferJob;
  readonly waiting: WaitingOrder;
  readonly isExpanded: boolean;
  readonly onToggle: (jobId: string) => void;
  readonly onOpen: (job: TransferJob) => void;
}

/** Beside each row; all actions are in its menu. */
const actionsInRow = 2;

export const JobRow = memo(function JobRow({ job, waiting, isExpanded, onToggle, onOpen }: JobRowProps) {
  const detailsId = useId();
  const menu = useContextMenu();
  const actions = actionsOf(job, waiting);
  const acting = endingLast(actions).map((action): MenuEntry => {
    const { menuLabel, icon } = actionAppearance(action, job);
    return { id: action, label: menuLabel, icon, onAction: () => runJobAction(action, job.id, waiting) };
  });
  const open: MenuEntry = {
    id: 'open',
    label: t`Open details`,
    icon: <SquareArrowOutUpRight size={14} />,
    onAction: () => onOpen(job),
  };
  const entries: readonly MenuEntry[] = [open, 'separator', ...acting];
  const text = jobText(job);
  // If everything was skipped, that is shown in place of its amount.
  const note = isAllSkipped(job) ? '' : job.note;
  const isMoving = job.state === 'running' && job.waitsFor === undefined && job.bytesPerSecond > 0;
  return (
    <>
      <div className={styles.row} onContextMenu={(event) => menu.open(event, t`Actions for ${job.title}`, entries)}>
        <span className={styles.icon}>
          <StateIcon job={job} />
        </span>
        <span className={styles.what} title={`${job.title} → ${job.target}`}>
          <button
            type="button"
            className={styles.title}
            aria-keyshortcuts={waiting.length > 1 && waiting.includes(job.id) ? moveKeys : undefined}
            onClick={() => onOpen(job)}
          >
            {job.title}
          </button>
          <Target job={job} />
        </span>
        <span className={classNames(styles.cells, groupOf(job) === 'done' && styles.settled)}>
          <BlockCells cells={cellsOf(job)} label={t`${job.title}, ${percentDone(job)} percent`} />
        </span>
        <span className={styles.amount} title={text.amountDetail}>
          {text.amount}
        </span>
        <span
          className={classNames(
            styles.state,
            isMoving && styles.moving,
            needsUserAction(job) && styles.caution,
            groupOf(job) === 'failed' && styles.bad,
          )}
        >
          {job.failedCount > 0 && text.failures !== text.state ? <span>{text.state}</span> : null}
          {job.failedCount > 0 ? (
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
          ) : (
            text.state
          )}
        </span>
        <Truncate className={classNames(styles.time, note === '' && text.pace === '' && styles.brief)}>
          {[text.time, text.pace, note].filter(Boolean).join(' · ')}
        </Truncate>
        <span className={styles.actions}>
          {actions.slice(0, actionsInRow).map((action) => {
            const { label, icon } = actionAppearance(action, job);
            return (
              <IconButton
                key={buttonKey(action)}
                size="small"
                label={label}
                icon={icon}
                onPress={() => runJobAction(action, job.id, waiting)}
              />
            );
          })}
          <MenuButton label={t`Actions for ${job.title}`} entries={entries} placement="bottom end">
            <IconButton size="small" label={t`More actions for ${job.title}`} icon={<Ellipsis size={15} />} />
          </MenuButton>
        </span>
      </div>
      {isExpanded && job.failedCount > 0 ? <JobFailures id={detailsId} job={job} /> : null}
      {menu.element}
    </>
  );
});

/** A verification has the name of what it verifies. The arrow follows the direction of the text, the path its own. */
function Target({ job: { kind, target } }: { readonly job: TransferJob }) {
  return (
    <span className={styles.target}>
      {kind === 'verify' ? null : <span className={styles.arrow}>{'→ '}</span>}
      <TruncateLocation>{kind === 'verify' ? t`verification against ${target}` : target}</TruncateLocation>
    </span>
  );
}

function StateIcon({ job }: { readonly job: TransferJob }) {
  const { noun: label, icon: Icon } = kindLabels[job.kind];
  const group = groupOf(job);
  if (group === 'failed')
    return <CircleAlert size={15} className={styles.badIcon} role="img" aria-label={t`${label}, failed`} />;
  if (group === 'paused') return <Pause size={15} role="img" aria-label={t`${label}, paused`} />;
  if (job.state === 'done')
    return <CircleCheck size={15} className={styles.goodIcon} role="img" aria-label={t`${label}, done`} />;
  return <Icon size={15} role="img" aria-label={label} />;
}
