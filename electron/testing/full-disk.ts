// A disk on which nothing more can be written, for what is written through open files.
import { open } from 'node:fs/promises';
import { type MockInstance, vi } from 'vitest';

/** Until the test restores it. */
export async function fullDisk(): Promise<MockInstance> {
  const any = await open(__filename, 'r');
  const files = Object.getPrototypeOf(any) as typeof any;
  await any.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return vi.spyOn(files, 'appendFile').mockRejectedValue(full);
}
