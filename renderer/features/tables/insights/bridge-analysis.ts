// Runs analyses over the bridge.
import { call, subscribe } from '@renderer/bridge';
import type { AnalysisPort } from '../result/analysis-session';

export const bridgeAnalysis: AnalysisPort = {
  // The engine that knew how far it was is gone after a restart: the person decides whether to start over.
  analyse: (input, onEvent, signal) => subscribe('tables.analyse', input, onEvent, { signal, afterRestart: 'fail' }),
  soFar: (input) => call('tables.analysis-so-far', input),
  forget: (input) => call('tables.forget-analysis', input),
};
