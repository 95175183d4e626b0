// Where a dropped or picked File lies on disk, in both ways that Electron has offered.

/** `webUtils`, since Electron 29. */
export interface PathUtils {
  getPathForFile(file: never): string;
}

/**
 * The absolute path of a genuine File on disk; '' for anything else. Before Electron 32 a File carried its own path.
 * Only genuine files count, so that a page cannot forge one.
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
