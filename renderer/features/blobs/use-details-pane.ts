// The pane of properties beside the rows: whether it is open, and what was requested of it from elsewhere in the tab.
import { useState } from 'react';
import type { DetailsRequest } from './details/details-panel';

export interface DetailsPane {
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
  /** Null when nothing is requested, or the request is done. */
  readonly requested: DetailsRequest | null;
  /** Opens the pane too. */
  readonly request: (requested: DetailsRequest) => void;
  readonly taken: () => void;
}

export function useDetailsPane(): DetailsPane {
  const [isOpen, setIsOpen] = useState(false);
  const [requested, setRequested] = useState<DetailsRequest | null>(null);
  return {
    isOpen,
    setIsOpen,
    requested,
    request: (wanted) => {
      setIsOpen(true);
      setRequested(wanted);
    },
    taken: () => setRequested(null),
  };
}
