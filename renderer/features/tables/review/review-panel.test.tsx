// The review as a person meets it: the exact requests, all problems at once, what is dangerous, and what became of it.
import '@renderer/testing/missing-in-jsdom';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { describeConflict } from '@shared/edit/conflict';
import { reviewEdits } from '@shared/edit/review';
import { StowageError } from '@shared/errors';
import type { CallInput } from '@shared/ipc/contract';
import type { StagedEdit } from '@shared/model/edit';
import type { ApplyResult, EditOutcome } from '@shared/model/edit-outcome';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditPlace } from './edit-place';
import { berth, deletionOf, double, entityOf, set, text, updateOf } from './fixtures/edits';
import { ReviewPanel } from './review-panel';

const place: EditPlace = {
  connectionId: 'c',
  connectionName: 'Harbour',
  table: 'Berths',
  environment: 'other',
  access: 'writable',
};
const endpoint = 'https://harbour.table.core.windows.net';
const applied = (editId: string): EditOutcome => {
  return { kind: 'applied', editId, etag: 'W/"new"', undoId: `undo-${editId}`, readBack: false };
};

class NoResizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let bridge: TestBridge;
let restoreSize: () => void;
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResizes);
  restoreSize = giveElementsSize({ viewportPx: 280, rowPx: 28 });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
  vi.unstubAllGlobals();
});

function show(
  edits: readonly StagedEdit[],
  options: {
    readonly place?: Partial<EditPlace>;
    readonly apply?: (input: CallInput<'edits.apply'>) => ApplyResult | Promise<ApplyResult>;
    readonly retry?: (input: CallInput<'edits.retry'>) => ApplyResult;
  } = {},
) {
  const all = (input: CallInput<'edits.apply'>): ApplyResult => ({
    violations: [],
    outcomes: input.edits.map(({ id }) => applied(id)),
  });
  bridge = installBridge({
    calls: {
      'edits.review': ({ table, edits: reviewed, grouping }) =>
        Promise.resolve(reviewEdits({ endpoint, table, edits: reviewed, grouping })),
      'edits.apply': async (input) => (options.apply ?? all)(input),
      'edits.retry': (input) => Promise.resolve(options.retry?.(input) ?? { violations: [], outcomes: [] }),
    },
  });
  const results = { onOutcomes: vi.fn(), onDropped: vi.fn(), onRestored: vi.fn(), onReadWhole: vi.fn() };
  const onCopy = vi.fn();
  const onClose = vi.fn();
  const onGoTo = vi.fn();
  render(
    <ReviewPanel
      place={{ ...place, ...options.place }}
      edits={edits}
      grouping="each"
      results={results}
      onCopy={onCopy}
      onClose={onClose}
      onGoTo={onGoTo}
    />,
  );
  return { results, onCopy, onClose, onGoTo, user: userEvent.setup() };
}

const asked = <T,>(name: string): T[] =>
  bridge.asked.filter((each) => each.name === name).map(({ input }) => input as T);

describe('the review', () => {
  it('shows each request as it is sent, old beside new, and copies it', async () => {
    const { user, onCopy } = show([
      updateOf(entityOf('B1', berth), set('Depth', double('12.5'))),
      deletionOf(entityOf('B2', berth)),
    ]);
    const detail = await screen.findByRole('region', { name: 'The chosen request' });
    expect(detail.textContent).toContain("PATCH /Berths(PartitionKey='Quay',RowKey='B1')");
    expect(detail.textContent).toContain('If-Match: W/"B1"');
    expect(detail.textContent).toContain('{"Depth@odata.type":"Edm.Double","Depth":12.5}');
    const changes = within(detail).getByRole('table', { name: 'What changes' });
    expect(
      within(changes)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['PropertyAs readAs sent', 'DepthDouble12.0Double12.5']);
    screen.getByRole('listbox', { name: 'Requests' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(detail.textContent).toContain("DELETE /Berths(PartitionKey='Quay',RowKey='B2')");
    await user.click(screen.getByRole('button', { name: 'Copy the review' }));
    const [copied] = onCopy.mock.calls[0] as [string];
    expect(copied).toContain('2 changes to Berths on Harbour\n2 requests');
    expect(copied).toContain('{"Depth@odata.type":"Edm.Double","Depth":12.5}');
    expect(copied).toContain('Depth: Edm.Double 12.0 -> Edm.Double 12.5');
    expect(copied).toContain('Crane: Edm.String north -> (absent)');
  });

  it('groups what goes together, and says how', async () => {
    const { user } = show([1, 2, 3].map((n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('9.5')))));
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: /Each by itself/ }));
    await user.click(await screen.findByRole('option', { name: /One transaction/ }));
    expect(await screen.findByText(/Transaction, all or nothing: 3 operations/)).toBeTruthy();
    expect(screen.getByText('1 request, 1 transaction', { exact: false })).toBeTruthy();
  });

  it('lists all problems at once, with row, property and fix, and sends nothing', async () => {
    show([
      updateOf(entityOf('B1', berth), set('1st', text('x'))),
      updateOf(entityOf('B2', berth), set('Depth', { type: 'Edm.Int32', value: 'deep' })),
    ]);
    const problems = await screen.findByRole('region', { name: 'What keeps this from being sent' });
    const items = within(problems).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Quay \/ B1"1st": this is no property name\. Use letters/),
      expect.stringMatching(/^Quay \/ B2Depth: "deep" is not a whole number\. Give a value of type Edm\.Int32\./),
    ]);
    expect(screen.getByRole('button', { name: 'Apply 2 changes' })).toHaveProperty('disabled', true);
  });

  it('draws few of a thousand requests, and the keyboard reaches the last', async () => {
    const { user } = show(
      Array.from({ length: 1_000 }, (_, n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('1.5')))),
    );
    const list = await screen.findByRole('listbox', { name: 'Requests' });
    expect(within(list).getAllByRole('option').length).toBeLessThan(60);
    list.focus();
    await user.keyboard('{End}');
    expect(screen.getByRole('region', { name: 'The chosen request' }).textContent).toContain("RowKey='B999'");
    const active = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
    expect(active?.getAttribute('aria-posinset')).toBe('1000');
  });
});

describe('what is dangerous', () => {
  it('is named and counted: an unconditional write is chosen on purpose and looks like one', async () => {
    const { user } = show([updateOf(entityOf('B1', berth), set('Depth', double('12.5')))]);
    await screen.findByRole('region', { name: 'The chosen request' });
    expect(screen.queryByText('No condition')).toBeNull();
    await user.click(screen.getByRole('button', { name: /Only as it was read/ }));
    await user.click(await screen.findByRole('option', { name: /Whatever is there/ }));
    expect(await screen.findByText('No condition')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'The chosen request' }).textContent).toContain('If-Match: *');
    expect(screen.getByText(/what others wrote there since is lost/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Apply 1 change, 1 without condition' }));
    await waitFor(() => expect(asked<CallInput<'edits.apply'>>('edits.apply')).toHaveLength(1));
    expect(asked<CallInput<'edits.apply'>>('edits.apply')[0]?.edits).toMatchObject([{ condition: 'any' }]);
  });

  it('asks for the typed name on production', async () => {
    const { user } = show([deletionOf(entityOf('B1', berth))], { place: { environment: 'production' } });
    const button = await screen.findByRole('button', { name: 'Delete 1 entity of Berths' });
    const field = await screen.findByRole('textbox', { name: 'Type Harbour to confirm' });
    await user.type(field, 'Harbou');
    expect(button).toHaveProperty('disabled', true);
    await user.type(field, 'r');
    await user.click(button);
    await waitFor(() => expect(asked('edits.apply')).toHaveLength(1));
  });

  it('is not done on a locked connection', async () => {
    show([deletionOf(entityOf('B1', berth))], { place: { access: 'read-only' } });
    expect(await screen.findByText(/read-only until it is unlocked/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete 1 entity of Berths' })).toHaveProperty('disabled', true);
  });
});

describe('the outcome', () => {
  it('names the failing row of a transaction, and that nothing else changed', async () => {
    const edits = [1, 2, 3].map((n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('9.5'))));
    const error = new StowageError('invalid.refused', 'Refused.', { context: { serviceCode: 'PropertyNameInvalid' } });
    const { user, results } = show(edits, {
      apply: () => ({
        violations: [],
        outcomes: [
          { kind: 'not-written', editId: 'B1', culprit: 'B2' },
          { kind: 'failed', editId: 'B2', error: error.toShape() },
          { kind: 'not-written', editId: 'B3', culprit: 'B2' },
        ],
      }),
    });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 3 changes' }));
    const list = await screen.findByRole('listbox', { name: 'What became of each change' });
    const lines = within(list).getAllByRole('option');
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^FailedQuay \/ B2.*The transaction failed here: 2 other changes of it were not written/),
      'Not writtenQuay / B1The transaction failed at Quay / B2. Nothing of it was written.',
      'Not writtenQuay / B3The transaction failed at Quay / B2. Nothing of it was written.',
    ]);
    expect(results.onOutcomes).toHaveBeenCalledTimes(1);
  });

  it('tells a lost reply that was read back as what it is: written', async () => {
    const { user } = show([updateOf(entityOf('B1', berth), set('Depth', double('9.5')))], {
      apply: () => ({ violations: [], outcomes: [{ ...applied('B1'), readBack: true } as EditOutcome] }),
    });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    expect(await screen.findByText('1 written')).toBeTruthy();
    expect(screen.getAllByText('The reply was lost. The row was read back and is as sent.').length).toBeGreaterThan(0);
  });

  it('comes in parts, and can be stopped between them', async () => {
    const edits = Array.from({ length: 40 }, (_, n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('1.5'))));
    let answer: () => void = () => undefined;
    const { user } = show(edits, {
      apply: async (input) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { violations: [], outcomes: input.edits.map(({ id }) => applied(id)) };
      },
    });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 40 changes' }));
    await waitFor(() => expect(asked('edits.apply')).toHaveLength(1));
    answer();
    expect(await screen.findByText('16 of 40 changes answered')).toBeTruthy();
    await waitFor(() => expect(asked('edits.apply')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    answer();
    expect(await screen.findByText('32 written')).toBeTruthy();
    expect(screen.getByText('8 not sent: stopped')).toBeTruthy();
    const marks = new Set(asked<CallInput<'edits.apply'>>('edits.apply').map(({ applyId }) => applyId));
    expect([asked('edits.apply').length, marks.size]).toEqual([2, 1]);
  });

  it('keeps the window from calling lost what nobody knows', async () => {
    const { user } = show([updateOf(entityOf('B1', berth), set('Depth', double('9.5')))], {
      apply: () => {
        throw new StowageError('network.engine-restarted', 'Gone.');
      },
    });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    expect(await screen.findByText('1 unclear')).toBeTruthy();
    expect(screen.getByText('The engine restarted')).toBeTruthy();
  });
});

describe('a conflict', () => {
  const read = entityOf('B1', berth);
  const mine = updateOf(read, set('Depth', double('12.5')), set('Crane', text('south')));
  const theirs = entityOf('B1', [set('Depth', double('13.0')), set('Crane', text('west'))].flatMap(asProperty), {
    etag: 'W/"theirs"',
  });
  const conflictOf = (edit: StagedEdit): ApplyResult => ({
    violations: [],
    outcomes: [{ kind: 'conflict', editId: edit.id, conflict: describeConflict(edit, theirs) }],
  });

  it('is resolved by mixed picks, by keyboard, with the new ETag', async () => {
    const { user, results } = show([mine], {
      apply: () => conflictOf(mine),
      retry: () => ({ violations: [], outcomes: [applied('B1')] }),
    });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    const table = screen.getByRole('table', { name: 'Mine, theirs and as read' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'PropertyMineTheirsAs read',
      'Depthchanged by bothDouble12.5Double13.0Double12.0',
      'Cranechanged by bothStringsouthStringwestStringnorth',
    ]);
    expect(screen.getByText('Merge, 2 properties changed, If-Match W/"theirs"')).toBeTruthy();
    screen.getByRole('radio', { name: 'Depth: Mine' }).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(screen.getByText('Merge, 1 property changed, If-Match W/"theirs"')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Crane: Mine' }));
    await user.click(screen.getByRole('button', { name: 'Write with the new ETag' }));
    expect(await screen.findByText('1 written')).toBeTruthy();
    expect(asked<CallInput<'edits.retry'>>('edits.retry')).toMatchObject([
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

  it('that ends in theirs throughout sends nothing and gives the edit up', async () => {
    const { user, results } = show([mine], { apply: () => conflictOf(mine) });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    await user.click(screen.getByRole('button', { name: 'Take all theirs' }));
    expect(screen.getByText('Nothing is sent. Theirs stays as it is.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep theirs' }));
    expect(results.onDropped).toHaveBeenCalledWith(['B1']);
    expect(asked('edits.retry')).toEqual([]);
  });

  it('that meets another change goes on from there', async () => {
    const again = entityOf('B1', [set('Depth', double('14.0')), set('Crane', text('west'))].flatMap(asProperty), {
      etag: 'W/"again"',
    });
    let tries = 0;
    const { user } = show([mine], {
      apply: () => conflictOf(mine),
      retry: ({ edit }) => {
        tries += 1;
        return tries === 1
          ? { violations: [], outcomes: [{ kind: 'conflict', editId: 'B1', conflict: describeConflict(edit, again) }] }
          : { violations: [], outcomes: [applied('B1')] };
      },
    });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    await user.click(screen.getByRole('button', { name: 'Write with the new ETag' }));
    expect(await screen.findByText('It changed again meanwhile.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Write with the new ETag' }));
    expect(await screen.findByText('1 written')).toBeTruthy();
    // The second try starts from the result of the first picks, read with their ETag.
    expect(asked<CallInput<'edits.retry'>>('edits.retry').at(-1)).toMatchObject({
      edit: { kind: 'update', read: { etag: 'W/"theirs"' } },
      theirs: { etag: 'W/"again"' },
    });
  });

  it('with a row that is gone offers to insert it anew, or to leave it', async () => {
    const { user, results } = show([mine], {
      apply: () => ({
        violations: [],
        outcomes: [{ kind: 'conflict', editId: 'B1', conflict: describeConflict(mine, null) }],
      }),
      retry: () => ({ violations: [], outcomes: [applied('B1')] }),
    });
    await screen.findByRole('region', { name: 'The chosen request' });
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await user.click(await screen.findByRole('button', { name: 'Resolve 1 conflict' }));
    expect(screen.getByText('Insert anew with 2 properties')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Leave it deleted' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Insert it anew' }));
    await waitFor(() => expect(results.onOutcomes).toHaveBeenLastCalledWith([applied('B1')]));
  });
});

function asProperty(change: ReturnType<typeof set>) {
  return change.kind === 'set' ? [{ name: change.name, value: change.value }] : [];
}
