// What transfer work waits for, and the verdict a person sees: disk, processor, line, service or the own cap. Pure.
import type { TransferJob } from '@shared/model/transfer';

/** Milliseconds of worker time by what was waited for. */
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

/** Older waits count for half after each interval, so that the verdict follows what happens now. */
export function fadeWaits(waits: Waits): Waits {
  return {
    diskMs: waits.diskMs / 2,
    cpuMs: waits.cpuMs / 2,
    lineMs: waits.lineMs / 2,
    serviceMs: waits.serviceMs / 2,
    capMs: waits.capMs / 2,
  };
}

/** A busy processor makes every other wait look longer, so it is the verdict before the largest wait is. */
const busyThreads = 0.9;

/** `threadUse`: 0…1, how busy the worker threads were. */
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
