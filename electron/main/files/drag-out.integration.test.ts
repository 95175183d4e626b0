// Fetched files are handed over whole, only from the folders made for it, and never retained for the next start.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DragOut, createDragOut } from './drag-out';
import { createSourceRegistry } from '../persisted/sources';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-drag-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function bench(
  freeBytes: number | null = null,
  removeOld?: () => Promise<void>,
): {
  readonly dragOut: DragOut<string>;
  readonly dragged: (readonly string[])[];
  readonly folderOf: (token: string) => string;
  readonly pick: (path: string) => Promise<string>;
} {
  let made = 0;
  const dragged: (readonly string[])[] = [];
  const sources = createSourceRegistry(() => `token-${(made += 1)}`);
  const dragOut = createDragOut<string>({
    dir: join(dir, 'drag-out'),
    sources,
    newName: () => `drag-${(made += 1)}`,
    freeBytesOf: () => Promise.resolve(freeBytes),
    ...(removeOld && { removeOld }),
    startDrag: (paths, window) => Promise.resolve(void dragged.push([window, ...paths])),
  });
  return {
    dragOut,
    dragged,
    folderOf: (token) => sources.resolve(token, { pickedFor: 'download' }) ?? '',
    pick: async (path) => (await sources.register(path, { pickedFor: 'upload' })).token,
  };
}

describe('createDragOut', () => {
  it('hands over the fetched files and folders, not their contents', async () => {
    const { dragOut, dragged, folderOf } = bench();
    const { token } = await dragOut.prepare(0);
    const folder = folderOf(token);
    await writeFile(join(folder, 'a.txt'), 'a');
    await mkdir(join(folder, 'scans'));
    await writeFile(join(folder, 'scans', 'b.txt'), 'b');
    await dragOut.handOver(token, 'w2');
    expect(dragged).toEqual([['w2', join(folder, 'a.txt'), join(folder, 'scans')]]);
  });

  it('recognises fetched files that are dropped on the app again', async () => {
    const { dragOut, folderOf } = bench();
    const { token } = await dragOut.prepare(0);
    const source = { token: 'dropped', name: 'a.txt', kind: 'file', bytes: 1 } as const;
    expect(dragOut.marked(source, join(folderOf(token), 'a.txt'))).toEqual({ ...source, draggedOut: token });
    expect(dragOut.marked(source, join(dir, 'private.txt'))).toEqual(source);
    expect(dragOut.marked(source, `${folderOf(token)}-other`)).toEqual(source);
  });

  it('hands over nothing from an empty folder, or from one that the user picked', async () => {
    const { dragOut, dragged, pick } = bench();
    const { token } = await dragOut.prepare(0);
    const gone = { code: 'not-found.source', context: { what: 'dragged' } };
    await expect(dragOut.handOver(token, 'main')).rejects.toMatchObject(gone);
    await writeFile(join(dir, 'private.txt'), 'x');
    await expect(dragOut.handOver(await pick(dir), 'main')).rejects.toMatchObject({ code: 'not-found.source' });
    expect(dragged).toEqual([]);
  });

  it('creates no folder when there is no room, and skips the check when the free space is unknown', async () => {
    const { dragOut } = bench(1000);
    const context = { path: join(dir, 'drag-out'), neededBytes: 1001, freeBytes: 1000 };
    await expect(dragOut.prepare(1001)).rejects.toMatchObject({ code: 'local.disk-full', context });
    expect(await readdir(join(dir, 'drag-out'))).toEqual([]);
    await dragOut.prepare(1000);
    await bench(null).dragOut.prepare(2 ** 50);
  });

  it('continues when something that an earlier start fetched cannot be deleted', async () => {
    const locked = Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
    const { dragOut, folderOf } = bench(null, () => Promise.reject(locked));
    for (const { token } of [await dragOut.prepare(0), await dragOut.prepare(0)]) {
      expect(await readdir(folderOf(token))).toEqual([]);
    }
  });

  it('deletes what an earlier start fetched, and separates drags', async () => {
    await mkdir(join(dir, 'drag-out', 'old'), { recursive: true });
    await writeFile(join(dir, 'drag-out', 'old', 'a.txt'), 'a');
    const { dragOut, folderOf } = bench();
    const [one, two] = [await dragOut.prepare(0), await dragOut.prepare(0)];
    expect(folderOf(one.token)).not.toBe(folderOf(two.token));
    expect(await readdir(join(dir, 'drag-out'))).not.toContain('old');
  });
});
