// The frame of every dialog that edits and saves something: the form, an error, and the buttons to save or cancel.
import type { ReactNode } from 'react';
import type { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { Button, Dialog, type DialogProps, ErrorNotice } from '@renderer/ui';

export interface SaveDialogProps extends Pick<DialogProps, 'title' | 'size' | 'onClose' | 'children'> {
  /** Names the act: `Save headers`. */
  readonly saveLabel: ReactNode;
  readonly tone?: 'primary' | 'danger';
  /** Something was changed, and nothing is wrong or missing. */
  readonly isReady: boolean;
  readonly isSaving: boolean;
  /** Why the last attempt to save failed. */
  readonly error: StowageError | null;
  readonly onSave: () => Promise<void>;
}

export function SaveDialog(props: SaveDialogProps) {
  const { title, size, saveLabel, tone = 'primary', isReady, isSaving, error, children, onSave, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      {...(size === undefined ? {} : { size })}
      isOpen
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant={tone} isDisabled={!isReady} isPending={isSaving} onPress={() => void onSave()}>
            {saveLabel}
          </Button>
        </>
      }
    >
      {children}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}
