// Takes a picture of the window after its current state is really on screen.
import type { BrowserWindow } from 'electron';

/** Two animation frames: the first is asked for with the last change pending, the second comes after its paint. */
const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))';
const paintLimitMs = 2_000;

/** PNG of the window's page. One that does not paint, because it is hidden, is taken as it was. Throws for no window. */
export async function pictureOf(window: BrowserWindow | null): Promise<Buffer> {
  if (window === null) throw new Error('there is no window');
  const contents = window.webContents;
  let limit: NodeJS.Timeout | undefined;
  const hidden = new Promise((resolve) => (limit = setTimeout(resolve, paintLimitMs)));
  await Promise.race([contents.executeJavaScript(painted), hidden]);
  clearTimeout(limit);
  return (await contents.capturePage()).toPNG();
}
