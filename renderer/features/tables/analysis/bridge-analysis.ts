// Readings over the bridge, and slices of the window's own time.
import { call, subscribe } from '@renderer/bridge';
import type { AnalysisPort } from './analysis-session';
import type { Schedule } from './loaded-rows';

export const bridgeAnalysis: AnalysisPort = {
  // The engine that knew how far it was is gone after a restart: the person decides whether to begin again.
  analyse: (input, onEvent, signal) => subscribe('tables.analyse', input, onEvent, { signal, afterRestart: 'fail' }),
  soFar: (input) => call('tables.analysis-so-far', input),
  forget: (input) => call('tables.forget-analysis', input),
};

export const betweenFrames: Schedule = (slice) => {
  const timer = window.setTimeout(() => {
    const startedMs = performance.now();
    slice(() => performance.now() - startedMs);
  });
  return () => window.clearTimeout(timer);
};
