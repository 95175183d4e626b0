// Observes in which order a file is written, synced and named, through every handle that is open meanwhile.
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { vi } from 'vitest';

/** `synced unnamed`: the file did not have its final name then. */
export type DiskStep = 'written' | 'synced unnamed' | 'synced' | 'folder synced';

/**
 * Until the test restores it. The result answers with the steps of the file that has the path by then, equal ones in a
 * row once.
 */
export async function watchDisk(path: string): Promise<() => Promise<readonly DiskStep[]>> {
  const any = await open(__filename, 'r');
  const files = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const steps: { readonly inode: number; readonly step: DiskStep }[] = [];
  const folder = (await stat(dirname(path))).ino;
  const inodeOf = (name: string): Promise<number> =>
    stat(name).then(
      ({ ino }) => ino,
      () => 0,
    );
  const watch = (method: keyof FileHandle, stepOf: (inode: number) => Promise<DiskStep>): void => {
    const original = Reflect.get(files, method) as (...input: unknown[]) => Promise<unknown>;
    const watched = async function (this: FileHandle, ...input: unknown[]): Promise<unknown> {
      const { ino } = await this.stat();
      const result = await original.apply(this, input);
      steps.push({ inode: ino, step: await stepOf(ino) });
      return result;
    };
    vi.spyOn(files, method as 'appendFile').mockImplementation(watched as FileHandle['appendFile']);
  };
  for (const method of ['write', 'writeFile', 'appendFile', 'truncate'] as const)
    watch(method, () => Promise.resolve('written'));
  for (const method of ['sync', 'datasync'] as const)
    watch(method, async (inode) => {
      if (inode === folder) return 'folder synced';
      return (await inodeOf(path)) === inode ? 'synced' : 'synced unnamed';
    });
  return async () => {
    const named = await inodeOf(path);
    const own = steps.filter(({ inode }) => inode === named || inode === folder).map(({ step }) => step);
    return own.filter((step, at) => step !== own[at - 1]);
  };
}
