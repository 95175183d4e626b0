// Small choices of a user that outlive the window, stored by name in the window's own storage.
import { keepText, readText } from '@renderer/storage/saved';
import { useCallback, useState } from 'react';

/** A choice out of a fixed list; anything else that was stored counts as `initial`. */
export function useRememberedChoice<V extends string>(
  name: string,
  choices: readonly V[],
  initial: V,
): readonly [V, (choice: V) => void] {
  const key = `choice:${name}`;
  const [choice, setChoice] = useState<V>(() => {
    const stored = readText(key);
    return choices.find((each) => each === stored) ?? initial;
  });
  const change = useCallback(
    (next: V) => {
      keepText(key, next);
      setChoice(next);
    },
    [key],
  );
  return [choice, change];
}
