// Undoing what was just applied without a visit to the list of applied changes: from the message about it, and by key
// in the rows once no staged change is left to undo.
import { call } from '@renderer/bridge';
import { Badge, ConfirmDialog, showFailure, showToast } from '@renderer/ui';
import type { RestoreResult } from '@shared/model/edit-outcome';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { type ReactNode, useRef, useState } from 'react';
import type { AppliedBatch } from '../staging/staging-store';
import type { StagedEdits } from '../staging/staged-tables';
import type { EditTarget } from './edit-target';
import styles from './undo-latest.module.css';

/** A review of more changes shows the outcome of each, and undoing them asks first. */
export const maxAtOnce = 100;

interface UndoLatestInput {
  readonly location: EditTarget;
  readonly staging: Pick<StagedEdits, 'state' | 'results'>;
  /** Why nothing can be written here; null if something may be. */
  readonly disabledReason: string | null;
  readonly onRejected: (reason: string) => void;
}

interface UndoLatest {
  /** Undoes the batch that was applied last, if there is one, or asks first. */
  readonly undo: () => void;
  /** The question. */
  readonly element: ReactNode;
}

export function useUndoLatest({ location, staging, disabledReason, onRejected }: UndoLatestInput): UndoLatest {
  const [pending, setPending] = useState<AppliedBatch | null>(null);
  const running = useRef(false);
  const { connectionName, table, environment } = location;
  const { onRestored } = staging.results;

  const restore = async (batch: AppliedBatch): Promise<void> => {
    running.current = true;
    const undoIds = batch.map(({ undoId }) => undoId);
    await undoApplied(location, undoIds, (restored) => {
      onRestored(restored).catch((thrown: unknown) =>
        showFailure(thrown, t`Some rows of ${table} could not be read again`),
      );
    });
    running.current = false;
  };
  const undo = (): void => {
    const latest = staging.state.applied.findLast(({ length }) => length > 0);
    if (latest === undefined || running.current || pending !== null) return;
    if (disabledReason !== null) onRejected(disabledReason);
    else if (environment === 'production' || latest.length > maxAtOnce) setPending(latest);
    else void restore(latest);
  };

  const changes = counted(pending?.length ?? 0, 'change');
  const deletions = pending?.filter(({ kind }) => kind === 'insert').length ?? 0;
  const element = (
    <ConfirmDialog
      title={t`Undo ${changes}`}
      isOpen={pending !== null}
      onClose={() => setPending(null)}
      tone={deletions > 0 ? 'danger' : 'standard'}
      confirmLabel={t`Undo ${changes}`}
      {...(deletions > 0 && environment === 'production' ? { typedName: connectionName } : {})}
      onConfirm={async () => {
        if (pending !== null) await restore(pending);
      }}
    >
      <p className={styles.where}>
        {t`${table} on ${connectionName}`}
        {environment === 'production' ? <Badge tone="bad" appearance="outlined">{t`PROD`}</Badge> : null}
      </p>
      <p>
        {t`These changes have been applied. Undoing them writes the previous values; rows that changed since are skipped.`}
        {deletions > 0 ? t` ${counted(deletions, 'entity')} that they inserted will be deleted.` : ''}
      </p>
    </ConfirmDialog>
  );
  return { undo, element };
}

/** Undoes applied changes at once, and reports what could not be undone. */
export async function undoApplied(
  { connectionId, table, connectionName }: EditTarget,
  undoIds: readonly string[],
  onRestored: (undoIds: readonly string[]) => void,
): Promise<void> {
  try {
    const result = await call('undo.restore', { connectionId, ids: [...undoIds] });
    onRestored(undoIds);
    report(result, t`${table} on ${connectionName}`);
  } catch (thrown) {
    onRestored([]);
    showFailure(thrown, t`The changes could not be undone`);
  }
}

function report(result: RestoreResult, where: string): void {
  const { restored, notRestored } = result;
  if (notRestored.length === 0) {
    showToast({ tone: 'good', title: t`${counted(restored.length, 'change')} undone.`, text: where, topic: 'applied' });
    return;
  }
  showToast({
    tone: 'bad',
    title: t`${counted(notRestored.length, 'change')} could not be undone`,
    text: reasonsOf(result)
      .map(([reason, count]) => (count > 1 ? t`${count} × ${reason}` : reason))
      .join(' '),
    topic: 'applied',
  });
}

/** Each reason with the number of changes that it holds for. */
export function reasonsOf({ notRestored }: RestoreResult): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { reason } of notRestored) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts];
}
