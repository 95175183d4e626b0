// One write at a time: its pending state and its failure.
import { useState } from 'react';
import { StowageError } from '@shared/errors';

export interface Saving {
  readonly isSaving: boolean;
  readonly error: StowageError | null;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
}

/** `onDone` is told when the write succeeded. */
export function useSaving(onDone: () => void): Saving {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setSaving(true);
    setError(null);
    try {
      await work();
      onDone();
    } catch (thrown) {
      setError(StowageError.from(thrown));
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, error, run };
}
