// Keeps the focus from getting lost: if the focused element is removed or hidden, focus moves to what remains around
// it, to what was last used in the active tab, or to the tab's panel, from which the next key leads into it.
import { aboveAll, panelElementId } from '@renderer/ui';
import { useTabs } from '../tabs/tabs-store';

/** Dialogs and menus that open or close move the focus themselves within this time. */
const settleMs = 120;
/** A user who changes tabs while the focus is in one of these only views them, and the focus stays there. */
const ignoredArea = '[role="tablist"], [role="tree"]';

/** The element that had the focus and its ancestors, from the inside out. */
type Way = readonly WeakRef<HTMLElement>[];

/** Returns how to stop. */
export function keepFocus(target: Window): () => void {
  const { document } = target;
  const lastIn = new Map<string, Way>();
  /** Set while the side bar or the queue was used last. */
  let lastBeside: Way | null = null;
  /** A tab was activated, and the focus has not moved there yet. */
  let isFrontDue = false;
  let settling = 0;

  const frontPanel = (): HTMLElement | null => {
    const { activeId } = useTabs.getState();
    return activeId === null ? null : document.getElementById(panelElementId(activeId));
  };
  const note = ({ target: focused }: FocusEvent): void => {
    if (!(focused instanceof HTMLElement) || focused.closest(aboveAll) !== null) return;
    const panel = focused.closest<HTMLElement>('[role="tabpanel"]');
    if (panel === null) lastBeside = wayOf(focused);
    else if (panel === frontPanel()) {
      lastBeside = null;
      if (focused !== panel) lastIn.set(panel.id, wayOf(focused));
    }
  };
  const isNowhere = (): boolean => !isAnywhere(document) && document.querySelector(aboveAll) === null;
  const bringBack = (): void => {
    if (!isNowhere()) return;
    const panel = frontPanel();
    if (lastBeside !== null && goBack(lastBeside)) return;
    if (panel === null) return;
    if (!goBack(lastIn.get(panel.id) ?? [])) panel.focus({ preventScroll: true });
  };
  /** A tab that was opened from the queue, the palette or by a command is given the focus. */
  const goAlong = (): void => {
    const { activeElement } = document;
    if (!isFrontDue) return;
    isFrontDue = false;
    if (!(activeElement instanceof HTMLElement) || activeElement.closest(`[role="tabpanel"], ${aboveAll}`)) return;
    lastBeside = null;
    activeElement.blur();
  };
  const settle = (): void => {
    goAlong();
    bringBack();
  };
  const bringBackSoon = (): void => {
    target.clearTimeout(settling);
    settling = target.setTimeout(settle, settleMs);
  };
  // A user who types does not wait until all has settled; a focus that moved after the key would receive the next one.
  const onKeyDown = (): void => {
    if (document.querySelector(aboveAll) === null) settle();
  };

  document.addEventListener('focusin', note);
  document.addEventListener('focusout', bringBackSoon);
  target.addEventListener('keydown', onKeyDown, { capture: true });
  const stopTabs = useTabs.subscribe(({ activeId }, before) => {
    if (activeId !== before.activeId) isFrontDue = (document.activeElement?.closest(ignoredArea) ?? null) === null;
    bringBackSoon();
  });
  return () => {
    target.clearTimeout(settling);
    document.removeEventListener('focusin', note);
    document.removeEventListener('focusout', bringBackSoon);
    target.removeEventListener('keydown', onKeyDown, { capture: true });
    stopTabs();
  };
}

function wayOf(focused: HTMLElement): Way {
  const way: WeakRef<HTMLElement>[] = [];
  for (let at: HTMLElement | null = focused; at !== null; at = at.parentElement) way.push(new WeakRef(at));
  return way;
}

function isAnywhere({ activeElement, body }: Document): boolean {
  return activeElement !== null && activeElement !== body;
}

/**
 * To the element itself, else to the row it was in, else to the list or view around; false where none takes it. One that
 * takes it may hand it on at once, as the list of operators does to the value: that is where it belongs then.
 */
function goBack(way: Way): boolean {
  for (const each of way) {
    const element = each.deref();
    if (element?.isConnected !== true) continue;
    const inRow = element.matches('[role="listitem"], [role="row"], li') ? lastControl(element) : undefined;
    for (const candidate of [element, inRow]) {
      candidate?.focus({ preventScroll: true });
      if (isAnywhere(document)) return true;
    }
  }
  return false;
}

/** The last button of a row is its menu of all actions. */
function lastControl(row: HTMLElement): HTMLElement | undefined {
  return [...row.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])')].at(-1);
}
