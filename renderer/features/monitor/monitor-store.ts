// What a person has chosen in Monitor: how far back, live or held, charts, table or requests, and which of them.
import { create } from 'zustand';
import { type RequestFilter, everyRequest } from '@shared/model/monitor';
import type { Sample } from '@shared/model/sample';

export type MonitorWindow = '1-min' | '5-min';
export const windowMsOf: Readonly<Record<MonitorWindow, number>> = { '1-min': 60_000, '5-min': 300_000 };

export type MonitorView = 'charts' | 'table' | 'requests';

export interface MonitorState {
  readonly window: MonitorWindow;
  /** The samples on screen while paused; null while live. */
  readonly held: readonly Sample[] | null;
  readonly view: MonitorView;
  readonly hidden: ReadonlySet<string>;
  /** Which requests are listed. */
  readonly filter: RequestFilter;
  readonly setWindow: (window: MonitorWindow) => void;
  readonly pause: (samples: readonly Sample[]) => void;
  readonly resume: () => void;
  readonly setView: (view: MonitorView) => void;
  readonly setFilter: (change: Partial<RequestFilter>) => void;
  readonly toggleSeries: (key: string) => void;
}

export const useMonitor = create<MonitorState>()((set) => ({
  window: '1-min',
  held: null,
  view: 'charts',
  hidden: new Set(),
  filter: everyRequest,
  setWindow: (window) => set({ window }),
  pause: (samples) => set({ held: samples }),
  resume: () => set({ held: null }),
  setView: (view) => set({ view }),
  setFilter: (change) => set(({ filter }) => ({ filter: { ...filter, ...change } })),
  toggleSeries: (key) =>
    set(({ hidden }) => {
      const after = new Set(hidden);
      if (!after.delete(key)) after.add(key);
      return { hidden: after };
    }),
}));
