// Numbers as people read them: binary sizes, rates, durations, counts. Pure; no locale beyond grouping.

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

export const KiB = 1024;
export const MiB = 1024 * KiB;
export const GiB = 1024 * MiB;

/** Bytes in binary units with one decimal from KiB up: `512 B`, `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1023.95 && unit < binaryUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${binaryUnits[unit]}`;
}

/** Bytes per second in binary units: `212.4 MiB/s`. */
export function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** Whole counts with thin grouping: `20,418`. */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

/** Elapsed or remaining time, two parts at most: `84 ms`, `3.2 s`, `1 min 19 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return '0 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return twoParts(seconds, 60, 'min', 1, 's');
  if (seconds < 86_400) return twoParts(seconds, 3600, 'h', 60, 'min');
  return twoParts(seconds, 86_400, 'd', 3600, 'h');
}

function twoParts(seconds: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((seconds % big) / small);
  return `${Math.floor(seconds / big)} ${bigName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}
