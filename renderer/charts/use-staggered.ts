// Spreads redraws that one event asks for over the time until the next: five charts in one task would hold up typing.
import { useEffect, useState } from 'react';

/** `value`, but a new one only after `delayMs`; keep that below the interval at which values come. */
export function useStaggered<T>(value: T, delayMs: number): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return shown;
}
