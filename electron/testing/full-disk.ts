// Simulates a full disk, and one that keeps writes waiting, for everything that is appended through open files.
import { type FileHandle, open } from 'node:fs/promises';
import { type MockInstance, vi } from 'vitest';

type Append = FileHandle['appendFile'];

/** `appending` replaces the method of every open file, until the test restores it; `append` is the original. */
async function spyOnAppends(
  appending: (append: () => Promise<void>, data: Parameters<Append>[0]) => Promise<void>,
): Promise<MockInstance> {
  const any = await open(__filename, 'r');
  const files = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const append: Append = Reflect.get(files, 'appendFile');
  return vi.spyOn(files, 'appendFile').mockImplementation(function (this: FileHandle, ...written) {
    return appending(() => append.apply(this, written), written[0]);
  });
}

/**
 * Until the test restores it.
 * @param after so many writes that still succeed
 */
export function fullDisk(after = 0): Promise<MockInstance> {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  let left = after;
  return spyOnAppends((append) => {
    left -= 1;
    return left < 0 ? Promise.reject(full) : append();
  });
}

export interface HeldAppends {
  /** Whether one waits. */
  readonly isReached: () => boolean;
  readonly release: () => void;
}

/** Texts for which `isHeld` is true are not written before they are released. Until the test restores it. */
export async function holdAppends(isHeld: (text: string) => boolean): Promise<HeldAppends> {
  let isReached = false;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await spyOnAppends(async (append, data) => {
    if (typeof data === 'string' && isHeld(data)) {
      isReached = true;
      await held;
    }
    await append();
  });
  return { isReached: () => isReached, release };
}
