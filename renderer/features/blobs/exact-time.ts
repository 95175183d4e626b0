// A time in UTC, in whatever form the service wrote it.
import { type Fineness, formatMoment } from '@shared/strings/moments';
import { asOne, t } from '@shared/strings/t';

/** `2026-10-14 08:21:07 UTC`; text that is no date stays as it is. */
export function exactTime(timestamp: string): string {
  return inUtc(timestamp, 'second');
}

/**
 * The moment, as exact as needed to distinguish it from the others: to the second, the millisecond, with the beginning of
 * its id, or as it is written.
 */
export function momentAmong(timestamp: string, all: readonly string[]): string {
  const ways = [exactTime, (one: string) => inUtc(one, 'millisecond'), withId, (one: string) => one];
  const isAlone = (way: (one: string) => string): boolean =>
    all.filter((one) => way(one) === way(timestamp)).length <= 1;
  return (ways.find(isAlone) ?? exactTime)(timestamp);
}

/** In S3 the id of a version follows its time, which is known to the second. */
function withId(timestamp: string): string {
  const [, id] = /Z (\S{1,8})/u.exec(timestamp) ?? [];
  return id === undefined ? timestamp : `${exactTime(timestamp)} (${id})`;
}

function inUtc(timestamp: string, to: Fineness): string {
  // In S3 the id of a version follows its time.
  const atMs = Date.parse(timestamp.replace(/(?<=Z) .*$/u, ''));
  return Number.isNaN(atMs) ? timestamp : asOne(t`${formatMoment(atMs, 'utc', to)} UTC`);
}
