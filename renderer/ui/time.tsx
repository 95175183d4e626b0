// A moment as people say it (`3 min ago`), the exact one on hover. One clock ticks for the whole window.
import { useSyncExternalStore } from 'react';
import { formatDay, formatMoment } from '@shared/formats/moments';
import { t } from '@shared/strings/t';

const tickMs = 15_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  nowMs = Date.now();
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/** Wall time in ms, renewed every 15 s. */
export function useNowMs(): number {
  return useSyncExternalStore(onTick, () => nowMs);
}

/** `just now`, `3 min ago`, `in 6 days`; dates beyond a month as `2026-10-14`. */
export function relativeTime(atMs: number, fromMs: number): string {
  const seconds = Math.round((fromMs - atMs) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return t`just now`;
  const say = (count: number, unit: string): string => {
    const rounded = Math.max(1, Math.round(count));
    const words = `${rounded} ${unit}${rounded === 1 || unit === 'min' || unit === 'h' ? '' : 's'}`;
    return seconds > 0 ? t`${words} ago` : t`in ${words}`;
  };
  if (distance < 3_570) return say(distance / 60, 'min');
  if (distance < 84_600) return say(distance / 3600, 'h');
  if (distance < 30 * 86_400) return say(distance / 86_400, 'day');
  return formatDay(atMs, 'utc');
}

export interface TimeProps {
  /** ISO 8601 text or ms since 1970. */
  readonly at: string | number;
}

export function Time({ at }: TimeProps) {
  const now = useNowMs();
  const atMs = typeof at === 'number' ? at : Date.parse(at);
  if (!Number.isFinite(atMs)) return <span>{String(at)}</span>;
  const iso = new Date(atMs).toISOString();
  return (
    <time dateTime={iso} title={t`${formatMoment(atMs, 'utc', 'second')} UTC`}>
      {relativeTime(atMs, now)}
    </time>
  );
}
