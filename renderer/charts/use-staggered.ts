// Spreads redraws that one event asks for over the time until the next: five charts in one task would hold up typing.
import { useEffect, useState } from 'react';

/**
 * `value`, but a new one only after `delayMs`; keep that below the interval at which values come. What belongs to another
 * `view` is there at once: charts that a person has just turned to another time show that one together.
 */
export function useStaggered<T>(value: T, delayMs: number, view = 0): T {
  const [shown, setShown] = useState({ value, view });
  useEffect(() => {
    const timer = setTimeout(() => setShown({ value, view }), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs, view]);
  return shown.view === view ? shown.value : value;
}
