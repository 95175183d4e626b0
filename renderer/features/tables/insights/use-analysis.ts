// The analysis of a tab, run by the engine until the tab is closed.
import { useEffect, useState } from 'react';
import { createFrameYielder } from '../result/row-walk';
import { type AnalysisSession, createAnalysisSession, type AnalysisPort } from '../result/analysis-session';
import { call, subscribe } from '@renderer/bridge';

export function useAnalysis(): AnalysisSession {
  const [session] = useState(() => createAnalysisSession(bridgeAnalysis, createFrameYielder));
  useEffect(() => () => session.dispose(), [session]);
  return session;
}

const bridgeAnalysis: AnalysisPort = {
  // After a restart the engine no longer knows the progress: the user decides whether to start over.
  analyse: (input, onEvent, signal) => subscribe('tables.analyse', input, onEvent, { signal, afterRestart: 'fail' }),
  soFar: (input) => call('tables.analysis-so-far', input),
  forget: (input) => call('tables.forget-analysis', input),
};
