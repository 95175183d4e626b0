// Reports that the credentials or the address of a connection were saved again, so that what failed because of them is
// retried.
import { useEffect, useRef } from 'react';

const listeners = new Set<(connectionId: string) => void>();

/** Emitted by the dialog once the engine uses the new credentials. */
export function notifySaved(connectionId: string): void {
  for (const listener of [...listeners]) listener(connectionId);
}

/** Runs `again`, as it is by then, each time that connection was saved while the caller is shown. */
export function useConnectionSaved(connectionId: string, again: (() => void) | undefined): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    const listener = (saved: string): void => {
      if (saved === connectionId) latest.current?.();
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [connectionId]);
}
