// Where a dropped or picked File lies on disk.

/** Electron's `webUtils`. */
export interface PathUtils {
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
