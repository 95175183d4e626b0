// The open tabs, their order and which one is in front; the set survives a restart.
import { create } from 'zustand';
import { z } from 'zod';
import { diffSide } from '@shared/model/table-diff';

const tab = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), connectionId: z.string(), table: z.string() }),
  z.object({
    kind: z.literal('entity'),
    connectionId: z.string(),
    table: z.string(),
    partitionKey: z.string(),
    rowKey: z.string(),
  }),
  z.object({ kind: z.literal('import'), connectionId: z.string(), table: z.string() }),
  z.object({ kind: z.literal('container'), connectionId: z.string(), container: z.string() }),
  /** What is in one blob; `name` in full. */
  z.object({ kind: z.literal('blob'), connectionId: z.string(), container: z.string(), name: z.string() }),
  /** Applied changes of a connection, of one table or of all. */
  z.object({ kind: z.literal('undo'), connectionId: z.string(), table: z.string().optional() }),
  z.object({ kind: z.literal('table-jobs') }),
  /** `title` as it was when the tab was opened. */
  z.object({ kind: z.literal('transfer'), jobId: z.string(), title: z.string() }),
  z.object({ kind: z.literal('compare'), left: diffSide, right: diffSide }),
  z.object({ kind: z.literal('monitor') }),
  z.object({ kind: z.literal('lab') }),
  z.object({ kind: z.literal('settings') }),
]);
export type Tab = z.infer<typeof tab>;

const stored = z.object({ tabs: z.array(tab), activeId: z.string().nullable() });

interface TabsState {
  readonly tabs: readonly Tab[];
  readonly activeId: string | null;
  /** Tabs that were in front at least once; the others are not mounted yet. */
  readonly visited: ReadonlySet<string>;
}

/** What makes two tabs the same one. */
export function tabId(of: Tab): string {
  switch (of.kind) {
    case 'table':
      return `table:${of.connectionId}:${of.table}`;
    case 'entity':
      // As JSON, so that keys with any character in them stay two keys.
      return `entity:${JSON.stringify([of.connectionId, of.table, of.partitionKey, of.rowKey])}`;
    case 'import':
      return `import:${of.connectionId}:${of.table}`;
    case 'container':
      return `container:${of.connectionId}:${of.container}`;
    case 'blob':
      return `blob:${JSON.stringify([of.connectionId, of.container, of.name])}`;
    case 'undo':
      return `undo:${of.connectionId}`;
    case 'transfer':
      return `transfer:${of.jobId}`;
    case 'compare':
      return `compare:${JSON.stringify([of.left, of.right])}`;
    default:
      return of.kind;
  }
}

const storageKey = 'workspace:tabs';

function restore(): TabsState {
  const nothing: TabsState = { tabs: [], activeId: null, visited: new Set() };
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    if (!parsed.success) return nothing;
    const { tabs, activeId } = parsed.data;
    const active = tabs.some((each) => tabId(each) === activeId) ? activeId : tabId(tabs[0] ?? { kind: 'monitor' });
    return tabs.length === 0 ? nothing : { tabs, activeId: active, visited: new Set(active === null ? [] : [active]) };
  } catch {
    return nothing;
  }
}

export const useTabs = create<TabsState>()(restore);

function put(change: Pick<TabsState, 'tabs' | 'activeId'>): void {
  const { tabs, activeId } = change;
  const visited = new Set([...useTabs.getState().visited].filter((id) => tabs.some((each) => tabId(each) === id)));
  if (activeId !== null) visited.add(activeId);
  localStorage.setItem(storageKey, JSON.stringify({ tabs, activeId }));
  useTabs.setState({ tabs, activeId, visited });
}

/** Brings the tab to the front, as it was asked for, opening it beside the one in front when it is not there yet. */
export function openTab(opened: Tab): void {
  const { tabs, activeId } = useTabs.getState();
  const id = tabId(opened);
  if (tabs.some((each) => tabId(each) === id)) {
    put({ tabs: tabs.map((each) => (tabId(each) === id ? opened : each)), activeId: id });
    return;
  }
  const after = tabs.findIndex((each) => tabId(each) === activeId);
  put({ tabs: [...tabs.slice(0, after + 1), opened, ...tabs.slice(after + 1)], activeId: id });
}

export function selectTab(id: string): void {
  put({ tabs: useTabs.getState().tabs, activeId: id });
}

/** Closes one tab; its right neighbour comes to the front, else the left one. */
export function closeTab(id: string): void {
  closeTabs((each) => tabId(each) === id);
}

/** Closes every tab that matches. */
export function closeTabs(matches: (each: Tab) => boolean): void {
  const { tabs, activeId } = useTabs.getState();
  const left = tabs.filter((each) => !matches(each));
  if (left.length === tabs.length) return;
  if (left.some((each) => tabId(each) === activeId)) {
    put({ tabs: left, activeId });
    return;
  }
  const at = tabs.findIndex((each) => tabId(each) === activeId);
  const next = tabs.slice(at + 1).find((each) => !matches(each)) ?? left[left.length - 1];
  put({ tabs: left, activeId: next ? tabId(next) : null });
}

/** One step through the strip, round the ends. */
export function stepTab(direction: 'next' | 'previous'): void {
  const { tabs, activeId } = useTabs.getState();
  if (tabs.length === 0) return;
  const at = tabs.findIndex((each) => tabId(each) === activeId);
  const target = tabs[(at + (direction === 'next' ? 1 : -1) + tabs.length) % tabs.length];
  if (target) selectTab(tabId(target));
}
