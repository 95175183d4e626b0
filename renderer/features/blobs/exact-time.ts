// A moment to the second, in UTC, however the service wrote it.
import { formatMoment } from '@shared/formats/moments';
import { asOne, t } from '@shared/strings/t';

/** `2026-10-14 08:21:07 UTC`; text that is no date stays as it is. */
export function exactTime(timestamp: string): string {
  const atMs = Date.parse(timestamp);
  if (Number.isNaN(atMs)) return timestamp;
  return asOne(t`${formatMoment(atMs, 'utc', 'second')} UTC`);
}
