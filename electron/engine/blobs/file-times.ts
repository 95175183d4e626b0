// The modification time of the file that a blob came from, as metadata in the forms of rclone (`mtime`) and AzCopy
// (`modtime`), and as a time to set on a file. Pure.
import { metadataPrefix } from '../azure/account';

const names = {
  /** Text with nine decimals; rclone changes it alone, so it is the one that counts. */
  rclone: 'mtime',
  /** Nanoseconds since 1970. */
  azCopy: 'modtime',
  /** Which of its properties AzCopy sets on a file. Without it, it would also set an owner and a mode, both zero. */
  azCopyMask: 'linux_statx_mask',
} as const;
/** STATX_MTIME */
const onlyModified = '64';

/** Headers of a write. */
export function timeHeaders(mtimeNs: string): Readonly<Record<string, string>> {
  const ns = BigInt(mtimeNs);
  return {
    [metadataPrefix + names.rclone]: isoOf(ns),
    [metadataPrefix + names.azCopy]: ns.toString(),
    [metadataPrefix + names.azCopyMask]: onlyModified,
  };
}

/** ISO text with nine decimals, as a blob stored with `timeHeaders` reads. */
export function fileTime(mtimeNs: string): string {
  return isoOf(BigInt(mtimeNs));
}

/** ISO text with nine decimals. Absent when the metadata contains no time. */
export function fileModifiedIn(valueOf: (name: string) => string | undefined): { readonly fileModified?: string } {
  const ns = nanosecondsOf(valueOf(names.rclone) ?? '') ?? wholeNanoseconds(valueOf(names.azCopy) ?? '');
  return ns === null ? {} : { fileModified: isoOf(ns) };
}

function wholeNanoseconds(text: string): bigint | null {
  // AzCopy also has a textual form, `2026-01-02 03:04:05 +0000`.
  return /^-?\d{1,20}$/u.test(text) ? inRange(BigInt(text)) : nanosecondsOf(text);
}

const second = 1_000_000_000n;

function nanosecondsOf(text: string): bigint | null {
  const parts = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?( ?(?:Z|[+-]\d\d:?\d\d))$/iu.exec(text);
  if (parts === null) return null;
  const [, day = '', decimals = '', zone = ''] = parts;
  const ms = Date.parse(day + zone);
  return Number.isNaN(ms) ? null : BigInt(ms) * 1_000_000n + BigInt(decimals.padEnd(9, '0'));
}

/** The range of a date: other values are not file times. */
function inRange(ns: bigint): bigint | null {
  const ms = ns / 1_000_000n;
  return ms > -62_135_596_800_000n && ms < 253_402_300_800_000n ? ns : null;
}

function isoOf(ns: bigint): string {
  const fraction = ((ns % second) + second) % second;
  const ms = Number((ns - fraction) / 1_000_000n);
  return `${new Date(ms).toISOString().slice(0, -5)}.${fraction.toString().padStart(9, '0')}Z`;
}

/**
 * The seconds to set for an ISO time, null for none. A number cannot represent every nanosecond: the next one above is
 * used, because systems truncate what they cannot store, and a millisecond must not become the previous one.
 */
export function secondsOf(iso: string): number | null {
  const ns = nanosecondsOf(iso);
  if (ns === null) return null;
  let seconds = Number(ns) / 1e9;
  while (exactNanoseconds(seconds) < ns) seconds = nextAbove(seconds);
  return seconds;
}

/** What a system stores for these seconds, which it cuts to nanoseconds. */
function exactNanoseconds(seconds: number): bigint {
  const whole = Math.floor(seconds);
  return BigInt(whole) * second + BigInt(Math.floor((seconds - whole) * 1e9));
}

function nextAbove(value: number): number {
  const step = 2 ** (Math.floor(Math.log2(Math.max(1, Math.abs(value)))) - 52);
  return value + step;
}
