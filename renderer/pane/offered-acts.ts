// The named actions of the view in front: views offer the actions of their buttons and menus, the palette lists them.
import { type ReactElement, useEffect, useId } from 'react';
import { useHasKeys } from './pane-keys';

export interface OfferedAct {
  /** Unlike that of any other act of the view. */
  readonly id: string;
  readonly label: string;
  /** What it is done to: the folder, the selected blobs, the job. */
  readonly of: string;
  readonly icon?: ReactElement;
  readonly shortcut?: string | undefined;
  /** Why it cannot be done now; left out where it can. */
  readonly refusal?: string | undefined;
  /** What is asked first: one of these is done instead. */
  readonly choices?: readonly OfferedAct[];
  /** Beside the choices: the path that somebody types taken as one; null where it cannot be one. */
  readonly typed?: (text: string) => OfferedAct | null;
  readonly onAction: () => void;
}

/** By the component that offers them; a view may be made of several. */
const offers = new Map<string, () => readonly OfferedAct[]>();

/** Offers acts while the view has the keys; they are only put together when somebody looks. */
export function useOfferedActs(acts: () => readonly OfferedAct[]): void {
  const id = useId();
  const isOffered = useHasKeys();
  useEffect(() => {
    if (isOffered) offers.set(id, acts);
  }, [id, isOffered, acts]);
  useEffect(() => {
    if (!isOffered) return;
    return () => void offers.delete(id);
  }, [id, isOffered]);
}

/** The acts of the view in front now. */
export function offeredActs(): readonly OfferedAct[] {
  return [...offers.values()].flatMap((acts) => acts());
}
