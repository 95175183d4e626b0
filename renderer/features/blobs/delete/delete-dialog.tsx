// The question before blobs are deleted: their number and size, determined by listing. Then the progress, and what
// could not be deleted.
import { useMemo, useState } from 'react';
import { requestsTo } from '@shared/cost/billing';
import { keptWords, restoreRefusal } from '@shared/blob-details/retention';
import type { BlobSelection, BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import type { BlobRetention } from '@shared/model/deleted-blobs';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { useCall, useStreamEvents } from '@renderer/bridge';
import { CostLine } from '@renderer/cost/cost-line';
import { useIsBilled } from '@renderer/cost/use-is-billed';
import { Button, Dialog, ErrorNotice, ProgressBar, TextField, failureTitle, showToast } from '@renderer/ui';
import { earlyWords } from '../early-words';
import { undoDeletion } from '../deleted/restored-toast';
import styles from './delete-dialog.module.css';
import { type WayBack, useRunningDeletion } from './use-running-deletion';

export interface DeleteDialogProps {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: BlobSelection;
  /** What was chosen, for the title: `survey.bin`, `3 blobs and 2 folders`. */
  readonly what: string;
  /** On production the container's name must be typed. */
  readonly environment: 'production' | 'other';
  /** Why what is deleted cannot be brought back over this connection; null where it can. */
  readonly undelete: string | null;
  readonly onClose: () => void;
  /** Says a failure of the undo where the person is looking. */
  readonly run: (work: Promise<unknown>) => void;
  /** What was deleted is back. */
  readonly onUndone: () => void;
  /** `all`: nothing of it is there any more; `some`: what is left must be looked at. */
  readonly onDeleted: (gone: 'all' | 'some') => void;
}

/** What is shown until the first word of a deletion comes: it may wait for the service, and is under way all the same. */
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
  /** What is there after a stop; null until it is counted. */
  const [rest, setRest] = useState<BlobSum | null>(null);
  useStreamEvents('blobs.measure', isCutShort && error === null ? order : null, setRest, fail);

  const undo = (back: WayBack): void => run(undoDeletion({ ...order, ...back }).then(onUndone));
  const removeAll = async (refused: 'stop' | 'to the end'): Promise<void> => {
    setRest(null);
    const { last, isAll, isUnseen, wayBack: back } = await remove(refused);
    const action = back === null ? {} : { action: { label: t`Undo`, onAction: () => undo(back) } };
    if (isUnseen && !isAll) {
      const title = t`The deletion of ${what} was stopped with its tab`;
      showToast({ tone: 'information', title, text: `${stoppedWords(last ?? nothingYet)}.`, ...action });
    }
    if (!isUnseen) onDeleted(isAll ? 'all' : 'some');
    if (last === null || !isAll) return;
    showToast({ tone: 'good', title: t`Deleted ${words(last.deleted, last.bytes)}`, ...action });
    onClose();
  };
  const isCounted = sum?.state === 'complete';
  const leave = (): void => {
    // Somebody else has deleted it: the rows are of before.
    if (progress === null && isCounted && sum.blobs === 0) onDeleted('some');
    onClose();
  };
  // While it runs, closing only stops it: the dialog then tells what was deleted until then.
  const close = isRunning ? stop : leave;

  const isAllowed = isCounted && sum.blobs > 0 && (environment === 'other' || typed === container);
  const leftCount = stopped && progress.state === 'stopped' ? (sum?.blobs ?? 0) - handled(progress) : 0;
  /** Some were refused, and nobody knows whether the others would be. */
  const canGoOn = stopped && leftCount > 0 && progress.failedCount > 0 && error?.kind === 'auth';
  const told = progress ?? (isRunning ? nothingYet : null);
  return (
    <Dialog
      title={t`Delete ${what}`}
      isOpen
      onClose={close}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button onPress={close} autoFocus={environment === 'other' || told !== null}>
            {isRunning ? t`Stop` : stopped ? t`Close` : t`Cancel`}
          </Button>
          {canGoOn ? (
            <Button variant="danger" onPress={() => void removeAll('to the end')}>
              {t`Try the others too`}
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
      {told === null ? (
        <Counted
          sum={sum}
          connectionId={connectionId}
          container={container}
          retention={retention}
          undelete={undelete}
        />
      ) : (
        <>
          <ProgressBar
            label={t`Deleting`}
            fraction={sum === null || sum.blobs === 0 ? null : Math.min(1, handled(told) / sum.blobs)}
            valueText={t`${formatCount(handled(told))} of ${formatCount(sum?.blobs ?? 0)}`}
          />
          <p role="status">
            {isCutShort ? stoppedWords(told) : t`${formatCount(told.deleted)} deleted`}
            {told.missing > 0 ? t`, ${formatCount(told.missing)} were gone already` : ''}
            {told.failedCount > 0 ? t`, ${formatCount(told.failedCount)} could not be deleted` : ''}
            {isCutShort && (progress.state === 'running' || leftCount > (progress.unanswered ?? 0))
              ? t`. The others are still there`
              : ''}
            .
          </p>
          {isCutShort && rest?.state === 'complete' && rest.blobs === 0 ? (
            <p>{t`Nothing of it is there any more.`}</p>
          ) : null}
          <Failures progress={told} />
        </>
      )}
      {environment === 'production' && told === null ? (
        <TextField label={t`Type “${container}” to confirm`} value={typed} onChange={setTyped} face="mono" autoFocus />
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
    </Dialog>
  );
}

interface CountedProps extends Pick<DeleteDialogProps, 'connectionId' | 'container' | 'undelete'> {
  readonly sum: BlobSum | null;
  readonly retention: BlobRetention | undefined;
}

function Counted({ sum, connectionId, container, retention, undelete }: CountedProps) {
  const isBilled = useIsBilled(connectionId);
  if (sum === null) return <p>{t`Counting what is there.`}</p>;
  if (sum.state === 'counting') {
    return (
      <p role="status">{t`${words(sum.blobs, sum.bytes)} so far, after ${counted(sum.requests, 'list request')}.`}</p>
    );
  }
  if (sum.blobs === 0) return <p>{t`Nothing of it is there any more.`}</p>;
  const early = isBilled ? earlyWords(sum.early) : [];
  const keepsDeleted = retention?.kind === 'on' && early.length > 0;
  return (
    <>
      <p>
        <strong>{words(sum.blobs, sum.bytes)}</strong>{' '}
        {plural(
          sum.blobs,
        )`of ${container}, with its snapshots. ${wayBackWords(retention, undelete)} | of ${container}, with their snapshots. ${wayBackWords(retention, undelete)}`}
      </p>
      {early.length > 0 ? (
        <ul className={styles.early} aria-label={t`Charged for leaving early`}>
          {[...early, ...(keepsDeleted ? [keptDaysCount] : [])].map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      ) : null}
      <CostLine
        sent={requestsTo(connectionId, 'blob', [{ operation: 'ListBlobs', requests: sum.requests }])}
        expected={requestsTo(connectionId, 'blob', [
          { operation: 'ListBlobs', requests: sum.requests },
          { operation: 'DeleteBlob', requests: sum.blobs },
        ])}
        basis={t`Deleting is not billed. The blobs are listed once more, to delete what is there then.`}
        note={t`What leaves the cool, cold or archive tier before its least stay is over is charged for the rest of it. How much a day costs is not known here.`}
      />
    </>
  );
}

const keptDaysCount = t`The days for which the account keeps them deleted count as well.`;

/** Empty while it is not known. */
function wayBackWords(retention: BlobRetention | undefined, undelete: string | null): string {
  if (retention === undefined) return '';
  if (retention.kind === 'on') {
    const kept = keptWords(retention.days);
    return undelete === null
      ? t`The account keeps them ${kept}: until then they can be restored.`
      : t`The account keeps them ${kept}: until then they can be restored, but not from here. ${undelete}`;
  }
  if (retention.kind === 'versions') {
    return undelete === null
      ? t`Their versions stay: by those they can be restored.`
      : t`Their versions stay: by those they can be restored, but not from here. ${undelete}`;
  }
  return t`This cannot be undone. ${restoreRefusal(retention) ?? ''}`;
}

function Failures({ progress }: { readonly progress: DeletionProgress }) {
  if (progress.failed.length === 0) return null;
  const unlisted = progress.failedCount - progress.failed.length;
  return (
    <ul className={styles.failures} tabIndex={0} aria-label={t`Not deleted`}>
      {progress.failed.map(({ name, code }) => (
        <li key={name}>
          <span className={styles.name}>{name}</span>
          <span className={styles.message}>{failureTitle(code)}</span>
        </li>
      ))}
      {unlisted > 0 ? <li className={styles.message}>{t`and ${formatCount(unlisted)} more`}</li> : null}
    </ul>
  );
}

/** The last word may be missing, as where the engine has stopped; and what was under way may never have been answered. */
function stoppedWords({ state, deleted, unanswered = 0 }: DeletionProgress): string {
  if (state === 'running') return t`Stopped: at least ${formatCount(deleted)} deleted`;
  if (unanswered === 0) return t`Stopped: ${formatCount(deleted)} deleted`;
  return t`Stopped: ${formatCount(deleted)} deleted, and perhaps ${formatCount(unanswered)} more`;
}

const handled = ({ deleted, missing, failedCount }: DeletionProgress): number => deleted + missing + failedCount;

/** `1,204 blobs, 3.1 GiB`. */
function words(blobs: number, bytes: number): string {
  return `${counted(blobs, 'blob')}, ${formatBytes(bytes)}`;
}
