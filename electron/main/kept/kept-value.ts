// A value in a small JSON file of its own: read once, then changed one edit after another. Where the file is damaged it
// is set aside, and the value begins anew.
import { createTurns } from '@shared/in-turns';
import type { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';

export interface KeptValue<T> {
  /** With every change that was asked for before. */
  read(): Promise<T>;
  /** Resolves with the new value when it is on disk. One that cannot be written leaves the old one. */
  change(edit: (old: T) => T): Promise<T>;
}

export interface KeptValueOptions<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** While there is no file. */
  readonly empty: T;
  readonly now: () => Date;
  /** `copy`: what the damaged file is called now. */
  readonly onDamaged: (copy: string) => void;
}

/** Reads the file when the value is first asked for; this process is the only one that writes it. */
export function openKeptValue<T>({ path, schema, empty, now, onDamaged }: KeptValueOptions<T>): KeptValue<T> {
  const turns = createTurns();
  let known: { readonly value: T } | null = null;
  const value = async (): Promise<T> => {
    if (known !== null) return known.value;
    const content = await readJsonFile(path, schema, now());
    if (content.state === 'damaged') onDamaged(content.copy);
    known = { value: content.state === 'read' ? content.value : empty };
    return known.value;
  };
  return {
    read: () => turns.take(value),
    change: (edit) =>
      turns.take(async () => {
        const old = await value();
        const next = edit(old);
        if (next === old) return old;
        await writeJsonFile(path, next);
        known = { value: next };
        return next;
      }),
  };
}
