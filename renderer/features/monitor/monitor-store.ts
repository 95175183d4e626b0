// The user's choices in Monitor: time range, live or paused, charts, table or requests, and which of them.
import { create } from 'zustand';
import { z } from 'zod';
import {
  type RequestColumn,
  type RequestFilter,
  type RequestOrder,
  everyRequest,
  newestFirst,
} from '@shared/model/monitor';
import type { Sample } from '@shared/model/sample';
import type { Extent } from '@renderer/charts/result-extent';
import { createSavedChoice } from '@renderer/storage/saved-choice';

const monitorWindows = ['1-min', '5-min', '30-min', '6-h', '24-h'] as const;
export type MonitorWindow = (typeof monitorWindows)[number];
const minuteMs = 60_000;
export const windowMsOf: Readonly<Record<MonitorWindow, number>> = {
  '1-min': minuteMs,
  '5-min': 5 * minuteMs,
  '30-min': 30 * minuteMs,
  '6-h': 360 * minuteMs,
  '24-h': 1_440 * minuteMs,
};
/** The period that samples of the live stream cover; the history covers longer ones. */
export const liveReachMs = 5 * minuteMs;

const monitorViews = ['charts', 'table', 'requests'] as const;
export type MonitorView = (typeof monitorViews)[number];

const savedChoice = createSavedChoice(
  'monitor',
  z.object({ window: z.enum(monitorWindows), view: z.enum(monitorViews) }),
);

/** The properties of the requests that a mark of a chart represents, apart from their time. */
export type RequestsOf = Partial<Pick<RequestFilter, 'connectionId' | 'service' | 'resource' | 'partition'>>;

export interface MonitorState {
  readonly window: MonitorWindow;
  /** The samples on screen while paused; null while live. */
  readonly held: readonly Sample[] | null;
  readonly view: MonitorView;
  readonly hidden: ReadonlySet<string>;
  /** Whether every target of the service is listed, or the one that is used most is named. */
  readonly targets: 'all' | 'fullest';
  /** Which requests are drawn and listed; its time is what the charts are zoomed to. */
  readonly filter: RequestFilter;
  /** Of the list. */
  readonly order: RequestOrder;
  /** What the charts go back to after the requests behind a mark of theirs; empty while none is listed. */
  readonly before: Partial<RequestFilter>;
  readonly setWindow: (window: MonitorWindow) => void;
  readonly pause: (samples: readonly Sample[]) => void;
  readonly resume: () => void;
  readonly setView: (view: MonitorView) => void;
  readonly setFilter: (change: Partial<RequestFilter>) => void;
  /** By this column; if it already is, the other way round. */
  readonly sortBy: (column: RequestColumn) => void;
  readonly toggleSeries: (key: string) => void;
  readonly toggleTargets: () => void;
  /** Lists the requests of one step of a chart; of those, the ones that a mark represents. */
  readonly showRequestsOf: (step: Extent, of?: RequestsOf) => void;
}

export const useMonitor = create<MonitorState>()((set) => ({
  window: '1-min',
  held: null,
  view: 'charts',
  ...savedChoice.read(),
  hidden: new Set(),
  targets: 'fullest',
  filter: everyRequest,
  order: newestFirst,
  before: {},
  // A time window counts back from now: choosing one ends the zoom.
  setWindow: (window) => set(({ filter }) => ({ window, filter: { ...filter, fromMs: null, toMs: null } })),
  pause: (samples) => set({ held: samples }),
  resume: () => set({ held: null }),
  setView: (view) =>
    set(({ filter, before }) =>
      view === 'requests' ? { view } : { view, filter: { ...filter, ...before }, before: {} },
    ),
  setFilter: (change) =>
    set(({ filter, before }) => ({ filter: { ...filter, ...change }, before: without(before, change) })),
  sortBy: (by) =>
    set(({ order }) => {
      const isText = by === 'operation' || by === 'resource';
      const direction = order.by === by ? opposite[order.direction] : isText ? 'ascending' : 'descending';
      return { order: { by, direction } };
    }),
  toggleSeries: (key) =>
    set(({ hidden }) => {
      const after = new Set(hidden);
      if (!after.delete(key)) after.add(key);
      return { hidden: after };
    }),
  toggleTargets: () => set(({ targets }) => ({ targets: targets === 'all' ? 'fullest' : 'all' })),
  showRequestsOf: ({ from, to }, of = {}) =>
    set(({ filter }) => {
      const request: Partial<RequestFilter> = { fromMs: from, toMs: to, ...of };
      return { view: 'requests', before: sameOf(filter, request), filter: { ...filter, ...request } };
    }),
}));

useMonitor.subscribe(({ window, view }, before) => {
  if (window !== before.window || view !== before.view) savedChoice.write({ window, view });
});

const opposite = { ascending: 'descending', descending: 'ascending' } as const;

/** Later choices of the user stay. */
function without(before: Partial<RequestFilter>, change: Partial<RequestFilter>): Partial<RequestFilter> {
  return Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change)));
}

function sameOf(filter: RequestFilter, names: Partial<RequestFilter>): Partial<RequestFilter> {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name in names));
}

/** The stretch of time that a filter names, null while it names none. */
export function zoomOf({ fromMs, toMs }: RequestFilter): Extent | null {
  return fromMs === null || toMs === null ? null : { from: fromMs, to: toMs };
}
