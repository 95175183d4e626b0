// The tab and what is saved for its table, from the user's point of view: a scan to continue, a query that the table
// opens with, the panel of saved queries and history.
import '@renderer/testing/missing-in-jsdom';
import { StowageError, invalidInput } from '@shared/errors';
import type { CallInput, CallOutput, StreamEvent } from '@shared/ipc/contract';
import type { HistoryEntry, QueryTerms, SavedQuery } from '@shared/model/saved-query';
import { defaultSettings } from '@shared/model/settings';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestPort, createTestPort, testEntities } from '../fixtures/test-port';
import { TableTab } from '../tab/table-tab';

const everything: QueryTerms = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [] };
const action: QueryTerms = { ...everything, partitionKey: { kind: 'is', value: 'Action' } };
const actionFilms: SavedQuery = {
  id: 'saved-1',
  name: 'Action films',
  description: '',
  place: { kind: 'table', connectionId: 'local', table: 'Movies' },
  terms: action,
  changedAtMs: 0,
};
const stoppedRun: HistoryEntry = {
  id: 'run-1',
  table: 'Movies',
  terms: action,
  ranAtMs: 0,
  lastRun: {
    ending: 'stopped',
    rows: 12_340,
    requests: 13,
    bytes: 100,
    elapsedMs: 90,
    costClass: 'partition-scan',
    token: '1',
    from: 'start',
  },
};

let bridge: TestBridge | undefined;
let copied: string[] = [];

interface Saved {
  readonly opening?: CallOutput<'library.opening'>;
  readonly library?: StreamEvent<'library.watch'>;
  readonly runs?: readonly HistoryEntry[];
}

function show(port: TestPort, saved: Saved = {}): void {
  const endless = new Promise<never>(() => undefined);
  bridge = installBridge({
    calls: {
      'settings.read': () => defaultSettings,
      'tables.open': (input, { signal }) => port.open(input, signal),
      'tables.next-packed-page': (input, { signal }) => port.nextPage(input, signal),
      'tables.close': () => ({}),
      'clipboard.write': ({ text }) => {
        copied.push(text);
        return {};
      },
      'library.opening': () => saved.opening ?? { opening: null, unfinished: null },
      'library.record': () => ({}),
      'library.set-opening': () => ({}),
      'library.forget': () => ({}),
      'library.save': (input) => {
        if (input.name === '') throw invalidInput('Name', 'it is empty.', 'Enter a name for the query.');
        return { ...input, id: input.id ?? 'saved-2', changedAtMs: 0 };
      },
    },
    streams: {
      'library.watch': (_, { push }) => {
        push(saved.library ?? { saved: [], opening: [] });
        return endless;
      },
      'library.watch-history': (_, { push }) => {
        push([...(saved.runs ?? [])]);
        return endless;
      },
      'connections.watch': (_, { push }) => {
        push([]);
        return endless;
      },
    },
  });
  render(
    <TableTab
      connectionId="local"
      table="Movies"
      connectionName="Local"
      readOnly={false}
      isActive
      environment="other"
      onOpenUndo={() => undefined}
      onUnlock={() => undefined}
      onOpenEntity={() => undefined}
      onShowJobs={() => undefined}
      onImport={() => undefined}
    />,
  );
}

const requestsFor = <N extends 'library.record' | 'library.save' | 'library.set-opening' | 'library.forget'>(
  name: N,
): readonly CallInput<N>[] =>
  (bridge?.requested ?? []).filter((each) => each.name === name).map(({ input }) => input as CallInput<N>);

async function openPanel(user: ReturnType<typeof userEvent.setup>): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: /^(Queries|Action films)/ }));
  return screen.findByRole('dialog', { name: 'Queries' });
}

beforeEach(() => {
  copied = [];
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
});
afterEach(() => {
  cleanup();
  bridge?.dispose();
  vi.restoreAllMocks();
});

describe('a tab opened again', () => {
  it('offers a stopped scan with its query and continues from its token', async () => {
    const port = createTestPort([testEntities(0, 2), testEntities(2, 3)]);
    show(port, { opening: { opening: null, unfinished: stoppedRun } });
    expect(await screen.findByRole('heading', { name: 'Stopped at 12,340 rows' })).toBeTruthy();
    expect(screen.getByText("PartitionKey eq 'Action'")).toBeTruthy();
    expect(port.opened).toHaveLength(0);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/rows · .* · from a continuation token to the end/)).toBeTruthy();
    expect(port.opened.map(({ fromToken }) => fromToken)).toEqual(['1']);
    expect(screen.getByRole('note').textContent).toContain('after 12,340 rows of an earlier run');
    expect(screen.queryByText('not run yet')).toBeNull();
    await waitFor(() =>
      expect(requestsFor('library.record').at(-1)?.lastRun).toMatchObject({
        ending: 'complete',
        rows: 12_343,
        token: null,
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    expect(port.opened.map(({ fromToken }) => fromToken)).toEqual(['1', undefined]);
  });

  it('can still continue the earlier run after a later run was denied, which only the history records', async () => {
    const port = createTestPort([testEntities(0, 2), testEntities(2, 3)]);
    show(port, { opening: { opening: null, unfinished: stoppedRun } });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await screen.findByRole('note');
    const endings = (): unknown[] => requestsFor('library.record').map(({ lastRun }) => lastRun.ending);
    await waitFor(() => expect(endings()).toEqual(['complete']));
    port.failNextPage(new StowageError('auth.denied', 'No right to read.'));
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    const alert = within(await screen.findByRole('alert'));
    expect(screen.getByRole('note').textContent).toContain('after 12,340 rows of an earlier run');
    await user.click(alert.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(endings()).toEqual(['complete', 'failed']);
  });

  it('opens with the chosen query, shows a note about it, and stops doing so on request', async () => {
    const port = createTestPort([testEntities(0, 2)]);
    const defaultQuery = { connectionId: 'local', table: 'Movies', name: 'Action films', terms: action };
    show(port, {
      opening: { opening: defaultQuery, unfinished: null },
      library: { saved: [actionFilms], opening: [defaultQuery] },
    });
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain('opens with “Action films”');
    await waitFor(() => expect(port.opened[0]?.query.partitionKey).toEqual({ kind: 'is', value: 'Action' }));
    const user = userEvent.setup();
    await user.click(within(note).getByRole('button', { name: 'Do not open with this query' }));
    await waitFor(() =>
      expect(requestsFor('library.set-opening')).toEqual([{ connectionId: 'local', table: 'Movies', opening: null }]),
    );
    await user.click(within(note).getByRole('button', { name: 'Show all rows' }));
    await waitFor(() => expect(port.opened.at(-1)?.query.partitionKey).toEqual({ kind: 'any' }));
  });
});

describe('saved queries', () => {
  it('a saved query fills the bar without running, is marked when changed, and is saved in place', async () => {
    const port = createTestPort([testEntities(0, 2)]);
    show(port, { library: { saved: [actionFilms], opening: [] } });
    await screen.findByRole('grid');
    const user = userEvent.setup();
    const panel = await openPanel(user);
    await user.keyboard('action{ArrowDown}{Enter}');
    await waitFor(() => expect(panel.isConnected).toBe(false));
    expect(screen.getByText("PartitionKey eq 'Action'")).toBeTruthy();
    expect(screen.getByText('not run yet')).toBeTruthy();
    expect(port.opened).toHaveLength(1);
    await user.type(screen.getByLabelText('PartitionKey value'), '2');
    await user.click(screen.getByRole('button', { name: 'Action films (changed)' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(requestsFor('library.save')).toMatchObject([
      { id: 'saved-1', name: 'Action films', terms: { partitionKey: { kind: 'is', value: 'Action2' } } },
    ]);
  });

  it('a rejected name is reported at its field', async () => {
    show(createTestPort([testEntities(0, 2)]));
    await screen.findByRole('grid');
    const user = userEvent.setup();
    const panel = within(await openPanel(user));
    await user.click(panel.getByRole('button', { name: 'Save this query…' }));
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('This name cannot be used: it is empty. Enter a name for the query.')).toBeTruthy();
    await user.type(panel.getByRole('textbox', { name: 'Name' }), 'All{Enter}');
    await waitFor(() => expect(requestsFor('library.save').at(-1)?.name).toBe('All'));
  });

  it('the history shows what a run cost, continues it, copies it and removes it', async () => {
    const port = createTestPort([testEntities(0, 2), testEntities(2, 1)]);
    show(port, { runs: [stoppedRun] });
    await screen.findByRole('grid');
    const user = userEvent.setup();
    const panel = within(await openPanel(user));
    await user.click(panel.getByRole('radio', { name: 'History' }));
    const row = within(panel.getByRole('row'));
    expect(row.getByText('12,340 rows · 13 requests · 100 B · 90 ms · Partition scan')).toBeTruthy();
    expect(row.getByText('stopped at 12,340 rows')).toBeTruthy();

    await user.click(row.getByRole('button', { name: 'Actions for this run' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Copy as TypeScript/ }));
    expect(copied[0]).toContain("PartitionKey eq 'Action'");
    await user.click(row.getByRole('button', { name: 'Actions for this run' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from history' }));
    expect(requestsFor('library.forget')).toEqual([{ connectionId: 'local', table: 'Movies', id: 'run-1' }]);

    await user.click(row.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(port.opened.at(-1)?.fromToken).toBe('1'));
  });

  it('a denied continuation still continues from the earlier run when it is retried', async () => {
    const port = createTestPort([testEntities(0, 2), testEntities(2, 1)]);
    show(port, { runs: [stoppedRun] });
    await screen.findByRole('grid');
    const user = userEvent.setup();
    const panel = within(await openPanel(user));
    await user.click(panel.getByRole('radio', { name: 'History' }));
    port.failNextPage(new StowageError('auth.denied', 'No right to read.'));
    await user.click(await panel.findByRole('button', { name: 'Continue' }));
    const alert = within(await screen.findByRole('alert'));
    expect(screen.queryByRole('note')).toBeNull();
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('note')).textContent).toContain('after 12,340 rows of an earlier run');
    await waitFor(() =>
      expect(requestsFor('library.record').at(-1)?.lastRun).toMatchObject({ ending: 'complete', rows: 12_341 }),
    );
  });
});
