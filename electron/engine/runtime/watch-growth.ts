// Watches how fast the memory of the process grows, which includes what lies outside the heaps of its threads.

const pollEveryMs = 100;
const windowMs = 30_000;

/** Calls `onTooFast` once when the process has grown by more within half a minute. @returns ends the watch */
export function watchGrowth(maxBytes: number, onTooFast: () => void): () => void {
  const recent: number[] = [];
  const timer = setInterval(() => {
    const rss = process.memoryUsage.rss();
    recent.push(rss);
    if (recent.length > windowMs / pollEveryMs) recent.shift();
    if (rss - Math.min(...recent) <= maxBytes) return;
    clearInterval(timer);
    onTooFast();
  }, pollEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
