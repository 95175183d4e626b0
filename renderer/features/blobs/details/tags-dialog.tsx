// Edits the index tags of a blob; all of them are replaced together.
import { useState } from 'react';
import { hasProblems } from '@shared/blob-details/metadata-rules';
import { maxTags, tagProblems } from '@shared/blob-details/tag-rules';
import type { NamedValue } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { useAction } from '@renderer/ui';
import { type BlobDialogProps, SaveDialog, orOutdated } from './save-dialog';
import { PairsEditor } from './pairs-editor';
import { useLease } from './use-lease';
import styles from './dialogs.module.css';

export interface TagsDialogProps extends BlobDialogProps {
  /** As they were read. */
  readonly tags: readonly NamedValue[];
}

export function TagsDialog({ blob, details, tags, onClose, onOutdated, onSaved }: TagsDialogProps) {
  const lease = useLease(blob, details.lease);
  const [read] = useState(tags);
  const [draft, setDraft] = useState(tags);
  const { isRunning, error, run } = useAction(onSaved);
  const problems = tagProblems(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(read);
  return (
    <SaveDialog
      title={t`Edit blob index tags`}
      saveLabel={t`Save tags`}
      isReady={isChanged && !hasProblems(problems) && !lease.isMissing}
      isSaving={isRunning}
      error={error}
      onSave={() =>
        run(() =>
          orOutdated(
            call('blob-details.set-tags', { ...blob, ...lease.given, read: [...read], tags: [...draft] }),
            onOutdated,
          ),
        )
      }
      onClose={onClose}
    >
      <PairsEditor what={t`tag`} pairs={draft} problems={problems} onChange={setDraft} isDisabled={isRunning} />
      <p className={styles.words}>
        {t`${draft.length} of ${maxTags} tags. The service can find blobs by their tags across containers. Unlike metadata, tags are case-sensitive.`}
      </p>
      {lease.field}
    </SaveDialog>
  );
}
