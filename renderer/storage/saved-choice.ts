// Remembers a choice in a view that a window has only once, such as the selected part of Monitor, across restarts.
import type { z } from 'zod';
import { keepJson, readJson } from './saved';
import { ownKey } from './this-window';

export interface SavedChoice<T> {
  /** Undefined before the first choice, and if the saved value is no longer valid. */
  readonly read: () => T | undefined;
  readonly write: (choice: T) => void;
}

export function createSavedChoice<T>(name: string, schema: z.ZodType<T>): SavedChoice<T> {
  const key = ownKey(name);
  return {
    read: () => readJson(key, schema),
    write: (choice) => void keepJson(key, choice),
  };
}
