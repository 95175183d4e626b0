// How long something has not come, in whole seconds, once that is worth saying.
import { useEffect, useState } from 'react';
import { formatWholeSeconds } from '@shared/units';

const toldAfterMs = 5_000;
const tickMs = 1_000;

/** Since it is first asked; empty for the first while. */
export function useWaited(): string {
  const [waitedMs, setWaitedMs] = useState(0);
  useEffect(() => {
    // By the clock: ticks are late, and come less often while nobody looks.
    const sinceMs = performance.now();
    const timer = setInterval(() => setWaitedMs(performance.now() - sinceMs), tickMs);
    return () => clearInterval(timer);
  }, []);
  return waitedMs < toldAfterMs ? '' : formatWholeSeconds(waitedMs);
}
