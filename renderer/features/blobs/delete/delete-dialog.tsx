// The question before blobs are deleted: their number and size, determined by listing. Then the progress, and what
// could not be deleted.
import { useMemo, useState } from 'react';
import { recordedSentence } from '@shared/error-text';
import type { StowageError } from '@shared/errors';
import type { BlobSelection, BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { useCall, useStreamEvents } from '@renderer/bridge';
import { useConnection } from '@renderer/live/connection';
import { Button, Dialog, ErrorNotice, TextField, reasonOf, showToast } from '@renderer/ui';
import { undoDeletion } from '../deleted/restored-toast';
import { ShownDeletion } from './deletion-progress';
import { DeletionPrompt } from './deletion-prompt';
import { blobsText, leftOver, stoppedText } from './deletion-text';
import { type WayBack, useRunningDeletion } from './use-running-deletion';

export interface DeleteDialogProps {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: BlobSelection;
  /** The selection, for the title: `survey.bin`, `3 blobs and 2 folders`. */
  readonly what: string;
  /** On production the name of what is deleted must be typed, or the connection's for several items. */
  readonly environment: 'production' | 'other';
  /** Why the deletion cannot be undone over this connection; null if it can. */
  readonly undelete: string | null;
  readonly onClose: () => void;
  /** Shows a failure of the undo where the user is looking. */
  readonly run: (work: Promise<unknown>) => void;
  /** The deleted blobs are restored. */
  readonly onUndone: () => void;
  /** `all`: everything is deleted; `some`: the remaining ones must be counted. */
  readonly onDeleted: (gone: 'all' | 'some') => void;
}

/** The displayed name of what is deleted; the connection's name for several items. */
function confirmedName({ names, prefixes }: BlobSelection, container: string, connection: string): string {
  const [item, ...others] = [...names, ...prefixes];
  if (item === undefined || others.length > 0) return connection;
  return item === '' ? container : item.replace(/\/$/, '');
}

/** Shown until the service has answered: the deletion is under way all the same. */
/** Whether the list of what was not deleted gives this reason already. */
function isListed(error: StowageError, progress: DeletionProgress | null): boolean {
  const reason = reasonOf(error);
  return progress?.failed.some((failure) => recordedSentence(failure) === reason) ?? false;
}

const nothingYet: DeletionProgress = {
  deleted: 0,
  bytes: 0,
  missing: 0,
  failedCount: 0,
  failed: [],
  state: 'running',
};

export function DeleteDialog(props: DeleteDialogProps) {
  const { connectionId, container, selection, what, environment, undelete, onClose, run, onUndone, onDeleted } = props;
  const [sum, setSum] = useState<BlobSum | null>(null);
  const [typed, setTyped] = useState('');
  const order = useMemo(() => ({ connectionId, container, selection }), [connectionId, container, selection]);
  const { data: retention } = useCall('deleted-blobs.retention', { connectionId, container });
  const { progress, isRunning, error, wayBack, remove, stop, fail } = useRunningDeletion(order, undelete);
  useStreamEvents('blobs.measure', progress === null && !isRunning ? order : null, setSum, fail);

  const stopped = progress !== null && !isRunning;
  const isCutShort = stopped && progress.state !== 'complete';
  /** The remaining blobs after a stop; null until counted. */
  const [rest, setRest] = useState<BlobSum | null>(null);
  useStreamEvents('blobs.measure', isCutShort && error === null ? order : null, setRest, fail);

  const undo = (back: WayBack): void => run(undoDeletion({ ...order, ...back }).then(onUndone));
  const removeAll = async (rejected: 'stop' | 'to the end'): Promise<void> => {
    setRest(null);
    const { last, isAll, isUnseen, wayBack: back } = await remove(rejected);
    const action = back === null ? {} : { action: { label: t`Undo`, onAction: () => undo(back) } };
    if (isUnseen && !isAll) {
      const title = t`Deleting ${what} stopped because its tab was closed`;
      showToast({ tone: 'information', title, text: `${stoppedText(last ?? nothingYet)}.`, ...action });
    }
    if (!isUnseen) onDeleted(isAll ? 'all' : 'some');
    if (last === null || !isAll) return;
    showToast({
      tone: 'good',
      title:
        (last.folders ?? 0) > 0
          ? t`Deleted ${what}`
          : t`Deleted ${blobsText(last.deleted, last.bytes, last.deleted === sum?.blobs ? sum.snapshots : 0)}`,
      ...action,
    });
    onClose();
  };
  const isCounted = sum?.state === 'complete';
  const leave = (): void => {
    // Somebody else has deleted it: the rows are of before.
    if (progress === null && isCounted && sum.blobs === 0) onDeleted('some');
    onClose();
  };
  // While it runs, closing only stops it: the dialog then shows what was deleted until then.
  const close = isRunning ? stop : leave;

  const connection = useConnection(connectionId);
  const typedName = confirmedName(selection, container, connection?.name ?? container);
  const isAllowed = isCounted && sum.blobs > 0 && (environment === 'other' || typed === typedName);
  /** Some were rejected, and it is not known whether the others would be. */
  const canGoOn =
    stopped && leftOver(progress, sum?.blobs ?? 0) > 0 && progress.failedCount > 0 && error?.kind === 'auth';
  const shownProgress = progress ?? (isRunning ? nothingYet : null);
  return (
    <Dialog
      title={t`Delete ${what}`}
      isOpen
      onClose={close}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button onPress={close} autoFocus={environment === 'other' || shownProgress !== null}>
            {isRunning ? t`Stop` : stopped ? t`Close` : t`Cancel`}
          </Button>
          {canGoOn ? (
            <Button variant="danger" onPress={() => void removeAll('to the end')}>
              {t`Retry the others`}
            </Button>
          ) : null}
          {isCutShort && rest?.state === 'complete' && rest.blobs > 0 ? (
            <Button variant="danger" onPress={() => void removeAll('stop')}>
              {plural(rest.blobs)`Delete the other blob | Delete the other ${formatCount(rest.blobs)} blobs`}
            </Button>
          ) : null}
          {stopped ? (
            wayBack === null || progress.deleted === 0 ? null : (
              <Button
                onPress={() => {
                  undo(wayBack);
                  onClose();
                }}
              >
                {t`Undo`}
              </Button>
            )
          ) : (
            <Button variant="danger" isDisabled={!isAllowed || isRunning} onPress={() => void removeAll('stop')}>
              {isCounted ? t`Delete ${counted(sum.blobs, 'blob')}` : t`Delete`}
            </Button>
          )}
        </>
      }
    >
      {shownProgress === null ? (
        <DeletionPrompt
          sum={sum}
          connectionId={connectionId}
          container={container}
          retention={retention}
          undelete={undelete}
        />
      ) : (
        <ShownDeletion
          progress={shownProgress}
          sum={sum}
          course={isRunning ? 'running' : isCutShort ? 'cut-short' : 'complete'}
          rest={rest}
        />
      )}
      {environment === 'production' && shownProgress === null ? (
        <>
          <p>{t`This is in container ${container} of the production connection ${connection?.name ?? ''}.`}</p>
          <TextField
            label={t`Type “${typedName}” to confirm`}
            value={typed}
            onChange={setTyped}
            face="mono"
            autoFocus
          />
        </>
      ) : null}
      {error !== null && !isListed(error, shownProgress) ? <ErrorNotice error={error} /> : null}
    </Dialog>
  );
}
