// A value in a small JSON file: read once, then changed one edit after another. A damaged file is set aside and the
// default used.
import { createSerialQueue } from '@shared/serial-queue';
import type { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';

export interface PersistedValue<T> {
  /** Including every change requested before. */
  read(): Promise<T>;
  /** Resolves with the new value when it is on disk. If it cannot be written, the old value stays. */
  change(edit: (old: T) => T): Promise<T>;
}

export interface PersistedValueOptions<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** While there is no file. */
  readonly empty: T;
  readonly now: () => Date;
  /** `copy`: the new name of the damaged file. */
  readonly onDamaged: (copy: string) => void;
}

/** Reads the file when the value is first requested. Only this process may write it. */
export function openPersistedValue<T>({
  path,
  schema,
  empty,
  now,
  onDamaged,
}: PersistedValueOptions<T>): PersistedValue<T> {
  const queue = createSerialQueue();
  let known: { readonly value: T } | null = null;
  const value = async (): Promise<T> => {
    if (known !== null) return known.value;
    const content = await readJsonFile(path, schema, now());
    if (content.state === 'damaged') onDamaged(content.copy);
    known = { value: content.state === 'read' ? content.value : empty };
    return known.value;
  };
  return {
    read: () => queue.take(value),
    change: (edit) =>
      queue.take(async () => {
        const old = await value();
        const next = edit(old);
        if (next === old) return old;
        await writeJsonFile(path, next);
        known = { value: next };
        return next;
      }),
  };
}
