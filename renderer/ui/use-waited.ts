// For how long something has been awaited, in whole seconds, once that is worth showing.
import { useEffect, useState } from 'react';
import { formatWholeSeconds } from '@shared/units';

const reportAfterMs = 5_000;
const tickMs = 1_000;

/**
 * Empty at first. @param sinceMs of `performance.now()`, for requests that were sent before the view was shown;
 * default: since then
 */
export function useWaited(sinceMs?: number): string {
  const [waitedMs, setWaitedMs] = useState(() => (sinceMs === undefined ? 0 : performance.now() - sinceMs));
  useEffect(() => {
    // By the clock: ticks are late, and less frequent while the page is hidden.
    const startMs = sinceMs ?? performance.now();
    const timer = setInterval(() => setWaitedMs(performance.now() - startMs), tickMs);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return waitedMs < reportAfterMs ? '' : formatWholeSeconds(waitedMs);
}
