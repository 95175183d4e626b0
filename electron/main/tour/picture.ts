// Takes a screenshot of the window after its current state was painted.
import type { BrowserWindow } from 'electron';

/** Two animation frames: the first is requested before the pending paint, the second comes after it. */
const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))';
const paintLimitMs = 2_000;

/**
 * PNG of the window's page. A hidden page does not paint, so its last state is used. Throws when there is no window, or
 * nothing of it.
 */
export async function pictureOf(window: BrowserWindow | null): Promise<Buffer> {
  if (window === null) throw new Error('there is no window');
  const contents = window.webContents;
  let limit: NodeJS.Timeout | undefined;
  const hidden = new Promise((resolve) => (limit = setTimeout(resolve, paintLimitMs)));
  await Promise.race([contents.executeJavaScript(painted), hidden]).finally(() => clearTimeout(limit));
  const picture = await contents.capturePage();
  if (picture.isEmpty()) throw new Error('the window has nothing to show');
  return picture.toPNG();
}
