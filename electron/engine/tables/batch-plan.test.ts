import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { BatchPlanner, type PlannedOperation } from './batch-plan';

const limits = { operations: 5, bytes: 100, waiting: 12 };
const operation = fc.record({
  partitionKey: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'),
  rowKey: fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8'),
  // Small ones fill batches and what may wait, large ones the bytes.
  bytes: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 100 })),
});

const keyOf = ({ partitionKey, rowKey }: PlannedOperation): string => `${partitionKey}/${rowKey}`;

describe('the plan of batches', () => {
  it('keeps every rule, loses nothing, and keeps operations on one row in order', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const planner = new BatchPlanner<PlannedOperation>(limits);
        const batches: (readonly PlannedOperation[])[] = [];
        let added = 0;
        for (const next of operations) {
          batches.push(...planner.add(next));
          added += 1;
          const waiting = added - batches.flat().length;
          expect(waiting).toBeLessThanOrEqual(limits.waiting);
          expect(planner.isEmpty).toBe(waiting === 0);
        }
        batches.push(...planner.flush());
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(limits.operations);
          expect(new Set(batch.map(({ partitionKey }) => partitionKey)).size).toBe(1);
          expect(new Set(batch.map(({ rowKey }) => rowKey)).size).toBe(batch.length);
          const bytes = batch.reduce((sum, { bytes: of }) => sum + of, 0);
          expect(bytes).toBeLessThanOrEqual(limits.bytes);
        }
        const byRow = (all: readonly PlannedOperation[]): Map<string, PlannedOperation[]> => {
          const rows = new Map<string, PlannedOperation[]>();
          for (const one of all) rows.set(keyOf(one), [...(rows.get(keyOf(one)) ?? []), one]);
          return rows;
        };
        expect(byRow(batches.flat())).toEqual(byRow(operations));
        expect(planner.flush()).toEqual([]);
      }),
    );
  });

  it('fills batches to the brim where one partition is written', () => {
    const planner = new BatchPlanner<PlannedOperation>();
    const batches = Array.from({ length: 250 }, (_, index) =>
      planner.add({ partitionKey: 'P', rowKey: String(index), bytes: 10 }),
    ).flat();
    expect([...batches, ...planner.flush()].map((batch) => batch.length)).toEqual([100, 100, 50]);
    const heavy = new BatchPlanner<PlannedOperation>(limits);
    const add = (rowKey: string, bytes: number): number[] =>
      heavy.add({ partitionKey: 'P', rowKey, bytes }).map((batch) => batch.length);
    expect([add('1', 60), add('2', 40), add('3', 1)]).toEqual([[], [], [2]]);
  });

  it('fit into a request of the service, which takes four MiB', () => {
    const planner = new BatchPlanner<PlannedOperation>();
    const bytes = 63 * KiB;
    const add = (index: number) => planner.add({ partitionKey: 'P', rowKey: String(index), bytes });
    const batches = [...Array.from({ length: 150 }, (_, index) => add(index)).flat(), ...planner.flush()];
    const inAll = batches.map((batch) => batch.length * bytes);
    expect(Math.max(...inAll)).toBeLessThan(4 * MiB);
    expect(inAll[0]).toBeGreaterThan(4 * MiB - 2 * bytes);
  });

  it('leave room in those four MiB for the envelope of the request, to the byte', () => {
    const sizesOf = (bytes: readonly number[]): number[] => {
      const planner = new BatchPlanner<PlannedOperation>();
      const add = (of: number, index: number) => planner.add({ partitionKey: 'P', rowKey: String(index), bytes: of });
      return [...bytes.flatMap(add), ...planner.flush()].map((batch) => batch.length);
    };
    const envelope = 4 * KiB;
    expect(sizesOf([3 * MiB, MiB - envelope])).toEqual([2]);
    expect(sizesOf([3 * MiB, MiB - envelope + 1])).toEqual([1, 1]);
    expect(sizesOf([2 * MiB, 2 * MiB])).toEqual([1, 1]);
  });

  it('send the fullest first where too many partitions wait, and no more than must go', () => {
    const planner = new BatchPlanner<PlannedOperation>({ operations: 5, bytes: 100, waiting: 6 });
    const sent = ['B', 'A', 'A', 'A', 'A', 'C', 'D'].flatMap((partitionKey, index) =>
      planner.add({ partitionKey, rowKey: String(index), bytes: 1 }),
    );
    expect(sent.map((batch) => batch.map(({ partitionKey }) => partitionKey).join(''))).toEqual(['AAAA']);
    expect(planner.flush()).toHaveLength(3);
  });

  it('wait while as many as may wait do, and then exactly three quarters are kept', () => {
    const planner = new BatchPlanner<PlannedOperation>({ operations: 5, bytes: 100, waiting: 8 });
    const add = (partitionKey: string, rowKey: string) => planner.add({ partitionKey, rowKey, bytes: 1 });
    const sent = ['A', 'A', 'A', 'B', 'C', 'D', 'E', 'F'].map((partitionKey, index) =>
      add(partitionKey, String(index)),
    );
    expect(sent.flat()).toEqual([]);
    expect(add('G', 'last').map((batch) => batch.map(({ partitionKey }) => partitionKey).join(''))).toEqual(['AAA']);
    expect(planner.flush()).toHaveLength(6);
  });
});
