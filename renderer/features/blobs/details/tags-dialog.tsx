// Edits the index tags of a blob; all of them are replaced together.
import { useState } from 'react';
import { hasProblems } from '@shared/blob-details/metadata-rules';
import { mostTags, tagProblems } from '@shared/blob-details/tag-rules';
import type { NamedValue } from '@shared/model/blob-details';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice } from '@renderer/ui';
import type { BlobDialogProps } from './dialog-props';
import { PairsEditor } from './pairs-editor';
import { useLease } from './use-lease';
import { useSaving } from './use-saving';
import styles from './dialogs.module.css';

export interface TagsDialogProps extends BlobDialogProps {
  /** As they were read. */
  readonly tags: readonly NamedValue[];
}

export function TagsDialog({ blob, details, tags, onClose, onSaved }: TagsDialogProps) {
  const lease = useLease(blob, details.lease);
  const [read] = useState(tags);
  const [draft, setDraft] = useState(tags);
  const { isSaving, error, run } = useSaving(onSaved);
  const problems = tagProblems(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(read);
  return (
    <Dialog
      title="Edit index tags"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!isChanged || hasProblems(problems) || lease.isMissing}
            isPending={isSaving}
            onPress={() =>
              void run(() =>
                call('blob-details.set-tags', { ...blob, ...lease.given, read: [...read], tags: [...draft] }),
              )
            }
          >
            Save tags
          </Button>
        </>
      }
    >
      <PairsEditor what="tag" pairs={draft} problems={problems} onChange={setDraft} isDisabled={isSaving} />
      <p className={styles.words}>
        {draft.length} of {mostTags} tags. The service finds blobs by them across containers. Unlike metadata, upper and
        lower case matter.
      </p>
      {lease.field}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}
