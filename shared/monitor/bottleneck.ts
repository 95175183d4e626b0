// What transfers wait for, and the resulting verdict: disk, processor, network, service or their own limit; with its
// texts, for one job and for the whole app. Pure.
import type { TransferJob } from '../model/transfer';
import { t } from '../strings/t';

/** Milliseconds of worker time by the resource waited for. */
export interface Waits {
  readonly diskMs: number;
  readonly cpuMs: number;
  readonly lineMs: number;
  readonly serviceMs: number;
  readonly capMs: number;
}
export type Bottleneck = TransferJob['bottleneck'];

export const noWaits: Waits = { diskMs: 0, cpuMs: 0, lineMs: 0, serviceMs: 0, capMs: 0 };

export function addWaits(a: Waits, b: Partial<Waits>): Waits {
  return {
    diskMs: a.diskMs + (b.diskMs ?? 0),
    cpuMs: a.cpuMs + (b.cpuMs ?? 0),
    lineMs: a.lineMs + (b.lineMs ?? 0),
    serviceMs: a.serviceMs + (b.serviceMs ?? 0),
    capMs: a.capMs + (b.capMs ?? 0),
  };
}

/** Halved after each interval, so that the verdict follows the present. */
export function fadeWaits(waits: Waits): Waits {
  return {
    diskMs: waits.diskMs / 2,
    cpuMs: waits.cpuMs / 2,
    lineMs: waits.lineMs / 2,
    serviceMs: waits.serviceMs / 2,
    capMs: waits.capMs / 2,
  };
}

/** A busy processor makes every other wait look longer, so it takes precedence over the largest wait. */
const busyThreads = 0.9;

/** `threadUse`: load of the worker threads, 0…1. */
export function bottleneckOf(waits: Waits, threadUse: number): Bottleneck {
  const { diskMs, cpuMs, lineMs, serviceMs, capMs } = waits;
  const sumMs = diskMs + cpuMs + lineMs + serviceMs + capMs;
  if (sumMs <= 0) return 'none';
  if (capMs >= sumMs / 2) return 'cap';
  if (threadUse >= busyThreads) return 'cpu';
  const largest = Math.max(diskMs, cpuMs, lineMs, serviceMs, capMs);
  if (largest === lineMs) return 'line';
  if (largest === serviceMs) return 'service';
  if (largest === diskMs) return 'disk';
  return largest === cpuMs ? 'cpu' : 'cap';
}

export interface BottleneckText {
  readonly title: string;
  readonly advice: string;
}

export const bottleneckLabels: Readonly<Record<Bottleneck, BottleneckText>> = {
  line: {
    title: t`The line limits the speed`,
    advice: t`Requests spend their time on the way. More at once help only while the rate still grows with them.`,
  },
  disk: {
    title: t`The disk limits the speed`,
    advice: t`Reading or writing files takes longest. A faster disk, or fewer other programs on it, would help.`,
  },
  cpu: {
    title: t`The processor limits the speed`,
    advice: t`The threads that hash and encrypt are busy. Checking by length only instead of MD5 would relieve them.`,
  },
  service: {
    title: t`The service limits the speed`,
    advice: t`It asks for fewer requests. Fewer at once, or another account, would be answered sooner.`,
  },
  cap: {
    title: t`Your rate limit holds the speed down`,
    advice: t`The rate limit of this transfer is what it waits for.`,
  },
  none: { title: t`Nothing limits it yet`, advice: t`A verdict follows when something has moved.` },
};

const names = {
  lineMs: t`line`,
  diskMs: t`disk`,
  cpuMs: t`processor`,
  serviceMs: t`service asked to wait`,
  capMs: t`rate limit`,
} as const;

/** Each kind of wait as a share of all, the largest first; empty before there was any. */
export function waitShares(waits: Waits): readonly { readonly name: string; readonly share: number }[] {
  const keys = Object.keys(names) as (keyof typeof names)[];
  const allMs = keys.reduce((sum, key) => sum + waits[key], 0);
  if (allMs === 0) return [];
  return keys.map((key) => ({ name: names[key], share: waits[key] / allMs })).sort((a, b) => b.share - a.share);
}
