// Dragging blobs to the desktop: folders of the app's own into which they are downloaded first, and the hand-over to
// the system's drag and drop. The folders are emptied at the next start.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { PickedSource } from '@shared/ipc/contract';
import { StowageError } from '@shared/errors';
import { freeBytesOf as freeBytes } from '../../disk/free-bytes';
import type { SourceRegistry } from '../persisted/sources';

/** `Window`: the host's reference to a window. */
export interface DragOut<Window> {
  /** An empty folder for a download of that many bytes. Throws `local.*`, `local.disk-full` when they do not fit. */
  prepare(bytes: number): Promise<PickedSource>;
  /**
   * Starts the native drag of everything in the folder, from this window. Throws `not-found.source` when it is empty.
   */
  handOver(token: string, window: Window): Promise<void>;
  /** A dropped source; with the folder if it is one that was dragged out of this app. */
  marked(source: PickedSource, path: string): PickedSource;
}

export interface DragOutPorts<Window> {
  /** The app's own; its contents are deleted. */
  readonly dir: string;
  readonly sources: Pick<SourceRegistry, 'register'>;
  readonly newName: () => string;
  /** Removes what an earlier start fetched. */
  readonly removeOld?: (dir: string) => Promise<void>;
  /** Free space on the disk of a folder; null when unknown. */
  readonly freeBytesOf?: (folder: string) => Promise<number | null>;
  /** Absolute paths; at least one. */
  readonly startDrag: (paths: readonly [string, ...string[]], window: Window) => Promise<void>;
}

/** More than a user drags out in one run. */
const maxFolders = 100;

export function createDragOut<Window>(ports: DragOutPorts<Window>): DragOut<Window> {
  const { dir, sources, newName, removeOld = removeAll, freeBytesOf = freeBytes, startDrag } = ports;
  const folders = new Map<string, string>();
  // What another program still holds is thrown away at a later start.
  const cleared = removeOld(dir).catch(() => undefined);
  /** Dragging that again fetches it again. */
  const forgetOldest = async (): Promise<void> => {
    const [oldest] = folders;
    if (folders.size <= maxFolders || oldest === undefined) return;
    folders.delete(oldest[0]);
    await removeAll(oldest[1]);
  };
  return {
    async prepare(bytes) {
      await cleared;
      const folder = join(dir, newName());
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const free = await freeBytesOf(folder);
      if (free !== null && free < bytes) {
        await rm(folder, { recursive: true, force: true });
        throw new StowageError('local.disk-full', 'What is dragged out has no room where it is fetched to.', {
          context: { path: dir, neededBytes: bytes, freeBytes: free },
        });
      }
      const source = await sources.register(folder, { pickedFor: 'download' });
      folders.set(source.token, folder);
      await forgetOldest();
      return source;
    },
    async handOver(token, window) {
      const folder = folders.get(token);
      const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
      const [first, ...others] = names.sort().map((name) => join(folder ?? '', name));
      if (first === undefined) {
        throw new StowageError('not-found.source', 'What was fetched to be dragged is no longer there.', {
          context: { what: 'dragged' },
        });
      }
      await startDrag([first, ...others], window);
    },
    marked(source, path) {
      const draggedOut = [...folders].find(([, folder]) => path.startsWith(folder + sep))?.[0];
      return draggedOut === undefined ? source : { ...source, draggedOut };
    },
  };
}

const removeAll = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true });
