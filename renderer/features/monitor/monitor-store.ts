// What a person has chosen in Monitor: how far back, live or held, charts, table or requests, and which of them.
import { create } from 'zustand';
import { type RequestFilter, everyRequest } from '@shared/model/monitor';
import type { Sample } from '@shared/model/sample';
import type { Extent } from '@renderer/charts/result-extent';

export type MonitorWindow = '1-min' | '5-min' | '30-min' | '6-h' | '24-h';
const minuteMs = 60_000;
export const windowMsOf: Readonly<Record<MonitorWindow, number>> = {
  '1-min': minuteMs,
  '5-min': 5 * minuteMs,
  '30-min': 30 * minuteMs,
  '6-h': 360 * minuteMs,
  '24-h': 1_440 * minuteMs,
};
/** Samples of the live stream reach this far back; the history beyond. */
export const liveReachMs = 5 * minuteMs;

export type MonitorView = 'charts' | 'table' | 'requests';

export interface MonitorState {
  readonly window: MonitorWindow;
  /** The samples on screen while paused; null while live. */
  readonly held: readonly Sample[] | null;
  readonly view: MonitorView;
  readonly hidden: ReadonlySet<string>;
  /** Which requests are drawn and listed; its time is what the charts are zoomed to. */
  readonly filter: RequestFilter;
  /** What the charts go back to after the requests of one step; undefined while no such step is listed. */
  readonly zoomBefore: Pick<RequestFilter, 'fromMs' | 'toMs'> | undefined;
  readonly setWindow: (window: MonitorWindow) => void;
  readonly pause: (samples: readonly Sample[]) => void;
  readonly resume: () => void;
  readonly setView: (view: MonitorView) => void;
  readonly setFilter: (change: Partial<RequestFilter>) => void;
  readonly toggleSeries: (key: string) => void;
  /** Lists the requests of one step of a chart. */
  readonly showRequestsOf: (step: Extent) => void;
}

export const useMonitor = create<MonitorState>()((set) => ({
  window: '1-min',
  held: null,
  view: 'charts',
  hidden: new Set(),
  filter: everyRequest,
  zoomBefore: undefined,
  // A window counts back from now: whoever chooses one leaves the stretch they had zoomed to.
  setWindow: (window) => set(({ filter }) => ({ window, filter: { ...filter, fromMs: null, toMs: null } })),
  pause: (samples) => set({ held: samples }),
  resume: () => set({ held: null }),
  setView: (view) =>
    set(({ filter, zoomBefore }) =>
      view === 'requests' ? { view } : { view, filter: { ...filter, ...zoomBefore }, zoomBefore: undefined },
    ),
  setFilter: (change) =>
    set(({ filter, zoomBefore }) => ({
      filter: { ...filter, ...change },
      zoomBefore: 'fromMs' in change ? undefined : zoomBefore,
    })),
  toggleSeries: (key) =>
    set(({ hidden }) => {
      const after = new Set(hidden);
      if (!after.delete(key)) after.add(key);
      return { hidden: after };
    }),
  showRequestsOf: ({ from, to }) =>
    set(({ filter }) => ({
      view: 'requests',
      zoomBefore: { fromMs: filter.fromMs, toMs: filter.toMs },
      filter: { ...filter, fromMs: from, toMs: to },
    })),
}));

/** The stretch of time that a filter names, null while it names none. */
export function zoomOf({ fromMs, toMs }: RequestFilter): Extent | null {
  return fromMs === null || toMs === null ? null : { from: fromMs, to: toMs };
}
