// Readable numbers: sizes, rates, durations, counts, in the chosen formats.
import { type ByteForm, currentFormats } from './strings/formats';
import { formatFixed, formatNumber, formatPlain } from './strings/numbers';
import { asOne, t } from './strings/t';

const unitNames: Readonly<Record<ByteForm, readonly string[]>> = {
  binary: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'],
  decimal: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'],
  bits: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'],
};

export const KiB = 1024;
export const MiB = 1024 * KiB;
export const GiB = 1024 * MiB;

export interface ByteUnit {
  readonly name: string;
  /** Bytes per unit. */
  readonly per: number;
}

/** The unit in which `bytes` are easiest to read: less than 1,000 (or 1,024) of it, with one decimal. */
export function byteUnitOf(bytes: number): ByteUnit {
  const { byteUnits: form } = currentFormats();
  const step = form === 'binary' ? 1024 : 1000;
  const names = unitNames[form];
  let per = 1;
  let index = 0;
  while (bytes / per >= step - 0.05 && index < names.length - 1) {
    per *= step;
    index += 1;
  }
  return { name: names[index] ?? '', per };
}

/** Bytes with one decimal from KiB up: `512 B`, `1.5 MiB`, or `1.6 MB` where decimal units are chosen. */
export function formatBytes(bytes: number): string {
  const { name, per } = byteUnitOf(bytes);
  return figure(`${formatFixed(bytes / per, per === 1 ? 0 : 1)} ${name}`);
}

/** Without a zero decimal, for sizes that the user chose: `4 MiB`. */
export function formatRoundBytes(bytes: number): string {
  const { name, per } = byteUnitOf(bytes);
  return figure(`${formatNumber(bytes / per, { max: 1 })} ${name}`);
}

/** Bytes per second: `212.4 MiB/s`, or `1.8 Gbit/s` where bits are chosen. */
export function formatRate(bytesPerSecond: number): string {
  const { name, per } = rateUnitOf(bytesPerSecond);
  return figure(`${formatFixed(bytesPerSecond / per, per <= 1 ? 0 : 1)} ${name}`);
}

const bitRates = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'] as const;

/** The unit in which a rate is easiest to read; `per` is in bytes per second. */
export function rateUnitOf(bytesPerSecond: number): ByteUnit {
  if (currentFormats().byteUnits !== 'bits') {
    const { name, per } = byteUnitOf(bytesPerSecond);
    return { name: `${name}/s`, per };
  }
  const bits = bytesPerSecond * 8;
  const index = bitRates.findIndex((_, at) => bits / 1000 ** at < 999.95);
  const power = index === -1 ? bitRates.length - 1 : index;
  return { name: bitRates[power] ?? '', per: 1000 ** power / 8 };
}

/** A count per second, minute or hour. */
export interface CountRateUnit {
  readonly name: 's' | 'min' | 'h';
  readonly seconds: number;
}

const perSecond: CountRateUnit = { name: 's', seconds: 1 };

/** The unit in which a rate is easiest to read; rare events are counted by the hour. */
export function countRateUnitOf(maxPerSecond: number): CountRateUnit {
  if (maxPerSecond <= 0 || maxPerSecond >= 0.1) return perSecond;
  return maxPerSecond * 60 >= 1 ? { name: 'min', seconds: 60 } : { name: 'h', seconds: 3600 };
}

/** The number only, with two or three digits unless it is whole: `2.5`, `12.5`, `1,240`, `under 0.01`. */
export function countRateFigure(rate: number): string {
  if (rate > 0 && rate < 0.01) return t`under ${formatPlain(0.01)}`;
  if (rate >= 100 || Number.isInteger(rate)) return formatCount(rate);
  return formatPlain(Number(rate.toPrecision(rate < 10 ? 2 : 3)));
}

/** A rate of counts with its unit: `12.5/s`, `2.5/h`. */
export function formatCountRate(countsPerSecond: number, unit: CountRateUnit): string {
  return figure(`${countRateFigure(countsPerSecond * unit.seconds)}/${unit.name}`);
}

/** Whole counts with thin grouping: `20,418`. */
export function formatCount(count: number): string {
  return formatNumber(Math.round(count), { max: 0 });
}

/** A share as a whole percentage: `38 %`. */
export function formatPercent(share: number): string {
  return figure(`${formatNumber(share * 100, { max: 0 })} %`);
}

/** Elapsed or remaining time, two parts at most: `84 ms`, `3.2 s`, `1 min 19 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  return figure(durationText(ms));
}

/** As `formatDuration` without tenths, for running counters: `8 s`, `1 min 19 s`. */
export function formatWholeSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? figure(`${seconds} s`) : formatDuration(seconds * 1000);
}

/** In seconds whatever their number, to a hundredth: `0 s`, `0.5 s`, `12 s`. */
export function formatSeconds(ms: number): string {
  return figure(`${formatNumber(ms / 1000, { max: 2 })} s`);
}

/** Rounded as an estimate: `8 s`, `45 s`, `2 min 10 s`, `41 min`, `3 h 20 min`. Finer steps would only flicker. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 10) return figure(`${seconds} s`);
  const { step } = estimateSteps.find(({ below }) => seconds < below) ?? { step: 600 };
  return formatDuration(Math.round(seconds / step) * step * 1000);
}

/** Thresholds and steps of estimates, in seconds. */
const estimateSteps = [
  { below: 60, step: 5 },
  { below: 600, step: 10 },
  { below: 3600, step: 60 },
] as const;

function durationText(ms: number): string {
  if (ms < 1) return '0 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${formatFixed(ms / 1000, 1)} s`;
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

/** A number with its unit, not broken across lines, as the formats require. */
function figure(text: string): string {
  const { unitSpace } = currentFormats();
  return asOne(unitSpace === undefined ? text : text.replaceAll(' ', unitSpace));
}

/** A unit next to a figure or in a title; units that are words are translated. */
export function unitLabel(unit: string): string {
  if (unit === 'entities/s') return t`entities/s`;
  return unit === 'requests' ? t`requests` : unit;
}
