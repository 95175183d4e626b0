// Intercepts syncs of folders, so that a test can watch and delay them.
import { type FileHandle, open } from 'node:fs/promises';
import { type MockInstance, vi } from 'vitest';

/**
 * Until the test restores it.
 * @param before called with the inode of each folder before it is synced, which waits for it
 */
export async function watchFolderSyncs(before: (inode: number) => Promise<void>): Promise<MockInstance> {
  const any = await open(__filename, 'r');
  const files = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const sync: FileHandle['sync'] = Reflect.get(files, 'sync');
  return vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    const held = await this.stat();
    if (held.isDirectory()) await before(held.ino);
    await sync.call(this);
  });
}
