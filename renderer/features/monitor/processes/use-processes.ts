// Follows the app's resource usage while it is shown: main's samples, and the delay of this window's own timers.
import { useEffect, useState } from 'react';
import { call } from '@renderer/bridge';
import { liveMetrics } from '@renderer/live/metrics';
import { type ProcessRow, type WindowDelay, processRows } from './process-rows';

const pollEveryMs = 2_000;
const retentionMs = 300_000;
const timerMs = 100;

/** At most the last five minutes, a row every two seconds; empty if there is no answer. */
export function useProcesses(): readonly ProcessRow[] {
  const [rows, setRows] = useState<readonly ProcessRow[]>([]);
  useEffect(() => {
    let isOver = false;
    let sinceMs = 0;
    const late = watchTimers();
    const poll = async (): Promise<void> => {
      const { samples } = await call('app.processes', { sinceMs });
      const newestMs = samples.at(-1)?.atMs;
      if (isOver || newestMs === undefined) return;
      const found = processRows(samples, liveMetrics.store.getState().samples, late.take(), sinceMs);
      sinceMs = newestMs;
      setRows((before) => [...before, ...found].filter(({ atMs }) => atMs > newestMs - retentionMs));
    };
    const followed = (): void => void poll().catch(() => undefined);
    followed();
    const timer = setInterval(followed, pollEveryMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      late.stop();
    };
  }, []);
  return rows;
}

/** A window that is not seen has its timers held back on purpose: that is no delay. */
function watchTimers(): { readonly take: () => readonly WindowDelay[]; readonly stop: () => void } {
  let delays: WindowDelay[] = [];
  let beforeMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (document.visibilityState === 'visible') {
      delays.push({ atMs: Date.now(), delayMs: Math.max(0, nowMs - beforeMs - timerMs) });
    }
    beforeMs = nowMs;
  }, timerMs);
  return {
    take: () => {
      const taken = delays;
      delays = [];
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
