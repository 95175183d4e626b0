// The arrangement of the open tabs: in one pane or two side by side, in order, with one active in each. Pure.
import { type Tab, isPreview, tabId } from './tab';

export interface Pane {
  readonly tabs: readonly Tab[];
  /** The active tab; null only if there is no tab at all. */
  readonly activeId: string | null;
}

/** Which of two panes; a layout of one pane has the left one only. */
export type Side = 'left' | 'right';

/** Never has an empty pane beside another one. */
export interface TabLayout {
  readonly left: Pane;
  readonly right: Pane | null;
  /** The pane that keys and newly opened tabs go to. */
  readonly focused: Side;
}

export interface ClosedTab {
  readonly tab: Tab;
  readonly side: Side;
  /** Its index among the tabs of its pane. */
  readonly at: number;
}

export const emptyLayout: TabLayout = { left: { tabs: [], activeId: null }, right: null, focused: 'left' };

export function paneOf(layout: TabLayout, side: Side): Pane {
  return (side === 'right' ? layout.right : null) ?? layout.left;
}

export function focusedPane(layout: TabLayout): Pane {
  return paneOf(layout, layout.focused);
}

export function allTabs({ left, right }: TabLayout): readonly Tab[] {
  return right === null ? left.tabs : [...left.tabs, ...right.tabs];
}

export function sideOf(layout: TabLayout, id: string): Side | undefined {
  if (has(layout.left, id)) return 'left';
  return layout.right !== null && has(layout.right, id) ? 'right' : undefined;
}

/**
 * Activates the tab where it is, with the requested state, or opens it: a preview in place of the one before, any other
 * beside the active tab.
 */
export function open(layout: TabLayout, opened: Tab): TabLayout {
  const id = tabId(opened);
  const side = sideOf(layout, id);
  if (side !== undefined) {
    const pane = paneOf(layout, side);
    const tabs = pane.tabs.map((each) => (tabId(each) === id ? (isPreview(opened) ? each : opened) : each));
    return { ...layout, [side]: { tabs, activeId: id }, focused: side };
  }
  const { tabs, activeId } = focusedPane(layout);
  if (isPreview(opened) && tabs.some(isPreview)) {
    const replaced = tabs.map((each) => (isPreview(each) ? opened : each));
    return { ...layout, [layout.focused]: { tabs: replaced, activeId: id } };
  }
  const at = tabs.findIndex((each) => tabId(each) === activeId) + 1;
  return insert(layout, layout.focused, at, opened);
}

/** A preview becomes a tab like any other. */
export function keepOpen(layout: TabLayout, id: string): TabLayout {
  const side = sideOf(layout, id);
  if (side === undefined) return layout;
  const pane = paneOf(layout, side);
  const tabs = pane.tabs.map((each) => {
    if (each.kind !== 'blob' || tabId(each) !== id) return each;
    const { isPreview: _, ...permanent } = each;
    return permanent;
  });
  return { ...layout, [side]: { ...pane, tabs } };
}

export function select(layout: TabLayout, id: string): TabLayout {
  const side = sideOf(layout, id);
  if (side === undefined) return layout;
  return { ...layout, [side]: { ...paneOf(layout, side), activeId: id }, focused: side };
}

export function focus(layout: TabLayout, side: Side): TabLayout {
  return side === 'right' && layout.right === null ? layout : { ...layout, focused: side };
}

/** Takes away what matches; the right neighbour comes to the front, else the left one. */
export function close(
  layout: TabLayout,
  matches: (tab: Tab) => boolean,
): { readonly layout: TabLayout; readonly closed: readonly ClosedTab[] } {
  const closed = (['left', 'right'] as const).flatMap((side) =>
    side === 'right' && layout.right === null
      ? []
      : paneOf(layout, side).tabs.flatMap((tab, at) => (matches(tab) ? [{ tab, side, at }] : [])),
  );
  if (closed.length === 0) return { layout, closed };
  const right = layout.right === null ? null : without(layout.right, matches);
  return { layout: tidy({ ...layout, left: without(layout.left, matches), right }), closed };
}

/** Puts a tab back at its previous position, or as near to it as possible. */
export function reopen(layout: TabLayout, { tab, side, at }: ClosedTab): TabLayout {
  if (sideOf(layout, tabId(tab)) !== undefined) return open(layout, tab);
  return insert(layout, layout.right === null ? 'left' : side, at, tab);
}

/** Moves the active tab one position within its pane; at the end it stays. */
export function moveStep(layout: TabLayout, direction: 'left' | 'right'): TabLayout {
  const { tabs, activeId } = focusedPane(layout);
  const from = tabs.findIndex((each) => tabId(each) === activeId);
  const to = from + (direction === 'left' ? -1 : 1);
  if (from < 0 || to < 0 || to >= tabs.length || activeId === null) return layout;
  return place(layout, activeId, layout.focused, to);
}

/** Puts an open tab at a position of a pane, counted without the tab itself, and activates it there. */
export function place(layout: TabLayout, id: string, side: Side, at: number): TabLayout {
  const from = sideOf(layout, id);
  const tab = allTabs(layout).find((each) => tabId(each) === id);
  if (from === undefined || tab === undefined) return layout;
  // The only tab there is has no other pane to go to.
  if (side !== from && layout.right === null && layout.left.tabs.length === 1) return layout;
  const taken = { ...layout, [from]: without(paneOf(layout, from), (each) => tabId(each) === id) };
  const target = side === 'right' && layout.right === null ? { ...taken, right: { tabs: [], activeId: null } } : taken;
  return tidy(insert(target, side, at, tab));
}

/** Moves the active tab to the other pane, which is created if there is none. */
export function moveAcross(layout: TabLayout): TabLayout {
  const { activeId } = focusedPane(layout);
  const to = other(layout.focused);
  if (activeId === null) return layout;
  return place(layout, activeId, to, layout.right === null ? 0 : paneOf(layout, to).tabs.length);
}

/** One step through the tabs of the focused pane, round the ends. */
export function step(layout: TabLayout, direction: 'next' | 'previous'): TabLayout {
  const { tabs, activeId } = focusedPane(layout);
  const at = tabs.findIndex((each) => tabId(each) === activeId);
  const target = tabs[(at + (direction === 'next' ? 1 : -1) + tabs.length) % tabs.length];
  return target === undefined ? layout : select(layout, tabId(target));
}

export function other(side: Side): Side {
  return side === 'left' ? 'right' : 'left';
}

function has({ tabs }: Pane, id: string): boolean {
  return tabs.some((each) => tabId(each) === id);
}

function insert(layout: TabLayout, side: Side, at: number, tab: Tab): TabLayout {
  const { tabs } = paneOf(layout, side);
  return {
    ...layout,
    [side]: { tabs: [...tabs.slice(0, at), tab, ...tabs.slice(at)], activeId: tabId(tab) },
    focused: side,
  };
}

function without({ tabs, activeId }: Pane, matches: (tab: Tab) => boolean): Pane {
  const left = tabs.filter((each) => !matches(each));
  if (left.some((each) => tabId(each) === activeId)) return { tabs: left, activeId };
  const at = tabs.findIndex((each) => tabId(each) === activeId);
  const next = tabs.slice(at + 1).find((each) => !matches(each)) ?? left[left.length - 1];
  return { tabs: left, activeId: next === undefined ? null : tabId(next) };
}

/** A pane that has become empty makes room for the other one. */
function tidy(layout: TabLayout): TabLayout {
  const { left, right } = layout;
  if (right === null) return { left, right, focused: 'left' };
  if (right.tabs.length === 0) return { left, right: null, focused: 'left' };
  return left.tabs.length === 0 ? { left: right, right: null, focused: 'left' } : layout;
}
