// Gives the keyboard to the review again when a conflict that was looked at is left: what had it is gone.
import { type RefObject, useEffect } from 'react';

export function useKeyboardBack(panel: RefObject<HTMLElement | null>, shown: 'conflict' | 'list'): void {
  useEffect(() => (shown === 'conflict' ? () => panel.current?.focus() : undefined), [panel, shown]);
}
