// Changes that the review receives while it is open, in the staging of its table.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describeConflict } from '@shared/edit/conflict';
import { reviewEdits } from '@shared/edit/review';
import type { CallInput } from '@shared/ipc/contract';
import { afterEach, expect, it } from 'vitest';
import { ChangesBar } from '../edits/changes-bar';
import { listPage } from '../fixtures/list-page';
import { stagingOf, useStaging } from '../staging/staged-tables';
import { stagedRows } from '../staging/staged-rows';
import { changeKeys, changeMany, discardAll } from '../staging/staging';
import { berth, double, entityOf, set } from '../fixtures/edits';
import { useReview } from './use-review';

const page = listPage(280);
const location = { connectionId: 'local', table: 'Berths' };
const nothing = (): void => undefined;

/** Of all that is staged, or of the first edits alone, as beside one entity. */
function Reviewed({ first = Infinity }: { readonly first?: number }) {
  const staging = useStaging(location);
  const review = useReview({
    location: { ...location, connectionName: 'Local', environment: 'other', access: 'writable' },
    edits: staging.state.staging.edits.slice(0, first),
    staging,
    onLeave: nothing,
    onGoTo: nothing,
  });
  const rows = stagedRows(staging.state, 'all');
  return (
    <div>
      {review.element ?? <button onClick={review.open}>Open</button>}
      <output>{String(rows.of(entityOf('B1', berth)).mark?.conflict)}</output>
      <ChangesBar
        counts={staging.counts}
        conflicts={staging.conflicts}
        onDiscardAll={nothing}
        onReview={review.open}
        onResolve={review.resolve}
      />
    </div>
  );
}

const reviewed = ({ table, edits, grouping }: CallInput<'edits.review'>) =>
  reviewEdits({ endpoint: 'https://harbour.table.core.windows.net', table, edits, grouping, service: 'storage' });

/** Changes of these rows that met others in the table. */
function meetConflicts(...rowKeys: readonly string[]): void {
  page.answer({ 'edits.review': reviewed });
  const { stage, results, store } = stagingOf(location);
  const reads = rowKeys.map((rowKey) => ({ read: entityOf(rowKey, berth), readColumns: 'all' as const }));
  stage((before) =>
    changeMany(
      before,
      reads.map((of) => ({ of, changes: [set('Depth', double('9.5'))] })),
    ),
  );
  const outcomes = store.getState().staging.edits.map((edit, at) => {
    const theirs = entityOf(rowKeys[at] ?? '', berth, { etag: 'W/"later"' });
    return { kind: 'conflict' as const, editId: edit.id, conflict: describeConflict(edit, theirs) };
  });
  void results.onOutcomes(outcomes);
}

afterEach(() => {
  cleanup();
  stagingOf(location).stage(discardAll);
});

it('review: reads a whole entity without adding an undo step', async () => {
  const whole = entityOf('B1', berth);
  page.answer({
    'entities.get': () => ({ entity: whole }),
    'edits.review': reviewed,
  });
  const { stage, step, store } = stagingOf(location);
  const part = { read: entityOf('B1', []), readColumns: 'some' } as const;
  stage((before) => changeKeys(before, part, { partitionKey: 'Quay', rowKey: 'B2' }));
  render(<Reviewed />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Read whole entity' }));
  await waitFor(() => expect(store.getState().staging.edits).toMatchObject([{ readColumns: 'all' }]));
  step('back');
  expect(store.getState().staging.edits).toEqual([]);
});

it('review: marks an open conflict in the rows until its edit is discarded', async () => {
  const mine = entityOf('B1', berth);
  const theirs = entityOf('B1', [{ name: 'Depth', value: double('13.5') }], { etag: 'W/"later"' });
  page.answer({
    'entities.get': () => ({ entity: theirs }),
    'edits.review': reviewed,
    'edits.apply': ({ edits }) => ({
      violations: [],
      outcomes: edits.map((edit) => ({
        kind: 'conflict' as const,
        editId: edit.id,
        conflict: describeConflict(edit, theirs),
      })),
    }),
  });
  const { stage, store } = stagingOf(location);
  const change = (value: string) =>
    stage((before) =>
      changeMany(before, [{ of: { read: mine, readColumns: 'all' }, changes: [set('Depth', double(value))] }]),
    );
  change('9.5');
  render(<Reviewed />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('region', { name: 'Selected request' });
  await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
  await screen.findByText('1 conflict');
  await user.keyboard('{Escape}');
  expect(document.querySelector('output')?.textContent).toBe('open');

  // Edits staged in the meantime are part of it.
  change('9.75');
  await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
  expect(screen.getByRole('row', { name: /Depth/ }).textContent).toMatch(/9\.75.*13\.5/);
  await user.click(screen.getByRole('button', { name: 'Decide later' }));
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const list = await screen.findByRole('region', { name: 'Conflicts' });
  await user.click(within(list).getByRole('button', { name: 'Review Quay / B1' }));
  await user.click(screen.getByRole('button', { name: 'Keep theirs' }));
  expect(store.getState().staging.edits).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Conflicts' })).toBeNull();
  // Staged again from the table's current state, it is no longer a conflict.
  stage((before) =>
    changeMany(before, [{ of: { read: theirs, readColumns: 'all' }, changes: [set('Depth', double('9.5'))] }]),
  );
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('none'));
});

it("review: shows only the conflict of the tab's entity in an entity tab", async () => {
  meetConflicts('B1', 'B2');
  render(<Reviewed first={1} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const list = await screen.findByRole('region', { name: 'Conflicts' });
  expect(within(list).getAllByRole('button')).toEqual([within(list).getByRole('button', { name: 'Review Quay / B1' })]);
});

it('review: jumps to a conflict from the rows while it is open', async () => {
  meetConflicts('B1');
  render(<Reviewed />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('region', { name: 'Conflicts' });
  await user.click(screen.getByRole('button', { name: 'Resolve 1 conflict' }));
  expect(screen.getByRole('region', { name: 'Conflict' })).toBe(document.activeElement);
});

it('review: keeps the focus when a conflict is postponed', async () => {
  meetConflicts('B1');
  render(<Reviewed />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Review Quay / B1' }));
  await user.click(screen.getByRole('button', { name: 'Decide later' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
});

it('review: marks a conflict when an entity read in full turns out to be changed', async () => {
  const theirs = entityOf('B7', berth, { etag: 'W/"later"' });
  page.answer({ 'entities.get': () => ({ entity: theirs }), 'edits.review': reviewed });
  const part = { read: entityOf('B7', []), readColumns: 'some' } as const;
  stagingOf(location).stage((before) => changeKeys(before, part, { partitionKey: 'Quay', rowKey: 'B8' }));
  render(<Reviewed />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Read whole entity' }));
  await user.click(await screen.findByRole('button', { name: 'Decide later' }));
  expect(screen.getByRole('button', { name: 'Resolve 1 conflict' })).toBeTruthy();
});
