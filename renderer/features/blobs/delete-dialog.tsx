// Asks before blobs are deleted: how many there are and how large, counted by listing; then deletes them and says what
// could not be.
import { useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import { keptWords, restoreRefusal } from '@shared/blob-details/retention';
import type { BlobSelection, BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import type { BlobRetention } from '@shared/model/deleted-blobs';
import { formatBytes, formatCount } from '@shared/units';
import { call, subscribe, useCall, useStreamEvents } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, ProgressBar, TextField, showToast } from '@renderer/ui';
import { undoDeletion } from './deleted/restored-toast';
import styles from './delete-dialog.module.css';

export interface DeleteDialogProps {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: BlobSelection;
  /** What was chosen, for the title: `survey.bin`, `3 blobs and 2 folders`. */
  readonly what: string;
  /** On production the container's name must be typed. */
  readonly environment: 'production' | 'other';
  readonly onClose: () => void;
  /** Says a failure of the undo where the person is looking. */
  readonly run: (work: Promise<unknown>) => void;
  /** What was deleted is back. */
  readonly onUndone: () => void;
  /** `all`: nothing of it is there any more; `some`: what is left must be looked at. */
  readonly onDeleted: (gone: 'all' | 'some') => void;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { connectionId, container, selection, what, environment, onClose, run, onUndone, onDeleted } = props;
  const [sum, setSum] = useState<BlobSum | null>(null);
  const [progress, setProgress] = useState<DeletionProgress | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const [typed, setTyped] = useState('');
  const running = useRef<AbortController | null>(null);
  const [isRunning, setRunning] = useState(false);
  const input = { connectionId, container, selection };
  const { data: retention } = useCall('deleted-blobs.retention', { connectionId });
  useStreamEvents('blobs.measure', progress === null && !isRunning ? input : null, setSum, setError);

  const remove = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setError(null);
    const seen: { last: DeletionProgress | null } = { last: null };
    const follow = (one: DeletionProgress): void => {
      seen.last = one;
      setProgress(one);
    };
    let since: string | null = null;
    try {
      // The service's time now: what was deleted before is not brought back.
      const told = await call('deleted-blobs.retention', { connectionId }, { signal: controller.signal });
      since = told.kind === 'on' ? told.asOf : null;
      await subscribe('blobs.delete', input, follow, { signal: controller.signal, afterRestart: 'fail' });
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.kind !== 'cancelled') setError(failure);
    }
    setRunning(false);
    const { last } = seen;
    const isAll = last?.state === 'complete' && last.failedCount === 0;
    onDeleted(isAll ? 'all' : 'some');
    if (!isAll) return;
    const undo = (from: string): void =>
      run(undoDeletion({ connectionId, container, selection, since: from }).then(onUndone));
    const from = since;
    showToast({
      tone: 'good',
      title: `Deleted ${words(last.deleted, last.bytes)}`,
      ...(from === null ? {} : { action: { label: 'Undo', onAction: () => undo(from) } }),
    });
    onClose();
  };
  const close = (): void => {
    running.current?.abort();
    onClose();
  };

  const isCounted = sum?.state === 'complete';
  const isAllowed = isCounted && sum.blobs > 0 && (environment === 'other' || typed === container);
  const stopped = progress !== null && !isRunning;
  return (
    <Dialog
      title={`Delete ${what}`}
      isOpen
      onClose={close}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button onPress={close} autoFocus={environment === 'other'}>
            {isRunning ? 'Stop' : stopped ? 'Close' : 'Cancel'}
          </Button>
          {stopped ? null : (
            <Button variant="danger" isDisabled={!isAllowed || isRunning} onPress={() => void remove()}>
              {isCounted ? `Delete ${formatCount(sum.blobs)} ${sum.blobs === 1 ? 'blob' : 'blobs'}` : 'Delete'}
            </Button>
          )}
        </>
      }
    >
      {progress === null ? (
        <Counted sum={sum} container={container} retention={retention} />
      ) : (
        <>
          <ProgressBar
            label="Deleting"
            fraction={sum === null || sum.blobs === 0 ? null : Math.min(1, handled(progress) / sum.blobs)}
            valueText={`${formatCount(handled(progress))} of ${formatCount(sum?.blobs ?? 0)}`}
          />
          <p className={styles.words} role="status">
            {formatCount(progress.deleted)} deleted
            {progress.missing > 0 ? `, ${formatCount(progress.missing)} were gone already` : ''}
            {progress.failedCount > 0 ? `, ${formatCount(progress.failedCount)} could not be deleted` : ''}
            {stopped && progress.state === 'running' ? '. Stopped: the others are still there' : ''}.
          </p>
          <Failures progress={progress} />
        </>
      )}
      {environment === 'production' && progress === null ? (
        <TextField label={`Type ${container} to confirm`} value={typed} onChange={setTyped} face="mono" autoFocus />
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
    </Dialog>
  );
}

interface CountedProps {
  readonly sum: BlobSum | null;
  readonly container: string;
  readonly retention: BlobRetention | undefined;
}

function Counted({ sum, container, retention }: CountedProps) {
  if (sum === null) return <p className={styles.words}>Counting what is there.</p>;
  if (sum.state === 'counting') {
    return (
      <p className={styles.words} role="status">
        {words(sum.blobs, sum.bytes)} so far, after {formatCount(sum.requests)} list requests.
      </p>
    );
  }
  if (sum.blobs === 0) return <p className={styles.words}>Nothing of it is there any more.</p>;
  return (
    <p className={styles.words}>
      <strong>{words(sum.blobs, sum.bytes)}</strong> of {container}, with their snapshots. {wayBack(retention)}
    </p>
  );
}

/** Empty while it is not known. */
function wayBack(retention: BlobRetention | undefined): string {
  if (retention === undefined) return '';
  if (retention.kind === 'on')
    return `The account keeps them ${keptWords(retention.days)}: until then they can be restored.`;
  return `This cannot be undone. ${restoreRefusal(retention) ?? ''}`;
}

function Failures({ progress }: { readonly progress: DeletionProgress }) {
  if (progress.failed.length === 0) return null;
  const unlisted = progress.failedCount - progress.failed.length;
  return (
    <ul className={styles.failures} aria-label="Not deleted">
      {progress.failed.map(({ name, message }) => (
        <li key={name}>
          <span className={styles.name}>{name}</span>
          <span className={styles.message}>{message}</span>
        </li>
      ))}
      {unlisted > 0 ? <li className={styles.message}>and {formatCount(unlisted)} more</li> : null}
    </ul>
  );
}

const handled = ({ deleted, missing, failedCount }: DeletionProgress): number => deleted + missing + failedCount;

/** `1,204 blobs, 3.1 GiB`. */
function words(blobs: number, bytes: number): string {
  return `${formatCount(blobs)} ${blobs === 1 ? 'blob' : 'blobs'}, ${formatBytes(bytes)}`;
}
