// The pane of properties beside the rows: whether it is open, and what was requested of it from elsewhere in the tab.
import { useEffect, useEffectEvent, useState } from 'react';
import { create } from 'zustand';
import type { DetailsVerb } from './details/details-actions';
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

interface Requested {
  readonly connectionId: string;
  readonly container: string;
  /** Null for the properties alone. */
  readonly action: DetailsVerb | null;
}

/** What was requested from outside the container's tab, until the tab takes it. */
const useRequested = create<{ readonly one: Requested | null }>()(() => ({ one: null }));

/** Opens the properties of a container in its tab, which is opened separately, and runs the action there. */
export function requestDetails(connectionId: string, container: string, action: DetailsVerb | null): void {
  useRequested.setState({ one: { connectionId, container, action } });
}

/** Takes what was requested for the container before and from now on; returns how to stop. */
function takeRequests(connectionId: string, container: string, onRequest: (one: Requested) => void): () => void {
  const check = ({ one }: { readonly one: Requested | null }): void => {
    if (one?.connectionId !== connectionId || one.container !== container) return;
    useRequested.setState({ one: null });
    onRequest(one);
  };
  check(useRequested.getState());
  return useRequested.subscribe(check);
}

export function useDetailsPane({
  connectionId,
  container,
}: Pick<Requested, 'connectionId' | 'container'>): DetailsPane {
  const [isOpen, setIsOpen] = useState(false);
  const [requested, setRequested] = useState<DetailsRequest | null>(null);
  const take = useEffectEvent(({ action }: Requested) => {
    setIsOpen(true);
    if (action !== null) setRequested({ action, blob: null });
  });
  useEffect(() => takeRequests(connectionId, container, (one) => take(one)), [connectionId, container]);
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
