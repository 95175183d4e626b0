// Spreads redraws caused by one event over the time until the next: five charts in one task would delay typing.
import { useEffect, useState } from 'react';

export interface Staggering<T> {
  /** Another view is shown at once: charts that the user has set to another time change together. */
  readonly view?: number;
  /** While the page is hidden, the update waits until it is visible. */
  readonly isHeld?: boolean;
  /** Whether a new value would look like the shown one: then the shown one stays. The same function each time. */
  readonly isSimilar?: (shown: T, value: T) => boolean;
}

/**
 * Returns `value`, but delays a new one by `delayMs`; choose that below the interval at which values arrive. The caller
 * still renders with each new value: put what is costly to draw into a component behind `memo`.
 */
export function useStaggered<T>(value: T, delayMs: number, staggering: Staggering<T> = {}): T {
  const { view = 0, isHeld = false, isSimilar = Object.is } = staggering;
  const [shown, setShown] = useState({ value, view });
  const waits = shown.view === view && (isHeld || isSimilar(shown.value, value));
  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => setShown({ value, view }), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs, view, waits]);
  return shown.view === view ? shown.value : value;
}
