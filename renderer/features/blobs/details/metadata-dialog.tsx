// Edits the metadata of a blob or a container; all of it is replaced together.
import type { ReactNode } from 'react';
import { hasProblems, metadataBytes, metadataProblems, maxMetadataBytes } from '@shared/blob-details/metadata-rules';
import type { NamedValue } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { MeanwhileNotice } from './meanwhile-notice';
import { PairsEditor } from './pairs-editor';
import { SaveDialog } from './save-dialog';
import { type EditingParts, useEditing } from './use-editing';
import styles from './dialogs.module.css';

interface WithMetadata {
  readonly etag: string;
  readonly metadata: readonly NamedValue[];
}

export interface MetadataDialogProps<T extends WithMetadata> extends Omit<EditingParts<T>, 'pairsOf'> {
  readonly of: 'blob' | 'container';
  readonly onClose: () => void;
  /** False while a value that `more` requires is missing. */
  readonly isAllowed?: boolean;
  /** Below the entries. */
  readonly more?: ReactNode;
}

export function MetadataDialog<T extends WithMetadata>(props: MetadataDialogProps<T>) {
  const { of, onClose, isAllowed = true, more, ...parts } = props;
  const editing = useEditing({ ...parts, pairsOf: ({ metadata }) => metadata });
  const { draft, meanwhile, error } = editing;
  const problems = metadataProblems(draft);
  return (
    <SaveDialog
      title={t`Edit metadata`}
      saveLabel={t`Save metadata`}
      isReady={editing.isChanged && meanwhile === null && !hasProblems(problems) && isAllowed}
      isSaving={editing.isSaving}
      error={error}
      onSave={editing.save}
      onClose={onClose}
    >
      <PairsEditor
        what={t`entry`}
        pairs={draft}
        problems={problems}
        onChange={editing.setDraft}
        isDisabled={meanwhile !== null}
      />
      <p className={styles.words}>
        {t`${formatCount(metadataBytes(draft))} of ${formatCount(maxMetadataBytes)} bytes. Names keep their case, but are compared case-insensitively.`}
      </p>
      {more}
      {meanwhile === null ? null : (
        <MeanwhileNotice of={of} meanwhile={meanwhile} what={t`metadata`} goOn={editing.goOn} />
      )}
    </SaveDialog>
  );
}
