// Applying in several calls sends what the review shows: whole steps a call, packed again into the same requests.
import { reviewEdits } from '@shared/edit/review';
import type { EditGrouping, StagedEdit } from '@shared/model/edit';
import type { PlannedStep } from '@shared/model/edit-review';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsOf } from './apply-run';
import { text } from '../fixtures/edits';
import { requestsOf } from './review-lines';

const endpoint = 'https://harbour.table.core.windows.net';
const review = (edits: readonly StagedEdit[], grouping: EditGrouping) =>
  reviewEdits({ endpoint, table: 'Berths', edits, grouping, service: 'storage' });

const inserts = fc
  .array(fc.record({ partitionKey: fc.constantFrom('P', 'Q', 'R'), size: fc.constantFrom(0, 10, 12_000) }), {
    minLength: 1,
    maxLength: 120,
    size: 'max',
  })
  .map((rows) =>
    rows.map(({ partitionKey, size }, index): StagedEdit => ({
      kind: 'insert',
      id: String(index),
      mode: 'insert',
      entity: {
        partitionKey,
        rowKey: String(index),
        properties: [0, 1, 2].map((at) => ({ name: `A${at}`, value: text('ä'.repeat(size)) })),
      },
    })),
  );

const idsOf = (step: PlannedStep): string =>
  requestsOf(step)
    .map(({ editId }) => editId)
    .join();

describe('calls of an apply', () => {
  it.each(['each', 'batches'] as const)('send each reviewed request once: %s', (grouping) => {
    fc.assert(
      fc.property(inserts, (edits) => {
        const whole = review(edits, grouping);
        const calls = callsOf({ edits, review: whole });
        const packed = calls.map((some) => review(some, grouping).steps.map(idsOf));
        for (const steps of packed) {
          expect(steps.length).toBeGreaterThan(0);
          expect(steps.length).toBeLessThanOrEqual(16);
        }
        const sent = packed.flat();
        expect([...sent].sort()).toEqual(whole.steps.map(idsOf).sort());
      }),
      { numRuns: 12 },
    );
  });

  it('never split a transaction or a move', () => {
    fc.assert(
      fc.property(inserts, (edits) => {
        const some = edits
          .slice(0, 100)
          .map((edit) =>
            edit.kind === 'insert' ? { ...edit, entity: { ...edit.entity, partitionKey: 'P', properties: [] } } : edit,
          );
        const calls = callsOf({ edits: some, review: review(some, 'transaction') });
        expect(calls).toEqual([some]);
      }),
      { numRuns: 20 },
    );
  });
});
