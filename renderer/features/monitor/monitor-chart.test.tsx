// How often a chart of Monitor is drawn: once for each new frame, and not at all while it is hidden.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChartFrame } from './chart-frame';
import { MonitorChart } from './monitor-chart';
import { panels } from './panels';

const drawn: number[] = [];
vi.mock('@renderer/charts/time-chart', () => ({
  TimeChart: ({ endMs }: { readonly endMs: number }) => {
    drawn.push(endMs);
    return null;
  },
}));

let check: (isIntersecting: boolean) => void;
beforeEach(() => {
  vi.useFakeTimers();
  drawn.length = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        check = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nothing = (): void => undefined;
const nobody: ReadonlySet<string> = new Set();
const frameAt = (endMs: number): ChartFrame => ({
  points: [{ atMs: endMs, upload: 1, download: 1 }],
  windowMs: 60_000,
  endMs,
  stepMs: 250,
  clock: null,
  flow: 'live',
});
function chartAt(frame: ChartFrame) {
  const [panel] = panels;
  if (panel === undefined) throw new Error('Monitor has charts.');
  const actions = { onToggle: nothing, onStretch: nothing, onStep: nothing };
  return <MonitorChart panel={panel} frame={frame} group="monitor" delayMs={40} hidden={nobody} {...actions} />;
}

it('is drawn once for each new frame', () => {
  const { rerender } = render(chartAt(frameAt(1_000)));
  act(() => void vi.advanceTimersByTime(250));
  drawn.length = 0;
  for (const endMs of [1_250, 1_500, 1_750]) {
    rerender(chartAt(frameAt(endMs)));
    act(() => void vi.advanceTimersByTime(250));
  }
  expect(drawn).toEqual([1_250, 1_500, 1_750]);
});

it('is not drawn while it is scrolled out of view, and shows the newest frame once it is visible', () => {
  const { rerender } = render(chartAt(frameAt(1_000)));
  act(() => void vi.advanceTimersByTime(250));
  act(() => check(false));
  drawn.length = 0;
  for (const endMs of [1_250, 1_500]) {
    rerender(chartAt(frameAt(endMs)));
    act(() => void vi.advanceTimersByTime(250));
  }
  expect(drawn).toEqual([]);
  act(() => check(true));
  act(() => void vi.advanceTimersByTime(250));
  expect(drawn).toEqual([1_500]);
});

it('shows the sample at which it is held, even if it looks like the previous one', () => {
  const flat = (endMs: number, flow: ChartFrame['flow']): ChartFrame => ({
    ...frameAt(endMs),
    flow,
    points: [{ atMs: endMs, upload: 0, download: 0 }],
  });
  const { rerender } = render(chartAt(flat(1_000, 'live')));
  act(() => void vi.advanceTimersByTime(250));
  rerender(chartAt(flat(1_250, 'live')));
  act(() => void vi.advanceTimersByTime(250));
  expect(drawn.at(-1)).toBe(1_000);
  rerender(chartAt(flat(1_250, 'held')));
  act(() => void vi.advanceTimersByTime(250));
  expect(drawn.at(-1)).toBe(1_250);
});
