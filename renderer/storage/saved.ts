// The window's saved state across restarts: text and JSON in the page's storage. Values are validated when read, and if
// the storage is full, the old values remain: no action of the user fails for lack of space.
import type { z } from 'zod';

/** Null if nothing is saved. */
export function readText(key: string): string | null {
  return localStorage.getItem(key);
}

export function keepText(key: string, text: string): 'kept' | 'no-room' {
  try {
    localStorage.setItem(key, text);
    return 'kept';
  } catch {
    return 'no-room';
  }
}

/** Undefined if nothing is saved, or nothing of this form: another version may have written it. */
export function readJson<T>(key: string, form: z.ZodType<T>): T | undefined {
  try {
    return form.safeParse(JSON.parse(readText(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function keepJson(key: string, value: unknown): 'kept' | 'no-room' {
  return keepText(key, JSON.stringify(value));
}
