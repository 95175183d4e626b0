// The extent of a deletion, found by listing it; whether it can be undone, and what it costs.
import { requestsTo } from '@shared/cost/billing';
import { retentionText, restoreDisabledReason } from '@shared/blob-details/retention';
import type { BlobSum } from '@shared/model/blob-selection';
import type { BlobRetention } from '@shared/model/deleted-blobs';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { CostLine } from '@renderer/cost/cost-line';
import { useIsBilled } from '@renderer/cost/cost-popover';
import { earlyDeletionMessages } from '../early-deletion-messages';
import { blobsText } from './deletion-text';
import styles from './delete-dialog.module.css';

export interface DeletionPromptProps {
  readonly connectionId: string;
  readonly container: string;
  /** Why the deletion cannot be undone over this connection; null if it can. */
  readonly undelete: string | null;
  /** Null before the first answer. */
  readonly sum: BlobSum | null;
  readonly retention: BlobRetention | undefined;
}

export function DeletionPrompt({ sum, connectionId, container, retention, undelete }: DeletionPromptProps) {
  const isBilled = useIsBilled(connectionId);
  if (sum === null) return <p>{t`Counting blobs.`}</p>;
  if (sum.state === 'counting') {
    return (
      <p role="status">{t`${blobsText(sum.blobs, sum.bytes, sum.snapshots)} so far, after ${counted(sum.requests, 'list request')}.`}</p>
    );
  }
  if (sum.blobs === 0) return <p>{t`Nothing left to delete.`}</p>;
  const early = isBilled ? earlyDeletionMessages(sum.early) : [];
  const keepsDeleted = retention?.kind === 'on' && early.length > 0;
  return (
    <>
      <p>
        <strong>{blobsText(sum.blobs, sum.bytes, sum.snapshots)}</strong>{' '}
        {plural(
          sum.blobs,
        )`of ${container}, with its snapshots. ${recoveryText(retention, undelete)} | of ${container}, with their snapshots. ${recoveryText(retention, undelete)}`}
      </p>
      {early.length > 0 ? (
        <ul className={styles.early} aria-label={t`Early deletion charges`}>
          {[...early, ...(keepsDeleted ? [retentionNote] : [])].map((each) => (
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
        basis={t`Deleting is free. The blobs are listed once more so that the current ones are deleted.`}
        note={t`Blobs removed from the cool, cold or archive tier before the minimum storage period are charged for the remaining days. The price per day is not known here.`}
      />
    </>
  );
}

const retentionNote = t`The soft-delete retention days count as well.`;

/** Empty while it is not known. */
function recoveryText(retention: BlobRetention | undefined, undelete: string | null): string {
  if (retention === undefined) return '';
  if (retention.kind === 'on') {
    const retentionNotice = retentionText(retention.days);
    return undelete === null
      ? t`The account retains them for ${retentionNotice}. Until then they can be restored.`
      : t`The account retains them for ${retentionNotice}. Until then they can be restored, but not from here. ${undelete}`;
  }
  if (retention.kind === 'versions') {
    return undelete === null
      ? t`Their versions are retained and can be used to restore them.`
      : t`Their versions are retained and can be used to restore them, but not from here. ${undelete}`;
  }
  return t`This cannot be undone. ${restoreDisabledReason(retention) ?? ''}`;
}
