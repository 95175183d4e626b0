// The pane of properties beside the rows: whether it is open, and what was asked of it from elsewhere in the tab.
import { useState } from 'react';
import type { AskedOfDetails } from './details/details-panel';

export interface DetailsPane {
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
  /** Null when nothing was asked, or it was done. */
  readonly asked: AskedOfDetails | null;
  /** Opens the pane too. */
  readonly ask: (asked: AskedOfDetails) => void;
  readonly taken: () => void;
}

export function useDetailsPane(): DetailsPane {
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<AskedOfDetails | null>(null);
  return {
    isOpen,
    setIsOpen,
    asked,
    ask: (wanted) => {
      setIsOpen(true);
      setAsked(wanted);
    },
    taken: () => setAsked(null),
  };
}
