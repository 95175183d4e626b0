// A moment as a relative time (`3 min ago`), the exact one on hover. One clock ticks for the whole window.
import { useSyncExternalStore } from 'react';
import { formatDay, formatMoment } from '@shared/strings/moments';
import { plural, t } from '@shared/strings/t';

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
  const isPast = seconds > 0;
  const minutes = Math.max(1, Math.round(distance / 60));
  if (distance < 3_570) return isPast ? t`${minutes} min ago` : t`in ${minutes} min`;
  const hours = Math.round(distance / 3600);
  if (distance < 84_600) return isPast ? t`${hours} h ago` : t`in ${hours} h`;
  const days = Math.round(distance / 86_400);
  if (distance >= 30 * 86_400) return formatDay(atMs, 'utc');
  return isPast ? plural(days)`${days} day ago | ${days} days ago` : plural(days)`in ${days} day | in ${days} days`;
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
