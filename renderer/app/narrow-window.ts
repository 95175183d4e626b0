// In a narrow window the side bar gives way to the tab in front, and stands beside it only while a person asks for it.
import { isNarrow, restoreSidebar, setPart } from './layout-store';
import { useTabs } from './tabs/tabs-store';

/** Follows the window's width and what is in front. @returns a function that stops it */
export function giveTabsRoom(window: Window): () => void {
  let wasNarrow = false;
  let shown: string | null = null;
  const fit = (): void => {
    const { activeId } = useTabs.getState();
    const narrow = isNarrow(window);
    if (narrow && (!wasNarrow || activeId !== shown)) {
      if (activeId === null) restoreSidebar();
      else setPart('sidebar', 'closed');
    }
    if (!narrow && wasNarrow) restoreSidebar();
    wasNarrow = narrow;
    shown = activeId;
  };
  fit();
  window.addEventListener('resize', fit);
  const stop = useTabs.subscribe(fit);
  return () => {
    stop();
    window.removeEventListener('resize', fit);
  };
}
