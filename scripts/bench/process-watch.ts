// Processor time and peak memory of another program's process, read from /proc while it runs. Zeros on systems without
// /proc.
import { readFileSync } from 'node:fs';

export interface ProcessUse {
  readonly cpuMs: number;
  readonly peakBytes: number;
}

const everyMs = 10;
const ticksPerSecond = 100;

export function watchProcess(pid: number): { stop(): ProcessUse } {
  let seen: ProcessUse = { cpuMs: 0, peakBytes: 0 };
  const check = (): void => {
    try {
      seen = {
        cpuMs: cpuMsOf(readFileSync(`/proc/${pid}/stat`, 'utf8')),
        peakBytes: peakBytesOf(readFileSync(`/proc/${pid}/status`, 'utf8')) || seen.peakBytes,
      };
    } catch {
      // It has ended, or the system does not show it; the previous values stay.
    }
  };
  const timer = setInterval(check, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return seen;
    },
  };
}

/** User and system time of all child processes that have ended and were waited for: fields 16 and 17. */
export function endedChildrenCpuMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond;
}

/** User and system time: fields 14 and 15, counted after the name in parentheses. */
function cpuMsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** 0 when the line is missing. */
function peakBytesOf(status: string): number {
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1] ?? 0) * 1024;
}
