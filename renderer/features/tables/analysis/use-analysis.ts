// The analysis of a tab, for as long as the tab is there.
import { useEffect, useState } from 'react';
import { type AnalysisSession, createAnalysisSession } from './analysis-session';
import { betweenFrames, bridgeAnalysis } from './bridge-analysis';

export function useAnalysis(): AnalysisSession {
  const [session] = useState(() => createAnalysisSession(bridgeAnalysis, betweenFrames));
  useEffect(() => () => session.dispose(), [session]);
  return session;
}
