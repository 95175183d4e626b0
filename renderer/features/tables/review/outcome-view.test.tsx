// The outcomes of applied changes from the user's point of view: written, failed with a reason, unknown, stopped
// half-way.
import { StowageError } from '@shared/errors';
import type { EditOutcome } from '@shared/model/edit-outcome';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listPage } from '../fixtures/list-page';
import { berth, double, entityOf, set, updateOf } from '../fixtures/edits';
import { applied, showReview } from '../fixtures/show-review';

const page = listPage(280);

describe('outcome view', () => {
  it('names the failing row of a transaction, and states that nothing else changed', async () => {
    const edits = [1, 2, 3].map((n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('9.5'))));
    const error = new StowageError('invalid.refused', 'Refused.', { context: { serviceCode: 'PropertyNameInvalid' } });
    const { user, results } = showReview(page, edits, {
      apply: () => ({
        violations: [],
        outcomes: [
          { kind: 'not-written', editId: 'B1', culprit: 'B2' },
          { kind: 'failed', editId: 'B2', error: error.toShape() },
          { kind: 'not-written', editId: 'B3', culprit: 'B2' },
        ],
      }),
    });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 3 changes' }));
    const list = await screen.findByRole('listbox', { name: 'Result of each change' });
    const lines = within(list).getAllByRole('option');
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^FailedQuay \/ B2.*The transaction failed here: 2 other changes in it were not written/),
      'Not writtenQuay / B1The transaction failed at Quay / B2; none of it was written.',
      'Not writtenQuay / B3The transaction failed at Quay / B2; none of it was written.',
    ]);
    expect(results.onOutcomes).toHaveBeenCalledTimes(1);
  });

  it('shows a write as applied when its response was lost and it was read back', async () => {
    const { user } = showReview(page, [updateOf(entityOf('B1', berth), set('Depth', double('9.5')))], {
      apply: () => ({ violations: [], outcomes: [{ ...applied('B1'), readBack: true } as EditOutcome] }),
    });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    expect(await screen.findByText('1 written')).toBeTruthy();
    expect(
      screen.getAllByText('The response was lost. The row was read back and matches what was sent.').length,
    ).toBeGreaterThan(0);
  });

  it('shows results part by part, and stops between parts', async () => {
    const edits = Array.from({ length: 40 }, (_, n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('1.5'))));
    let answer: () => void = () => undefined;
    const { user } = showReview(page, edits, {
      grouping: 'each',
      apply: async (input) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { violations: [], outcomes: input.edits.map(({ id }) => applied(id)) };
      },
    });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 40 changes' }));
    await waitFor(() => expect(page.requested('edits.apply')).toHaveLength(1));
    answer();
    expect(await screen.findByText('16 of 40 changes complete')).toBeTruthy();
    await waitFor(() => expect(page.requested('edits.apply')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    answer();
    expect(await screen.findByText('32 written')).toBeTruthy();
    expect(screen.getByText('8 not sent (stopped)')).toBeTruthy();
    const marks = new Set(page.requested('edits.apply').map(({ applyId }) => applyId));
    expect([page.requested('edits.apply').length, marks.size]).toEqual([2, 1]);
  });

  it('shows edits as unclear when the call failed and their outcome is unknown', async () => {
    const { user } = showReview(page, [updateOf(entityOf('B1', berth), set('Depth', double('9.5')))], {
      apply: () => {
        throw new StowageError('network.engine-restarted', 'Gone.');
      },
    });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    expect(await screen.findByText('1 unknown')).toBeTruthy();
    expect(screen.getByText('The engine restarted')).toBeTruthy();
  });
});
