// Where a dropped or picked File lies on disk, in both ways that Electron has offered.

/** `webUtils`, since Electron 29. */
export interface PathUtils {
  getPathForFile(file: never): string;
}

/**
 * The absolute path of a genuine File with a place on disk; '' for anything else. Until Electron 31 a File carried its
 * path itself; only real files count, so that a page cannot make one up.
 */
export function droppedPath(
  file: object,
  genuine: abstract new (...parts: never[]) => object,
  utils: PathUtils | undefined,
): string {
  if (!(file instanceof genuine)) return '';
  if (utils) return utils.getPathForFile(file as never);
  return 'path' in file && typeof file.path === 'string' ? file.path : '';
}
