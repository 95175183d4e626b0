// Reports the result of restoring blobs, and offers to undo a deletion.
import { recordedSentence } from '@shared/error-text';
import type { BlobSelection } from '@shared/model/blob-selection';
import type { RestoreProgress, RestoreWish } from '@shared/model/deleted-blobs';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { subscribe } from '@renderer/bridge';
import { type ToastContent, showToast } from '@renderer/ui';

/** What was deleted, and how it is distinguished from what was deleted before. */
export interface Deletion extends Pick<RestoreWish & { readonly kind: 'selection' }, 'since' | 'deletion'> {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: BlobSelection;
}

/** Restores what the deletion removed of the selection, and reports the result. */
export async function undoDeletion({ connectionId, container, ...deletion }: Deletion): Promise<void> {
  const seen: { last: RestoreProgress | null } = { last: null };
  const hide = showToast({ tone: 'information', title: t`Restoring deleted blobs` });
  try {
    await subscribe(
      'deleted-blobs.restore',
      { connectionId, container, wish: { kind: 'selection', ...deletion } },
      (progress) => {
        seen.last = progress;
      },
      { afterRestart: 'fail' },
    );
  } finally {
    hide();
  }
  if (seen.last !== null) showToast(restoredMessage(seen.last));
}

/** Pure. */
export function restoredMessage({ restored, missing, failedCount, failed }: RestoreProgress): ToastContent {
  const blobs = (many: number): string => counted(many, 'blob');
  const [first] = failed;
  const notes = [
    ...(missing > 0
      ? [plural(missing)`${blobs(missing)} is no longer retained. | ${blobs(missing)} are no longer retained.`]
      : []),
    ...(failedCount > 0 ? [t`${blobs(failedCount)} could not be restored.`] : []),
    ...(first === undefined ? [] : [`${first.name}: ${recordedSentence(first)}`]),
  ];
  if (restored === 0 && notes.length === 0) {
    return {
      tone: 'bad',
      title: t`Nothing was restored`,
      text: t`The service lists none of them as deleted. In an account with versioning, deleted blobs are retained as versions.`,
    };
  }
  return {
    tone: notes.length === 0 ? 'good' : 'bad',
    title: restored === 0 ? t`Nothing was restored` : t`Restored ${blobs(restored)}`,
    ...(notes.length === 0 ? {} : { text: notes.join(' ') }),
  };
}
