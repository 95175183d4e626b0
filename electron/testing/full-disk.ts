// Simulates a full disk for everything that is written through open files.
import { type FileHandle, open } from 'node:fs/promises';
import { type MockInstance, vi } from 'vitest';

/**
 * Until the test restores it.
 * @param after so many writes that still succeed
 */
export async function fullDisk(after = 0): Promise<MockInstance> {
  const any = await open(__filename, 'r');
  const files = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const write: FileHandle['appendFile'] = Reflect.get(files, 'appendFile');
  let left = after;
  return vi.spyOn(files, 'appendFile').mockImplementation(function (this: FileHandle, ...written) {
    left -= 1;
    return left < 0 ? Promise.reject(full) : write.apply(this, written);
  });
}
