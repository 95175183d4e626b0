// The copy actions on the entries of a container, for menus, keys and the palette.
import type { ListingEntry } from '../listing/listing';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';
import type { Clip } from './blob-clipboard';

export interface CopyActions {
  /** Puts them on the clipboard of blobs: to be copied, or to be moved once they are pasted. */
  readonly take: (kind: Clip['kind'], chosen: readonly ListingEntry[]) => void;
  /** `shown`: with the summary and its options first, regardless of the settings. */
  readonly paste: (summary?: 'shown') => void;
  readonly duplicate: (chosen: readonly ListingEntry[]) => void;
  /** Prompts for the new name, if it is one blob or folder and may be renamed. */
  readonly rename: (chosen: readonly ListingEntry[]) => void;
  /** Asks for the name of a new folder. */
  readonly addFolder: () => void;
}

/** Why something cannot be done here; null where it can. */
export type CopyDisabledReasons = Pick<ContainerDisabledReasons, 'copy' | 'cut' | 'download' | 'duplicate' | 'rename'>;

/** What is copied or moved, and to where. */
export interface Pasted {
  readonly entry: ListingEntry;
  /** Full name at the target; a folder's ends in `/`. */
  readonly target: string;
}
