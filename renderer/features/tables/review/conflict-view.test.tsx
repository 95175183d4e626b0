// A conflict that the user resolves, property by property.
import { describeConflict } from '@shared/edit/conflict';
import type { StagedEdit } from '@shared/model/edit';
import type { ApplyResult } from '@shared/model/edit-outcome';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '@renderer/testing/rejection-of';
import { listPage } from '../fixtures/list-page';
import { berth, double, entityOf, set, text, updateOf } from '../fixtures/edits';
import { applied, showReview } from '../fixtures/show-review';

const page = listPage(280);

describe('conflict view', () => {
  const read = entityOf('B1', berth);
  const mine = updateOf(read, set('Depth', double('12.5')), set('Crane', text('south')));
  const theirs = entityOf('B1', [set('Depth', double('13.0')), set('Crane', text('west'))].flatMap(asProperty), {
    etag: 'W/"theirs"',
  });
  const conflictOf = (edit: StagedEdit): ApplyResult => ({
    violations: [],
    outcomes: [{ kind: 'conflict', editId: edit.id, conflict: describeConflict(edit, theirs) }],
  });

  it('writes mixed picks with the new ETag, by keyboard', async () => {
    const { user, results } = showReview(page, [mine], {
      apply: () => conflictOf(mine),
      retry: () => ({ violations: [], outcomes: [applied('B1')] }),
    });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    const table = screen.getByRole('table', { name: 'Mine, theirs and before' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'PropertyMineTheirsBefore',
      'Depthchanged by bothDouble12.5Double13.0Double12.0',
      'Cranechanged by bothStringsouthStringwestStringnorth',
    ]);
    expect(screen.getByText('Merge, 2 properties changed, If-Match W/"theirs"')).toBeTruthy();
    screen.getByRole('radio', { name: 'Depth: Mine' }).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(screen.getByText('Merge, 1 property changed, If-Match W/"theirs"')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Crane: Mine' }));
    await user.click(screen.getByRole('button', { name: 'Apply choices' }));
    expect(await screen.findByText('1 written')).toBeTruthy();
    expect(page.requested('edits.retry')).toMatchObject([
      {
        theirs: { etag: 'W/"theirs"' },
        picks: [
          { name: 'Depth', take: 'theirs' },
          { name: 'Crane', take: 'mine' },
        ],
      },
    ]);
    expect(results.onOutcomes).toHaveBeenLastCalledWith([applied('B1')]);
  });

  it('sends nothing and drops the edit when all picks are theirs', async () => {
    const { user, results } = showReview(page, [mine], { apply: () => conflictOf(mine) });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    await user.click(screen.getByRole('button', { name: 'Use all theirs' }));
    expect(screen.getByText('Nothing is sent. Their version stays.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep theirs' }));
    expect(results.onDropped).toHaveBeenCalledWith(['B1']);
    expect(page.requested('edits.retry')).toEqual([]);
  });

  it('continues from the newest state when the write meets another change', async () => {
    const again = entityOf('B1', [set('Depth', double('14.0')), set('Crane', text('west'))].flatMap(asProperty), {
      etag: 'W/"again"',
    });
    let tries = 0;
    const { user } = showReview(page, [mine], {
      apply: () => conflictOf(mine),
      retry: ({ edit }) => {
        tries += 1;
        return tries === 1
          ? { violations: [], outcomes: [{ kind: 'conflict', editId: 'B1', conflict: describeConflict(edit, again) }] }
          : { violations: [], outcomes: [applied('B1')] };
      },
    });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    await user.click(screen.getByRole('button', { name: 'Apply choices' }));
    expect(await screen.findByText('It has changed again in the meantime.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Apply choices' }));
    expect(await screen.findByText('1 written')).toBeTruthy();
    // The second try starts from the result of the first picks, read with their ETag.
    expect(page.requested('edits.retry').at(-1)).toMatchObject({
      edit: { kind: 'update', read: { etag: 'W/"theirs"' } },
      theirs: { etag: 'W/"again"' },
    });
  });

  it('disables writing and undoing, with the reason, when the connection was locked meanwhile', async () => {
    const { user, lock } = showReview(page, [mine], { apply: () => conflictOf(mine) });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    const resolving = await screen.findByRole('button', { name: 'Resolve 1 conflict' });
    lock();
    const why = /is read-only until it is unlocked$/u;
    expect(await rejectionOf(screen.getByRole('button', { name: 'Undo' }))).toMatch(why);
    await user.click(resolving);
    expect(await rejectionOf(screen.getByRole('button', { name: 'Apply choices' }))).toMatch(why);
  });

  it('offers to insert a deleted row again, or to leave it', async () => {
    const { user, results } = showReview(page, [mine], {
      apply: () => ({
        violations: [],
        outcomes: [{ kind: 'conflict', editId: 'B1', conflict: describeConflict(mine, null) }],
      }),
      retry: () => ({ violations: [], outcomes: [applied('B1')] }),
    });
    await screen.findByRole('region', { name: 'Selected request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    expect(screen.getByText('Insert again with 2 properties')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Leave deleted' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Insert again' }));
    await waitFor(() => expect(results.onOutcomes).toHaveBeenLastCalledWith([applied('B1')]));
  });
});

function asProperty(change: ReturnType<typeof set>) {
  return change.kind === 'set' ? [{ name: change.name, value: change.value }] : [];
}
