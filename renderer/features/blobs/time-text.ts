// Moments as people read them in a list: how long ago, and exactly. Pure; the clock is a parameter.

const steps = [
  { limitMs: 60_000, unitMs: 1_000, name: 's' },
  { limitMs: 3_600_000, unitMs: 60_000, name: 'min' },
  { limitMs: 86_400_000, unitMs: 3_600_000, name: 'h' },
  { limitMs: 30 * 86_400_000, unitMs: 86_400_000, name: 'd' },
] as const;

/** `just now`, `3 min ago`, `5 d ago`; older than a month as a date. Unreadable input is shown as it is. */
export function timeAgo(timestamp: string, nowMs: number): string {
  const atMs = Date.parse(timestamp);
  if (Number.isNaN(atMs)) return timestamp;
  const agoMs = nowMs - atMs;
  if (agoMs < 5_000 && agoMs > -60_000) return 'just now';
  if (agoMs < 0) return exactDate(atMs).slice(0, 10);
  const step = steps.find((candidate) => agoMs < candidate.limitMs);
  return step ? `${Math.floor(agoMs / step.unitMs)} ${step.name} ago` : exactDate(atMs).slice(0, 10);
}

/** `2026-10-14 08:21:07 UTC`. */
export function exactTime(timestamp: string): string {
  const atMs = Date.parse(timestamp);
  return Number.isNaN(atMs) ? timestamp : `${exactDate(atMs)} UTC`;
}

function exactDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}
