// Numbers and sizes in options, rejected with the option's name if they make no sense; and how counts are printed.
import { invalidInput } from '@shared/errors';
import { GiB, KiB, MiB, formatBytes, formatCount } from '@shared/units';

const units: Readonly<Record<string, number>> = { '': 1, b: 1, k: KiB, kib: KiB, m: MiB, mib: MiB, g: GiB, gib: GiB };

/** Bytes: `4194304`, `4MiB`, `256k`; at most `max`. */
export function parseBytes(option: string, text: string, max = Infinity): number {
  const match = /^(\d+(?:\.\d+)?)\s*([a-zA-Z]*)(?:\/s)?$/.exec(text.trim());
  const unit = units[(match?.[2] ?? '?').toLowerCase()];
  const bytes = match?.[1] !== undefined && unit !== undefined ? Math.round(Number(match[1]) * unit) : NaN;
  if (Number.isSafeInteger(bytes) && bytes > max) {
    throw invalidInput(option, `"${text}" is more than ${formatBytes(max)}.`, `Use at most ${max}.`);
  }
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw invalidInput(option, `"${text}" is not a size.`, 'Use bytes or a binary unit, for example 4194304 or 4MiB.');
}

/** A whole number within bounds; the largest safe integer as `max` means no limit. */
export function parseWhole(option: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw invalidInput(option, `"${text}" is not a whole number ${bounds}.`, `Use, for example, ${min}.`);
}

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A time such as `30s`, `10m`, `2h` or `7d`, in ms. */
export function parseTime(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  if (count !== undefined && unit !== undefined) return Number(count) * unitsMs[unit as keyof typeof unitsMs];
  throw invalidInput(option, `"${text}" is not a time.`, 'Use, for example, 30s, 10m or 2h.');
}

/** One of a fixed set of words. */
export function parseChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const last = choices.at(-1) ?? '';
  const others = choices.slice(0, -1).join(', ');
  throw invalidInput(option, `"${text}" is unknown.`, `Use ${others === '' ? last : `${others} or ${last}`}.`);
}

/** `1 page`, `2 pages`; `several` is the plural where it is not formed with an s. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
