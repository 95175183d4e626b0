// The properties that every dialog on one blob receives.
import type { BlobDetails } from '@shared/model/blob-details';
import type { BlobAddress } from '../names/blob-address';

export interface BlobDialogProps {
  readonly blob: BlobAddress;
  /** As it was read when the dialog opened, or since because of `onOutdated`. */
  readonly details: BlobDetails;
  readonly onClose: () => void;
  /** The service has something else than `details`: reads it again, and the dialog stays. */
  readonly onOutdated: () => void;
  /** The blob is not what it was: closes, reads it again. */
  readonly onSaved: () => void;
}
