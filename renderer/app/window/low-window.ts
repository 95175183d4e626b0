// In a window too low for both, the transfers dock gives way to the tab above it, and returns when there is room.
import { hasRoomForDock } from '../dock-height';
import { closeDockForRoom, restoreDock } from '../layout-store';

/** Follows the window's height. What a person opens in a low window stays open. @returns a function that stops it */
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
