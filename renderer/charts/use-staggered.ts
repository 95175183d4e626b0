// Spreads redraws caused by one event over the time until the next: five charts in one task would delay typing.
import { useEffect, useState } from 'react';

export interface Staggering<T> {
  /** Another view is shown at once: charts that a person has turned to another time change together. */
  readonly view?: number;
  /** Nobody sees it: it waits until somebody does. */
  readonly isHeld?: boolean;
  /** Whether a new value looks like the one that is shown: then that stays. The same function each time. */
  readonly isSimilar?: (shown: T, value: T) => boolean;
}

/**
 * `value`, but a new one only after `delayMs`; keep that below the interval at which values come. Whoever asks is rendered
 * with each new value all the same: what is costly to draw is a component of its own behind `memo`.
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
