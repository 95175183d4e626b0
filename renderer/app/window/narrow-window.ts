// In a narrow window the side bar gives way to the front tab, and is shown beside it only on request.
import { isNarrow, restoreSidebar, setPart } from '../layout-store';
import { useTabs } from '../tabs/tabs-store';

/** Follows the window's width and what is in front. @returns a function that stops it */
export function giveTabsRoom(window: Window): () => void {
  let wasNarrow = false;
  let shown: readonly string[] = [];
  const fit = (): void => {
    const { left, right } = useTabs.getState().layout;
    const inFront = [left.activeId, right?.activeId].flatMap((id) => id ?? []);
    const narrow = isNarrow(window);
    // Moving the focus to the other pane brings no tab to the front.
    const isNew = inFront.some((id) => !shown.includes(id));
    if (narrow && inFront.length === 0 && (!wasNarrow || shown.length > 0)) restoreSidebar();
    if (narrow && inFront.length > 0 && (!wasNarrow || isNew)) setPart('sidebar', 'closed');
    if (!narrow && wasNarrow) restoreSidebar();
    wasNarrow = narrow;
    shown = inFront;
  };
  fit();
  window.addEventListener('resize', fit);
  const stop = useTabs.subscribe(fit);
  return () => {
    stop();
    window.removeEventListener('resize', fit);
  };
}
