// The button that makes the second table like the first, or the reason why nothing can be changed there.
import { Button, Checkbox, ConfirmDialog, Dialog, Tooltip } from '@renderer/ui';
import { t } from '@shared/strings/t';
import { useRef, useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import type { DiffProgress, DiffRequest } from '@shared/model/table-diff';
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import styles from './copy.module.css';
import { StartedFooter, StartedJob } from './start-dialog';

interface ApplyButtonProps {
  readonly table: string;
  /** Why nothing can be changed there; null if something can. */
  readonly disabledReason: string | null;
  readonly state: 'ready' | 'nothing';
  readonly onPress: () => void;
}

export function ApplyButton({ table, disabledReason, state, onPress }: ApplyButtonProps) {
  const text = t`Sync B to match A…`;
  // A tooltip around a disabled button would not be announced.
  if (disabledReason !== null) return <Button disabledReason={disabledReason}>{text}</Button>;
  return (
    <Tooltip text={t`Changes ${table} where it differs; you see the changes first`}>
      <Button isDisabled={state !== 'ready'} onPress={onPress}>
        {text}
      </Button>
    </Tooltip>
  );
}

interface ApplyDialogProps {
  readonly request: DiffRequest;
  readonly stand: DiffProgress;
  readonly target: ConnectionSummary;
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

/** Shows the writes that would make B like A, prompts whether rows that only B has are deleted, and starts the job. */
export function ApplyDialog({ request, stand: progress, target, onShowJobs, onClose }: ApplyDialogProps) {
  const { diffId } = progress;
  const { data: plan } = useCall('diffs.plan', { diffId });
  const [deletes, setDeletes] = useState<'delete' | 'keep'>('keep');
  const [jobId, setJobId] = useState<string | null>(null);
  const isStarted = useRef(false);
  const from = request.left.query.table;
  const to = request.right.query.table;
  if (jobId !== null) {
    return (
      <Dialog
        title={t`Sync ${to} to match ${from}`}
        isOpen
        onClose={onClose}
        footer={<StartedFooter onShowJobs={onShowJobs} onClose={onClose} />}
      >
        <StartedJob jobId={jobId} />
      </Dialog>
    );
  }
  const rows = plan === undefined ? 0 : plan.inserts + plan.replaces + (deletes === 'delete' ? plan.deletes : 0);
  return (
    <ConfirmDialog
      title={t`Sync ${to} on ${target.name} to match ${from}`}
      isOpen
      // The dialog closes itself once the job runs, and the job is shown instead.
      onClose={() => {
        if (!isStarted.current) onClose();
      }}
      tone={deletes === 'delete' ? 'danger' : 'standard'}
      confirmLabel={t`Change ${counted(rows, 'row')} of ${to}`}
      {...(target.marking.production ? { typedName: to } : {})}
      onConfirm={async () => {
        const started = await call('diffs.apply', { diffId, deletes });
        isStarted.current = true;
        setJobId(started.jobId);
      }}
    >
      <div className={styles.form}>
        {plan === undefined ? null : (
          <p className={styles.plain}>
            {t`${counted(plan.inserts, 'row')} will be inserted and ${formatCount(plan.replaces)} replaced in ${to}. Rows that changed after the comparison are skipped and listed. The previous values can be restored from the undo records, as far as those reach.`}
          </p>
        )}
        {plan === undefined || plan.deletes === 0 ? null : (
          <Checkbox isSelected={deletes === 'delete'} onChange={(is) => setDeletes(is ? 'delete' : 'keep')}>
            {t`Delete ${counted(plan.deletes, 'row')} found only in ${to}`}
          </Checkbox>
        )}
      </div>
    </ConfirmDialog>
  );
}
