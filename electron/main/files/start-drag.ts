// Hands files over to the system's own drag and drop.
import { type BrowserWindow, type NativeImage, app, nativeImage } from 'electron';
import ownIcon from './drag-icon.png?inline';

/** In device-independent pixels, like the system's own icons. */
const iconWidth = 32;

/** Absolute paths; under the icon of the first. Nothing where the window is gone meanwhile. */
export async function startDrag(
  [file, ...others]: readonly [string, ...string[]],
  window: BrowserWindow,
): Promise<void> {
  const icon = await iconOf(file);
  if (!window.isDestroyed()) window.webContents.startDrag({ file, files: [file, ...others], icon });
}

/** A drag needs an icon. The system may have none for this file: Electron then rejects or returns an empty image. */
async function iconOf(file: string): Promise<NativeImage> {
  const found = await app.getFileIcon(file).catch(() => null);
  return found === null || found.isEmpty()
    ? nativeImage.createFromDataURL(ownIcon).resize({ width: iconWidth })
    : found;
}
