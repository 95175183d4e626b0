import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type UsedByProcess, usesOf } from './process-watch';

const used = (type: string, name: string | undefined, percentCPUUsage: number): UsedByProcess => ({
  type,
  name,
  cpu: { percentCPUUsage },
  memory: { workingSetSize: 1_024 },
});

describe('process usage', () => {
  it('is reported by kind, in fractions of one core and in bytes', () => {
    const uses = usesOf(
      [
        used('Browser', undefined, 5),
        used('Utility', 'Stowage engine', 40),
        used('Utility', 'Stowage embedded store', 25),
        used('Tab', undefined, 10),
        used('GPU', undefined, 1),
        used('Utility', 'Network Service', 2),
      ],
      4,
    );
    expect(uses).toEqual([
      { kind: 'main', cpuPercent: 20, memoryBytes: MiB },
      { kind: 'engine', cpuPercent: 160, memoryBytes: MiB },
      { kind: 'store', cpuPercent: 100, memoryBytes: MiB },
      { kind: 'window', cpuPercent: 40, memoryBytes: MiB },
      { kind: 'other', cpuPercent: 12, memoryBytes: 2 * MiB },
    ]);
  });
});
