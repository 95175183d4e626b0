// What a person has chosen in Monitor: how far back, live or held, charts or table, which series are hidden.
import { create } from 'zustand';
import type { Sample } from '@shared/model/sample';

export type MonitorWindow = '1-min' | '5-min';
export const windowMsOf: Readonly<Record<MonitorWindow, number>> = { '1-min': 60_000, '5-min': 300_000 };

export interface MonitorState {
  readonly window: MonitorWindow;
  /** The samples on screen while paused; null while live. */
  readonly held: readonly Sample[] | null;
  readonly view: 'charts' | 'table';
  readonly hidden: ReadonlySet<string>;
  readonly setWindow: (window: MonitorWindow) => void;
  readonly pause: (samples: readonly Sample[]) => void;
  readonly resume: () => void;
  readonly setView: (view: 'charts' | 'table') => void;
  readonly toggleSeries: (key: string) => void;
}

export const useMonitor = create<MonitorState>()((set) => ({
  window: '1-min',
  held: null,
  view: 'charts',
  hidden: new Set(),
  setWindow: (window) => set({ window }),
  pause: (samples) => set({ held: samples }),
  resume: () => set({ held: null }),
  setView: (view) => set({ view }),
  toggleSeries: (key) =>
    set(({ hidden }) => {
      const after = new Set(hidden);
      if (!after.delete(key)) after.add(key);
      return { hidden: after };
    }),
}));
