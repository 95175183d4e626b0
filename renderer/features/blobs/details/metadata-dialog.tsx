// Edits the metadata of a blob; all of it is replaced together.
import { hasProblems, metadataBytes, metadataProblems, mostMetadataBytes } from '@shared/blob-details/metadata-rules';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice } from '@renderer/ui';
import type { BlobDialogProps } from './dialog-props';
import { MeanwhileNotice } from './meanwhile-notice';
import { PairsEditor } from './pairs-editor';
import { useEditing } from './use-editing';
import styles from './dialogs.module.css';

export function MetadataDialog({ blob, details, onClose, onSaved }: BlobDialogProps) {
  const editing = useEditing({
    blob,
    details,
    onSaved,
    pairsOf: ({ metadata }) => metadata,
    save: (metadata, ifMatch) => call('blob-details.set-metadata', { ...blob, ifMatch, metadata: [...metadata] }),
  });
  const { draft, meanwhile, error } = editing;
  const problems = metadataProblems(draft);
  return (
    <Dialog
      title="Edit metadata"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!editing.isChanged || meanwhile !== null || hasProblems(problems)}
            isPending={editing.isSaving}
            onPress={() => void editing.save()}
          >
            Save metadata
          </Button>
        </>
      }
    >
      <PairsEditor
        what="entry"
        pairs={draft}
        problems={problems}
        onChange={editing.setDraft}
        isDisabled={meanwhile !== null}
      />
      <p className={styles.words}>
        {formatCount(metadataBytes(draft))} of {formatCount(mostMetadataBytes)} bytes. Names are read without regard to
        upper and lower case.
      </p>
      {meanwhile === null ? null : <MeanwhileNotice meanwhile={meanwhile} what="metadata" goOn={editing.goOn} />}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}
