// How the parts of a window adapt to its size. In a narrow window the side bar gives way to the front tab, and is shown
// beside it only on request.
import { closeDockForRoom, isNarrow, restoreDock, restoreSidebar, setPart } from '../layout-store';
import { useTabs } from '../tabs/tabs-store';
import { hasRoomForDock } from '../dock-height';

/** Follows the window's width and the active tab. @returns a function that stops it */
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

/** Follows the window's height. What the user opens in a low window stays open. @returns a function that stops it */
export function giveRowsRoom(window: Window): () => void {
  let hadRoom = true;
  const fit = (): void => {
    const hasRoom = hasRoomForDock(window.innerHeight);
    if (hasRoom) restoreDock();
    else if (hadRoom) closeDockForRoom();
    hadRoom = hasRoom;
  };
  fit();
  window.addEventListener('resize', fit);
  return () => window.removeEventListener('resize', fit);
}

/** Listens until the returned function is called. */
export function reportSettledSize(target: Window): () => void {
  let frame = 0;
  let own: Event | null = null;
  const notify = (): void => {
    own = new Event('resize');
    target.dispatchEvent(own);
  };
  const onResize = (event: Event): void => {
    if (event === own) return;
    target.cancelAnimationFrame(frame);
    // One frame for the resize observers, one for their rendering.
    frame = target.requestAnimationFrame(() => {
      frame = target.requestAnimationFrame(notify);
    });
  };
  target.addEventListener('resize', onResize);
  return () => {
    target.cancelAnimationFrame(frame);
    target.removeEventListener('resize', onResize);
  };
}
