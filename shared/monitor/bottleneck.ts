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
    title: t`Limited by: network`,
    advice: t`Requests spend most of their time in transit. More concurrent requests help only while the rate increases.`,
  },
  disk: {
    title: t`Limited by: disk`,
    advice: t`Reading or writing files takes the most time. A faster disk, or fewer other programs using it, would help.`,
  },
  cpu: {
    title: t`Limited by: CPU`,
    advice: t`The threads that hash and encrypt are busy. Verifying by length instead of MD5 relieves them.`,
  },
  service: {
    title: t`Limited by: service`,
    advice: t`The service is throttling. Fewer concurrent requests, or another account, would be faster.`,
  },
  cap: {
    title: t`Limited by: your rate limit`,
    advice: t`The transfer is waiting for its rate limit.`,
  },
  none: { title: t`No limit measured yet`, advice: t`The result appears once data has been transferred.` },
};

const names = {
  lineMs: t`network`,
  diskMs: t`disk`,
  cpuMs: t`CPU`,
  serviceMs: t`throttled by the service`,
  capMs: t`rate limit`,
} as const;

/** Each kind of wait as a share of all, the largest first; empty before there was any. */
export function waitShares(waits: Waits): readonly { readonly name: string; readonly share: number }[] {
  const keys = Object.keys(names) as (keyof typeof names)[];
  const allMs = keys.reduce((sum, key) => sum + waits[key], 0);
  if (allMs === 0) return [];
  return keys.map((key) => ({ name: names[key], share: waits[key] / allMs })).sort((a, b) => b.share - a.share);
}
