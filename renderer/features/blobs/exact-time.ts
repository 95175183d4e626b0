// A moment to the second, in UTC, however the service wrote it.

/** `2026-10-14 08:21:07 UTC`; text that is no date stays as it is. */
export function exactTime(timestamp: string): string {
  const atMs = Date.parse(timestamp);
  if (Number.isNaN(atMs)) return timestamp;
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
