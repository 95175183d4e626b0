// Returns the focus to the review when a conflict view closes, because the focused element is gone.
import { type RefObject, useEffect } from 'react';

export function useKeyboardBack(panel: RefObject<HTMLElement | null>, shown: 'conflict' | 'list'): void {
  useEffect(() => (shown === 'conflict' ? () => panel.current?.focus() : undefined), [panel, shown]);
}
