// The analysis of a tab, for as long as the tab is there.
import { useEffect, useState } from 'react';
import { createFrameYielder } from '../result/row-walk';
import { type AnalysisSession, createAnalysisSession } from '../result/analysis-session';
import { bridgeAnalysis } from './bridge-analysis';

export function useAnalysis(): AnalysisSession {
  const [session] = useState(() => createAnalysisSession(bridgeAnalysis, createFrameYielder));
  useEffect(() => () => session.dispose(), [session]);
  return session;
}
