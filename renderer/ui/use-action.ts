// One user action at a time: whether it runs, and its failure.
import { useRef, useState } from 'react';
import { StowageError } from '@shared/errors';

export interface RunningAction {
  readonly isRunning: boolean;
  /** Of the last one; null while another runs. */
  readonly error: StowageError | null;
  /** Does nothing while the previous call runs: a button that is pressed twice acts once. Never rejects. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
  /** Takes the failure away, once what led to it was changed. */
  readonly forget: () => void;
}

/** `onDone` is called when the action succeeded. */
export function useAction(onDone: () => void = () => undefined): RunningAction {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const running = useRef(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    setError(null);
    try {
      await work();
      onDone();
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      // The user has changed their mind, such as in a dialog of main.
      if (failure.kind !== 'cancelled') setError(failure);
    } finally {
      running.current = false;
      setRunning(false);
    }
  };
  return { isRunning, error, run, forget: () => setError(null) };
}
