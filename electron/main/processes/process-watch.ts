// Samples the resource usage of the app's processes continuously and keeps the last minutes for Monitor.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessKind, ProcessSample } from '@shared/model/app';
import { KiB } from '@shared/units';

/** The part of Electron's ProcessMetric that is used here. */
export interface UsedByProcess {
  readonly type: string;
  /** The name given by the app; Chromium's own helpers have others or none. */
  readonly name?: string | undefined;
  /** CPU usage of the whole machine since the last call. */
  readonly cpu: { readonly percentCPUUsage: number };
  readonly memory: { readonly workingSetSize: number };
}

export interface ProcessWatch {
  /** Those after `sinceMs`, oldest first. */
  samples(sinceMs: number): ProcessSample[];
  dispose(): void;
}

export interface ProcessWatchPorts {
  readonly metrics: () => readonly UsedByProcess[];
  /** Processors of the machine. */
  readonly cores: number;
  /** Wall time in ms. */
  readonly now: () => number;
}

export const engineName = 'Stowage engine';
export const storeName = 'Stowage embedded store';

const everyMs = 2_000;
const maxSamples = (5 * 60_000) / everyMs;
/** Period of the timer whose lateness shows how busy the event loop is. */
const loopTimerMs = 20;

export function watchProcesses({ metrics, cores, now }: ProcessWatchPorts): ProcessWatch {
  const samples: ProcessSample[] = [];
  const delay = monitorEventLoopDelay({ resolution: loopTimerMs });
  delay.enable();
  const timer = setInterval(() => {
    const betweenTicksMs = delay.percentile(99) / 1e6;
    delay.reset();
    const mainDelayMs = Number.isFinite(betweenTicksMs) ? Math.max(0, betweenTicksMs - loopTimerMs) : 0;
    samples.push({ atMs: now(), uses: usesOf(metrics(), cores), mainDelayMs });
    if (samples.length > maxSamples) samples.shift();
  }, everyMs);
  timer.unref();
  return {
    samples: (sinceMs) => samples.filter(({ atMs }) => atMs > sinceMs),
    dispose: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/** Pure: combines processes of the same kind, in the order in which the kinds first appear. */
export function usesOf(metrics: readonly UsedByProcess[], cores: number): ProcessSample['uses'] {
  const uses = new Map<ProcessKind, { cpuPercent: number; memoryBytes: number }>();
  for (const metric of metrics) {
    const kind = kindOf(metric);
    const sum = uses.get(kind) ?? { cpuPercent: 0, memoryBytes: 0 };
    sum.cpuPercent += metric.cpu.percentCPUUsage * cores;
    sum.memoryBytes += metric.memory.workingSetSize * KiB;
    uses.set(kind, sum);
  }
  return [...uses].map(([kind, sum]) => ({ kind, ...sum }));
}

function kindOf({ type, name }: UsedByProcess): ProcessKind {
  if (type === 'Browser') return 'main';
  if (type === 'Tab') return 'window';
  if (name === engineName) return 'engine';
  return name === storeName ? 'store' : 'other';
}
