// What the window keeps between its starts: texts and JSON in the storage of its page. Read only as what it should be, and a
// full storage keeps what was there before: nothing that a person does fails for want of room.
import type { z } from 'zod';

/** Null where nothing is kept. */
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

/** Undefined where nothing is kept, or nothing of this form: another version may have written it. */
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
