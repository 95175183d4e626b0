import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StagedEdit } from '../model/edit';
import type { Property } from '../model/entity';
import { changesBetween, withChanges } from './changes';
import { encodeProperties } from './encode-entity';
import { properties, update } from './fixtures/arbitraries';
import { read, requestsOf, review, text, whole } from './fixtures/reviews';
import { utf8Bytes } from '../utf8-bytes';
import { fitsOneTransaction } from './review';

/** A property as it appears in a body. */
const textOf = (property: Property): string => encodeProperties([property]).slice(1, -1);

describe('the review of an update', () => {
  it('holds every untouched property with its exact text, or does not hold it at all', () => {
    fc.assert(
      fc.property(update, (edit) => {
        const { steps, violations } = review([edit]);
        expect(violations).toEqual([]);
        const [request] = steps.flatMap(requestsOf);
        const body = request?.body ?? '';
        const touched = new Set(
          edit.changes.flatMap((change) => (change.kind === 'rename' ? [change.name, change.to] : [change.name])),
        );
        const names = new Set(Object.keys(JSON.parse(body) as object));
        for (const property of edit.read.properties.filter(({ name }) => !touched.has(name))) {
          if (request?.operation === 'replace') expect(body).toContain(textOf(property));
          else expect(names.has(property.name)).toBe(false);
        }
        expect(request?.ifMatch).toBe(edit.condition === 'any' ? '*' : edit.read.etag);
        expect(request?.bytes).toBe(Buffer.byteLength(body));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is a merge unless something is taken away', () => {
    fc.assert(
      fc.property(update, (edit) => {
        const [request] = review([{ ...edit, mode: 'merge' }]).steps.flatMap(requestsOf);
        const isPlain = edit.changes.every(({ kind }) => kind === 'set');
        expect([request?.operation, request?.method]).toEqual(isPlain ? ['merge', 'PATCH'] : ['replace', 'PUT']);
      }),
    );
  });

  it('writes hostile names as any other', () => {
    const names = ['etag', 'timestamp', 'odata.x', '__proto__'];
    const hostile = { ...read, properties: names.map((name) => text(name, `of ${name}`)) };
    const edit: StagedEdit = {
      kind: 'update',
      id: 'u',
      ...whole,
      read: hostile,
      mode: 'replace',
      changes: [{ kind: 'set', ...text('A', 'x') }],
    };
    const { steps, violations } = review([edit]);
    expect(violations).toEqual([]);
    expect(steps.flatMap(requestsOf)[0]?.body).toBe(
      '{"etag":"of etag","timestamp":"of timestamp","odata.x":"of odata.x","__proto__":"of __proto__","A":"x"}',
    );
  });
});

describe('changes', () => {
  it('between two lists lead from one to the other', () => {
    fc.assert(
      fc.property(properties, properties, (from, to) => {
        const reached = withChanges(from, changesBetween(from, to));
        const sorted = (all: readonly Property[]): string[] => all.map(textOf).sort();
        expect(sorted(reached)).toEqual(sorted(to));
        expect(changesBetween(to, to)).toEqual([]);
      }),
    );
  });
});

describe('grouping', () => {
  const inserts = fc
    .array(fc.record({ partition: fc.constantFrom('P', 'Q', "o'n"), size: fc.constantFrom(0, 10, 30_000) }), {
      maxLength: 150,
      size: 'max',
    })
    .map((rows) =>
      rows.map(({ partition, size }, index): StagedEdit => ({
        kind: 'insert',
        id: String(index),
        mode: 'insert',
        entity: {
          partitionKey: partition,
          rowKey: String(index),
          properties: [0, 1, 2].map((at) => text(`A${at}`, 'ä'.repeat(size))),
        },
      })),
    );

  it('in batches sends every edit once, within the limits of a transaction', () => {
    fc.assert(
      fc.property(inserts, (edits) => {
        const { steps, bytes, requests } = review(edits, 'batches');
        expect(
          steps
            .flatMap(requestsOf)
            .map(({ editId }) => Number(editId))
            .sort((a, b) => a - b),
        ).toEqual(edits.map((_, index) => index));
        for (const step of steps) {
          if (step.kind !== 'transaction') continue;
          expect(step.requests.length).toBeGreaterThan(1);
          expect(step.requests.length).toBeLessThanOrEqual(100);
          expect(step.bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
          expect(new Set(step.requests.map(({ partitionKey }) => partitionKey))).toEqual(new Set([step.partitionKey]));
        }
        expect([requests, bytes >= 0]).toEqual([steps.length, true]);
      }),
      { numRuns: 30 },
    );
  });

  it('in batches begins another one after 100 operations', () => {
    const rows = Array.from({ length: 150 }, (_, index): StagedEdit => ({
      kind: 'insert',
      id: String(index),
      mode: 'insert',
      entity: { partitionKey: 'P', rowKey: String(index), properties: [] },
    }));
    expect(review(rows, 'batches').steps.map((step) => requestsOf(step).length)).toEqual([100, 50]);
  });

  it('as one transaction is all or a list of reasons', () => {
    const rows = Array.from({ length: 101 }, (_, index): StagedEdit => ({
      kind: 'insert',
      id: String(index),
      mode: 'insert',
      entity: { partitionKey: 'P', rowKey: String(index), properties: [] },
    }));
    expect(review(rows, 'transaction').violations).toMatchObject([{ editId: null, field: 'operations', value: '101' }]);
    const { steps, violations } = review(rows.slice(0, 100), 'transaction');
    expect([violations, steps.length, steps[0]?.kind]).toEqual([[], 1, 'transaction']);
    const move: StagedEdit = {
      kind: 'change-keys',
      id: 'm',
      ...whole,
      to: { partitionKey: 'Q', rowKey: 'R' },
      changes: [],
    };
    expect(review([move], 'batches').violations).toEqual([]);
    expect(review([move, ...rows.slice(0, 1)], 'transaction').violations).toMatchObject([
      { field: 'PartitionKey', value: '2' },
    ]);
  });

  it('fits one transaction with 2 to 100 operations on one partition, each row once, within 4 MiB', () => {
    const rows = (count: number, bytes = 0): StagedEdit[] =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'insert',
        id: String(index),
        mode: 'insert',
        entity: {
          partitionKey: 'P',
          rowKey: String(index),
          properties: Array.from({ length: bytes / 32_000 }, (__, at) => ({
            name: `Text${at}`,
            value: { type: 'Edm.String', value: 'x'.repeat(32_000) },
          })),
        },
      }));
    const move = (id: string, partitionKey: string): StagedEdit => {
      return { kind: 'change-keys', id, ...whole, to: { partitionKey, rowKey: 'S' }, changes: [] };
    };
    const first = rows(1);
    const cases: readonly (readonly [string, boolean, readonly StagedEdit[]])[] = [
      ['one operation', false, first],
      ['two', true, rows(2)],
      ['a hundred', true, rows(100)],
      ['a hundred and one', false, rows(101)],
      ['a hundred edits, one of two operations', false, [...rows(99), move('m', 'P')]],
      ['ninety-nine edits, one of two operations', true, [...rows(98), move('m', 'P')]],
      ['a move to another partition', false, [...first, move('m', 'Q')]],
      ['a row twice', false, [...first, ...first.map((edit) => ({ ...edit, id: 'again' }))]],
      ['3 MiB', true, rows(8, 384_000)],
      ['more than 4 MiB', false, rows(12, 384_000)],
    ];
    expect(cases.map(([name, , edits]) => [name, fitsOneTransaction('T', edits)])).toEqual(
      cases.map(([name, fits]) => [name, fits]),
    );
  });

  it('shows other keys as a transaction within a partition and as a move across', () => {
    const to = (partitionKey: string): StagedEdit => ({
      kind: 'change-keys',
      id: 'm',
      ...whole,
      to: { partitionKey, rowKey: 'S' },
      changes: [],
    });
    expect(review([to('P')]).steps).toMatchObject([
      {
        kind: 'transaction',
        requests: [
          { operation: 'insert', rowKey: 'S' },
          { operation: 'delete', rowKey: 'R', ifMatch: 'W/"1"' },
        ],
      },
    ]);
    expect(review([to('P')]).requests).toBe(1);
    expect(review([to('Q')]).requests).toBe(3);
    expect(review([to('Q')]).steps).toMatchObject([
      { kind: 'move', insert: { partitionKey: 'Q' }, remove: { partitionKey: 'P', ifMatch: 'W/"1"' } },
    ]);
  });
});

it('counts bytes as they are sent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (some) => {
      expect(utf8Bytes(some)).toBe(Buffer.byteLength(some));
    }),
  );
});
