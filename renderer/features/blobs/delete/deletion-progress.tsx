// The progress of a deletion, how it was stopped, and what could not be deleted.
import { recordedSentence } from '@shared/error-text';
import type { BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { ProgressBar } from '@renderer/ui';
import { handledBy, leftOver, stoppedText } from './deletion-text';
import styles from './delete-dialog.module.css';

export interface ShownDeletionProps {
  readonly progress: DeletionProgress;
  /** How many blobs there were before it began; null where they were not counted. */
  readonly sum: BlobSum | null;
  /** `cut-short`: it ended before all were handled. */
  readonly course: 'running' | 'complete' | 'cut-short';
  /** The remaining blobs after it was cut short; null until counted. */
  readonly rest: BlobSum | null;
}

export function ShownDeletion({ progress, sum, course, rest }: ShownDeletionProps) {
  const { state, deleted, missing, failedCount, unanswered = 0, folders = 0, dfs } = progress;
  const total = sum?.blobs ?? 0;
  const handled = handledBy(progress);
  const isCutShort = course === 'cut-short';
  return (
    <>
      <ProgressBar
        label={t`Deleting`}
        fraction={total === 0 ? null : Math.min(1, handled / total)}
        valueText={t`${formatCount(handled)} of ${formatCount(total)}`}
      />
      <p role="status">
        {folders > 0
          ? `${plural(folders)`${formatCount(folders)} folder deleted with everything in it | ${formatCount(folders)} folders deleted with everything in them`}, `
          : ''}
        {isCutShort ? stoppedText(progress) : t`${formatCount(deleted)} deleted`}
        {missing > 0 ? t`, ${formatCount(missing)} did not exist any more` : ''}
        {failedCount > 0 ? t`, ${formatCount(failedCount)} could not be deleted` : ''}
        {isCutShort && (state === 'running' || leftOver(progress, total) > unanswered)
          ? t`. The others still exist`
          : ''}
        .
      </p>
      {isCutShort && rest?.state === 'complete' && rest.blobs === 0 ? <p>{t`Nothing left to delete.`}</p> : null}
      {dfs === 'unreachable' ? (
        <p>{t`The Data Lake (dfs) endpoint of the account cannot be reached, so the folders are emptied blob by blob.`}</p>
      ) : null}
      <Failures progress={progress} />
    </>
  );
}

function Failures({ progress }: { readonly progress: DeletionProgress }) {
  if (progress.failed.length === 0) return null;
  const unlisted = progress.failedCount - progress.failed.length;
  return (
    <ul className={styles.failures} tabIndex={0} aria-label={t`Not deleted`}>
      {progress.failed.map((failure) => (
        <li key={failure.name}>
          <span className={styles.name}>{failure.name}</span>
          <span className={styles.message}>{recordedSentence(failure)}</span>
        </li>
      ))}
      {unlisted > 0 ? <li className={styles.message}>{t`and ${formatCount(unlisted)} more`}</li> : null}
    </ul>
  );
}
