// The focus of a condition that was just added: its menu returns focus to the button when it closes, but then the
// condition should have it.
import { type RefObject, useState } from 'react';

export interface AddedCondition {
  /** @param id of the condition */
  readonly note: (id: string) => void;
  /** To the one that was noted last, once. */
  readonly giveKeyboard: () => void;
}

/** `within`: what holds the conditions. */
export function useAddedCondition(within: RefObject<HTMLElement | null>): AddedCondition {
  const [justAdded, setJustAdded] = useState<string>();
  return {
    note: setJustAdded,
    giveKeyboard: () => {
      if (justAdded === undefined) return;
      setJustAdded(undefined);
      within.current?.querySelector<HTMLInputElement>(`[data-condition="${justAdded}"] input`)?.focus();
    },
  };
}
