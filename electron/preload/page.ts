// The page objects that the preload uses, typed by hand, because this folder is compiled without DOM types, and the path
// of a dropped file. Apart from the preload itself, which only Electron can load.

/** The window object as the preload's isolated world sees it. */
export interface Page {
  readonly origin: string;
  /** The genuine constructor of files, out of the page's reach. */
  readonly File: abstract new (...parts: never[]) => object;
  postMessage(message: unknown, targetOrigin: string, transfer?: readonly unknown[]): void;
}

export const page = globalThis as unknown as Page;

/** Electron's `webUtils`. */
interface PathUtils {
  getPathForFile(file: never): string;
}

/** The absolute path of a genuine File on disk; '' for anything else, so that a page cannot forge one. */
export function droppedPath(
  file: object,
  genuine: abstract new (...parts: never[]) => object,
  utils: PathUtils,
): string {
  return file instanceof genuine ? utils.getPathForFile(file as never) : '';
}
