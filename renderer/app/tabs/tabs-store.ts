// The open tabs of the window: their layout, which survives a restart, closed ones, and the order of last use.
import { create } from 'zustand';
import { z } from 'zod';
import * as layouts from './tab-layout';
import { type ClosedTab, type Side, type TabLayout, allTabs, focusedPane } from './tab-layout';
import type { Job } from '@shared/model/job';
import { keepJson, readJson } from '@renderer/storage/saved';
import { ownKey } from '@renderer/storage/this-window';
import { type Tab, tab, tabId } from './tab';

export { type Tab, tabId } from './tab';

interface TabsState {
  readonly layout: TabLayout;
  /** All of them, the left pane's first. */
  readonly tabs: readonly Tab[];
  /** The active tab of the focused pane. */
  readonly activeId: string | null;
  /** Tabs that were active at least once; the others are not mounted yet. */
  readonly visited: ReadonlySet<string>;
  /** The last one closed is the last one here. */
  readonly closed: readonly ClosedTab[];
  /** Tabs that were active, the latest first; open or not. */
  readonly recent: readonly Tab[];
}

/** Without those of kinds that this version does not have. */
const tabList = z.array(z.unknown()).transform((saved) =>
  saved.flatMap((one) => {
    const parsed = tab.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  }),
);
/** Versions until November 2026 named the page of a job after transfers. */
const activeId = z
  .string()
  .transform((id) => id.replace(/^transfer:/u, 'job:'))
  .nullable();
const pane = z.object({ tabs: tabList, activeId });
const stored = z.object({
  left: pane,
  right: pane.nullable(),
  focused: z.enum(['left', 'right']),
  recent: tabList.catch([]),
});
/** The layout as versions without panes stored it. */
const storedFlat = pane.transform(({ tabs, activeId }) => ({
  left: { tabs, activeId },
  right: null,
  focused: 'left' as const,
  recent: [],
}));

const storageKey = ownKey('workspace:tabs');
const maxClosed = 30;
const maxRecent = 20;

function restore(): TabsState {
  const restored = readJson(storageKey, z.union([stored, storedFlat]));
  const ofLeft = closedUp(restored?.left ?? layouts.emptyLayout.left);
  const ofRight = restored?.right === null || restored?.right === undefined ? null : closedUp(restored.right);
  const right = ofRight === null || ofRight.tabs.length === 0 || ofLeft.tabs.length === 0 ? null : ofRight;
  const left = ofLeft.tabs.length === 0 && ofRight !== null ? ofRight : ofLeft;
  const layout: TabLayout = { left, right, focused: right === null ? 'left' : (restored?.focused ?? 'left') };
  const fronts = [left.activeId, right?.activeId ?? null].flatMap((id) => id ?? []);
  return { ...derived(layout), visited: new Set(fronts), closed: [], recent: restored?.recent ?? [] };
}

/** A pane that always has an active tab, whatever was saved. */
function closedUp({ tabs, activeId }: layouts.Pane): layouts.Pane {
  const [first] = tabs;
  if (first === undefined) return { tabs, activeId: null };
  return { tabs, activeId: tabs.some((each) => tabId(each) === activeId) ? activeId : tabId(first) };
}

function derived(layout: TabLayout): Pick<TabsState, 'layout' | 'tabs' | 'activeId'> {
  return { layout, tabs: allTabs(layout), activeId: focusedPane(layout).activeId };
}

export const useTabs = create<TabsState>()(restore);

function put(layout: TabLayout, closed = useTabs.getState().closed): void {
  const before = useTabs.getState();
  const next = derived(layout);
  const visited = new Set([...before.visited].filter((id) => next.tabs.some((each) => tabId(each) === id)));
  for (const id of [layout.left.activeId, layout.right?.activeId]) if (id) visited.add(id);
  const front = next.tabs.find((each) => tabId(each) === next.activeId);
  const recent =
    front === undefined || next.activeId === before.activeId
      ? before.recent
      : [front, ...before.recent.filter((each) => tabId(each) !== next.activeId)].slice(0, maxRecent);
  keepJson(storageKey, { ...layout, recent });
  useTabs.setState({ ...next, visited, closed, recent });
}

const now = (): TabLayout => useTabs.getState().layout;

/** Activates the tab with the requested state; opens it beside the active one if it is not open yet. */
export function openTab(opened: Tab): void {
  put(layouts.open(now(), opened));
}

/** Opens the page of a job. */
export function openJob({ id: jobId, kind: job, title, createdAtMs: sinceMs }: Job): void {
  openTab({ kind: 'job', jobId, title, job, sinceMs });
}

/** With the name that it has now. */
export function openHub({ id: hubId, name }: { readonly id: string; readonly name: string }): void {
  openTab({ kind: 'hub', hubId, name });
}

/** Opens the tab behind the active one, if it is not open yet. */
export function openTabBehind(opened: Tab): void {
  const { activeId } = useTabs.getState();
  if (useTabs.getState().tabs.some((each) => tabId(each) === tabId(opened))) return;
  openTab(opened);
  if (activeId !== null) selectTab(activeId);
}

export function selectTab(id: string): void {
  put(layouts.select(now(), id));
}

/** The next preview does not replace it. */
export function keepTabOpen(id: string): void {
  put(layouts.keepOpen(now(), id));
}

/** Closes one tab; its right neighbour comes to the front, else the left one. */
export function closeTab(id: string): void {
  closeTabs((each) => tabId(each) === id);
}

/** Closes every tab that matches. */
export function closeTabs(matches: (each: Tab) => boolean): void {
  const { layout, closed } = layouts.close(now(), matches);
  if (closed.length > 0) put(layout, [...useTabs.getState().closed, ...closed].slice(-maxClosed));
}

/** Reopens the tab closed last at its position; returns false if there is none. */
export function reopenTab(): boolean {
  const { closed } = useTabs.getState();
  const last = closed[closed.length - 1];
  if (last === undefined) return false;
  put(layouts.reopen(now(), last), closed.slice(0, -1));
  return true;
}

/** One step through the strip, round the ends. */
export function stepTab(direction: 'next' | 'previous'): void {
  put(layouts.step(now(), direction));
}

/** Moves the active tab one position to that side. */
export function moveTab(direction: 'left' | 'right'): void {
  put(layouts.moveStep(now(), direction));
}

/** Moves the active tab to the other pane; the first time, the window is split. */
export function moveTabAcross(): void {
  put(layouts.moveAcross(now()));
}

/** Puts a tab at a position of a pane, counted without the tab itself. A preview that was moved stays open. */
export function placeTab(id: string, side: Side, at: number): void {
  put(layouts.keepOpen(layouts.place(now(), id, side, at), id));
}

/** Makes this pane the one that keys and newly opened tabs go to. */
export function focusPane(side: Side): void {
  if (now().focused !== side) put(layouts.focus(now(), side));
}
