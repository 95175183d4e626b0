// The named actions of the active view: views offer the actions of their buttons and menus, the palette lists them, and
// their keys work wherever in the view the focus is.
import { type ReactElement, createContext, isValidElement, useContext, useEffect, useEffectEvent, useId } from 'react';
import type { MenuEntry } from '@renderer/ui';

export interface ViewAction {
  /** Different from that of any other action of the view. */
  readonly id: string;
  readonly label: string;
  /** Its target: the folder, the selected blobs, the job. */
  readonly of: string;
  readonly icon?: ReactElement;
  readonly shortcut?: string | undefined;
  /** Why it cannot be done now; left out where it can. */
  readonly disabledReason?: string | undefined;
  /** Choices to make first: one of these runs instead. */
  readonly choices?: readonly ViewAction[];
  /** Besides the choices: uses the typed text as a path; null if it cannot be one. */
  readonly typed?: (text: string) => ViewAction | null;
  readonly onAction: () => void;
}

/** By the component that offers them; a view may be made of several. */
const actionSources = new Map<string, () => readonly ViewAction[]>();

/** Provides actions while the view has the focus; they are only built when they are read. */
export function useViewActions(actions: () => readonly ViewAction[]): void {
  const id = useId();
  const isOffered = useHasKeys();
  useEffect(() => {
    if (isOffered) actionSources.set(id, actions);
  }, [id, isOffered, actions]);
  useEffect(() => {
    if (!isOffered) return;
    return () => void actionSources.delete(id);
  }, [id, isOffered]);
}

/** The actions of the active view. */
export function viewActions(): readonly ViewAction[] {
  return [...actionSources.values()].flatMap((actions) => actions());
}

// Keys that belong to a whole view, wherever in it the focus is. Of two views side by side, only one receives them.

const PaneKeys = createContext<'here' | 'elsewhere'>('here');

/** Wraps each view: `here` is the one in which the user works, not one beside it or behind it. */
export const PaneKeysProvider = PaneKeys.Provider;

/** Whether the calling view is the one that the window's shortcuts apply to. */
export function useHasKeys(): boolean {
  return useContext(PaneKeys) === 'here';
}

/** Handles every key of the window while the view is active and has the focus. */
export function useWindowKeys(view: 'in-front' | 'behind', onKeyDown: (event: KeyboardEvent) => void): void {
  const hasKeys = useHasKeys();
  const onKey = useEffectEvent(onKeyDown);
  useEffect(() => {
    if (view === 'behind' || !hasKeys) return;
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [view, hasKeys]);
}

/** `of`: what the menu is about. An entry that is switched off without a reason is none. */
export function actionsOfMenu(entries: readonly MenuEntry[], of: string): readonly ViewAction[] {
  return entries.flatMap((entry): readonly ViewAction[] => {
    if (entry === 'separator' || (entry.isDisabled === true && entry.description === undefined)) return [];
    const { id, label, icon, shortcut, onAction } = entry;
    return [
      {
        id,
        label,
        of,
        shortcut,
        onAction,
        ...(isValidElement(icon) ? { icon } : {}),
        ...(entry.isDisabled === true ? { disabledReason: entry.description } : {}),
      },
    ];
  });
}
