// The frame of every dialog that edits and saves something: the form, an error, and the buttons to save or cancel; and
// what the dialogs on one blob share.
import type { ReactNode } from 'react';
import { type ErrorCode, StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { type DialogProps, Button, Dialog, ErrorNotice } from '@renderer/ui';
import type { BlobDetails } from '@shared/model/blob-details';
import type { BlobAddress } from '../names/blob-address';

interface SaveDialogProps extends Pick<DialogProps, 'title' | 'size' | 'onClose' | 'children'> {
  /** Names the action: `Save headers`. */
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

/** The properties that every dialog on one blob receives. */
export interface BlobDialogProps {
  readonly blob: BlobAddress;
  /** As it was read when the dialog opened, or since because of `onOutdated`. */
  readonly details: BlobDetails;
  readonly onClose: () => void;
  /** The service has another version than `details`: reads it again, and the dialog stays open. */
  readonly onOutdated: () => void;
  /** The blob has changed: closes the dialog and reads the blob again. */
  readonly onSaved: () => void;
}

/** Another version than the one that was read, or a lease acquired since. */
const outdated: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['conflict.etag-changed', 'conflict.leased']);

/** Settles like `work`; calls `onOutdated` if it failed because the data it was based on has changed. */
export async function orOutdated<T>(work: Promise<T>, onOutdated: () => void): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (outdated.has(StowageError.from(thrown).code)) onOutdated();
    throw thrown;
  }
}
