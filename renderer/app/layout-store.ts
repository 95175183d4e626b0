// Which parts of the shell are open. What the user opens or closes is remembered; the activity dock opens
// automatically when there is something to see and the window is high enough for both, and closes when it is done.
import { create } from 'zustand';
import { keepText, readText } from '@renderer/storage/saved';
import { hasRoomForDock } from './dock-height';
import { useTabs } from './tabs/tabs-store';

type Part = 'sidebar' | 'dock';
type Openness = 'open' | 'closed';
interface LayoutState {
  readonly sidebar: Openness;
  /** `gave-way`: closed for want of room alone, and open again with it. */
  readonly dock: Openness | 'gave-way';
  /** Whether the palette is shown; not remembered. */
  readonly palette: Openness;
  /** Which part of the About dialog is shown; not remembered. */
  readonly about: 'closed' | 'versions' | 'fault-log';
}

function remembered(part: Part): Openness | null {
  const text = readText(`layout:${part}`);
  return text === 'open' || text === 'closed' ? text : null;
}

/** Below these widths a side bar would leave a tab, or each of two side by side, less than what its controls need. */
const narrowWindowPx = { alone: 720, beside: 1020 };
export const isNarrow = ({ innerWidth }: Pick<Window, 'innerWidth'>): boolean =>
  innerWidth < narrowWindowPx[useTabs.getState().layout.right === null ? 'alone' : 'beside'];

export const useLayout = create<LayoutState>()(() => ({
  sidebar: remembered('sidebar') ?? 'open',
  dock: remembered('dock') === 'open' ? openIfRoom() : 'closed',
  palette: 'closed',
  about: 'closed',
}));

/** Opens or closes a part at the user's request, which is remembered for the next start. */
export function togglePart(part: Part): void {
  const openness = useLayout.getState()[part] === 'open' ? 'closed' : 'open';
  // A side bar that closes in a narrow window is still wanted in a wide one.
  if (part === 'dock' || !isNarrow(window)) keepText(`layout:${part}`, openness);
  setPart(part, openness);
}

/** As the user left it. */
export function restoreSidebar(): void {
  setPart('sidebar', remembered('sidebar') ?? 'open');
}

function openIfRoom(): LayoutState['dock'] {
  return hasRoomForDock(window.innerHeight) ? 'open' : 'gave-way';
}

/** Closes an open dock while a tab needs the room, until `restoreDock`; this is not remembered. */
export function closeDockForRoom(): void {
  if (useLayout.getState().dock === 'open') useLayout.setState({ dock: 'gave-way' });
}

/** Reopens what had given way, unless the user has decided otherwise meanwhile. */
export function restoreDock(): void {
  if (useLayout.getState().dock === 'gave-way') setPart('dock', 'open');
}

/** Opens or closes a part without remembering it for the next start. */
export function setPart(part: Part, openness: Openness): void {
  if (part === 'dock') isOpenForWork = false;
  useLayout.setState({ [part]: openness });
}

/** Whether it is open only because work began. */
let isOpenForWork = false;

/** Opens the dock for new work, unless the user closed it; if there is too little room, once there is enough. */
export function showDock(): void {
  const { dock } = useLayout.getState();
  if (dock !== 'closed' || remembered('dock') === 'closed') return;
  useLayout.setState({ dock: openIfRoom() });
  isOpenForWork = true;
}

/** Closes the dock once its work is done, unless the user opened it. */
export function closeDockAfterWork(): void {
  if (isOpenForWork) setPart('dock', 'closed');
}

/** Opens the list of all jobs and moves the focus to it. */
export function showActivity(): void {
  setPart('dock', 'open');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-activity] [role="list"]')?.focus());
}

export function setPalette(palette: Openness): void {
  useLayout.setState({ palette });
}

export function setAbout(about: LayoutState['about']): void {
  useLayout.setState({ about });
}
