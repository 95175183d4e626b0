// Hands files over to the system's own drag and drop.
import { type BrowserWindow, app } from 'electron';

/** Absolute paths; under the icon of the first. Nothing where the window is gone meanwhile. */
export async function startDrag(
  [file, ...others]: readonly [string, ...string[]],
  window: BrowserWindow,
): Promise<void> {
  const icon = await app.getFileIcon(file);
  if (!window.isDestroyed()) window.webContents.startDrag({ file, files: [file, ...others], icon });
}
