// What many rows cost the window: memory of its process, and frame times while scrolling.
import type { ElectronApplication, Locator } from '@playwright/test';
import type { Page } from '../../../e2e/fixtures/app';

const framesAScroll = 240;
/** A fast wheel, in rows per frame. */
const rowsAFrame = 12;

/** Of the window's process, after garbage collection. */
export async function windowMemory(
  app: ElectronApplication,
  page: Page,
): Promise<{ heapBytes: number; workingSetBytes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const workingSetKb = await app.evaluate(({ app: electron, webContents }) => {
    const pids = webContents.getAllWebContents().map((contents) => contents.getOSProcessId());
    return electron
      .getAppMetrics()
      .filter(({ pid }) => pids.includes(pid))
      .reduce((sum, { memory: { workingSetSize } }) => sum + workingSetSize, 0);
  });
  return { heapBytes: usedSize, workingSetBytes: workingSetKb * 1024 };
}

/**
 * Milliseconds between frames of an element that scrolls rows. `wheel` moves a few rows per frame, `jumps` goes
 * anywhere, as with a dragged scroll bar.
 */
export function framesWhileScrolling(element: Locator, kind: 'wheel' | 'jumps'): Promise<readonly number[]> {
  return element.evaluate(
    (scroller, { how, frames, rows }) =>
      new Promise<readonly number[]>((resolve) => {
        const max = scroller.scrollHeight - scroller.clientHeight;
        const rowPx = scroller.querySelector('[role=row]')?.clientHeight ?? 28;
        const times: number[] = [];
        let lastMs = performance.now();
        let frame = 0;
        const step = (nowMs: number): void => {
          if (frame > 0) times.push(nowMs - lastMs);
          lastMs = nowMs;
          frame += 1;
          if (frame > frames) {
            resolve(times);
            return;
          }
          // Golden-ratio steps visit the whole table evenly, in no apparent order.
          scroller.scrollTop = how === 'wheel' ? scroller.scrollTop + rows * rowPx : ((frame * 0.618034) % 1) * max;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    { how: kind, frames: framesAScroll, rows: rowsAFrame },
  );
}
