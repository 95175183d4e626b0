// The rows that the user is dragging, for as long as the button is held down and the drag is not cancelled.
import { useEffect, useMemo, useRef } from 'react';

export interface HeldRows {
  /** A drag of these rows begins. */
  readonly hold: (key: string) => void;
  readonly letGo: () => void;
  readonly isHeld: (key: string) => boolean;
}

/** Releasing the button or pressing Escape ends it. */
export function useHeldRows(): HeldRows {
  const key = useRef<string | null>(null);
  const held = useMemo(
    (): HeldRows => ({
      hold: (rows) => {
        key.current = rows;
      },
      letGo: () => {
        key.current = null;
      },
      isHeld: (rows) => key.current === rows,
    }),
    [],
  );
  useEffect(() => {
    const { letGo } = held;
    const giveUp = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || key.current === null) return;
      letGo();
      // Escape cancels the drag and does not clear the selection.
      event.stopPropagation();
    };
    window.addEventListener('pointerup', letGo, { capture: true });
    window.addEventListener('keydown', giveUp, { capture: true });
    return () => {
      window.removeEventListener('pointerup', letGo, { capture: true });
      window.removeEventListener('keydown', giveUp, { capture: true });
    };
  }, [held]);
  return held;
}
