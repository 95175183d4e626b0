// The estimate of an import's duration, and the measurements it is based on.
import type { PlannedLoad } from '@shared/import/import-pace';
import type { TableJob } from '@shared/model/table-job';
import { describe, expect, it } from 'vitest';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { basisText, measuredImport, plannedTime, timeParts, timeText } from './import-text';

const load: PlannedLoad = {
  rows: 100_000,
  largestPartitionRows: 2_000,
  batchesBySize: new Map([
    [20, 5_000],
    [100, 1_000],
  ]),
};
const auto = { batchSize: 100, concurrency: 'auto' } as const;

const nowMs = 100 * 3_600_000;
const ended = (change: Partial<TableJob> = {}): TableJob =>
  tableJobOf({
    state: 'done',
    endedAtMs: nowMs,
    meanRowsPerSecond: 1_000,
    rowsDone: 50_000,
    batches: 500,
    pace: { batchSize: 100, concurrency: 20, reason: '' },
    ...change,
  });
const measuredOf = (...jobs: readonly TableJob[]) => measuredImport(jobs, 'local', nowMs);

describe('duration of an import', () => {
  it('is a minimum when nothing was measured', () => {
    expect(timeText(plannedTime(load, auto, null))).toBe('at least 15 s');
    expect(
      timeText(plannedTime({ ...load, rows: 3, largestPartitionRows: 3, batchesBySize: new Map() }, auto, null)),
    ).toBe('under 1 s at best');
    expect(timeParts(plannedTime(load, auto, null))).toEqual({ time: '15 s', basis: 'at least' });
    expect(basisText(null)).toContain('assumes ideal conditions');
  });

  it('is estimated from the last import with similar batches', () => {
    const measured = measuredOf(ended());
    expect(timeText(plannedTime(load, auto, measured))).toBe('about 1 min 40 s');
    expect(timeParts(plannedTime(load, auto, measured))).toEqual({
      time: '1 min 40 s',
      basis: 'based on the last import',
    });
    expect(basisText(measured)).toContain('1,000 rows/s');
  });

  it('is a minimum with smaller or fewer concurrent batches', () => {
    const measured = measuredOf(ended());
    expect(plannedTime(load, { batchSize: 20, concurrency: 20 }, measured)).toEqual({ ms: 100_000, kind: 'min' });
    expect(plannedTime(load, { batchSize: 100, concurrency: 4 }, measured)).toEqual({ ms: 100_000, kind: 'min' });
    const slow = measuredOf(ended({ meanRowsPerSecond: 100_000 }));
    expect(plannedTime(load, { batchSize: 20, concurrency: 1 }, slow).ms).toBeGreaterThan(300_000);
  });

  it('is not estimated from much smaller batches', () => {
    const measured = measuredOf(ended({ batches: 50_000, meanRowsPerSecond: 50 }));
    expect(timeText(plannedTime(load, auto, measured))).toBe('at least 15 s');
  });
});

describe('measured speed', () => {
  it('is that of the newest ended import on this connection', () => {
    const running = ended({ state: 'running', endedAtMs: null, meanRowsPerSecond: 1 });
    const elsewhere = ended({ connectionId: 'other', meanRowsPerSecond: 2 });
    const copy = ended({ kind: 'table-copy', meanRowsPerSecond: 3 });
    const found = measuredOf(
      running,
      elsewhere,
      copy,
      ended({ meanRowsPerSecond: 4 }),
      ended({ meanRowsPerSecond: 5 }),
    );
    expect(found?.rowsPerSecond).toBe(4);
  });

  it.each<[string, Partial<TableJob>]>([
    ['of few rows', { rowsDone: 999, batches: 10 }],
    ['of the day before yesterday', { endedAtMs: nowMs - 25 * 3_600_000 }],
    ['whose rows were refused', { rowsRejected: 60_000 }],
    ['that was too short to measure', { meanRowsPerSecond: undefined }],
  ])('is undefined when the only import is one %s', (_what, change) => {
    expect(measuredOf(ended(change))).toBeNull();
  });
});
