// The palette: what one types finds it, the keyboard alone runs it.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useConnectionState } from '@renderer/features/connections';
import { takeAskedQueries } from '@renderer/features/tables';
import { useOfferedActs } from '@renderer/pane/offered-acts';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import type { SavedQuery } from '@shared/model/saved-query';
import { useAsk } from '../ask-store';
import { setPalette } from '../layout-store';
import { closeTabs, openTab, useTabs } from '../tabs/tabs-store';
import { fuzzyMatch } from './fuzzy';
import { Palette } from './palette';

let bridge: TestBridge;
let saved: readonly SavedQuery[];
const lateBerths: SavedQuery = {
  id: 'late',
  name: 'Late berths',
  description: '',
  place: { kind: 'table', connectionId: 'local', table: 'Movies' },
  terms: { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [] },
  changedAtMs: 0,
};

const recent: SavedQuery = { ...lateBerths, id: 'recent', name: 'Recent', place: { kind: 'columns', columns: [] } };

beforeEach(() => {
  saved = [lateBerths];
  bridge = installBridge({
    streams: {
      'library.watch': (_, { push }) => {
        push({ saved: [...saved], opening: [] });
        return new Promise(() => undefined);
      },
    },
  });
  closeTabs(() => true);
  useTabs.setState({ recent: [], closed: [] });
  const list = (names: readonly string[]): { names: readonly string[]; error: null; isLoading: false } => ({
    names,
    error: null,
    isLoading: false,
  });
  useConnectionState.setState({
    connections: [
      {
        id: 'local',
        name: 'Local',
        kind: 'embedded',
        accountName: 'devstoreaccount1',
        endpoints: { blob: 'http://127.0.0.1:1', table: 'http://127.0.0.1:2' },
        marking: { production: false, colour: 'none' },
        locked: false,
        secretStorage: 'none',
        needsSecret: false,
        store: 'running',
      },
    ],
    error: null,
    lists: {
      'tables:local': list(['Movies', 'Orders', 'WADPerformanceCountersTable']),
      'containers:local': list(['photos']),
    },
  });
  setPalette('open');
});
afterEach(() => {
  setPalette('closed');
  useAsk.setState({ ask: null });
  cleanup();
  bridge.dispose();
});

/** A view that offers acts, beside the palette. */
function Front() {
  const field = useRef<HTMLInputElement>(null);
  const [folder, setFolder] = useState('');
  const of = 'photos';
  const nothing = (): void => undefined;
  useOfferedActs(() => [
    { id: 'upload', label: 'Upload files…', of, refusal: 'Local is read-only.', onAction: nothing },
    { id: 'find', label: 'Find by name', of, shortcut: 'Ctrl F', onAction: () => field.current?.focus() },
    {
      ...{ id: 'go-to', label: 'Go to a folder…', of, onAction: nothing },
      choices: [{ id: 'go-to:2024/', label: '2024', of: '', onAction: () => setFolder('2024/') }],
      typed: (text) =>
        text === ''
          ? null
          : { id: `go-to:${text}/`, label: `${text}/`, of: 'as typed', onAction: () => setFolder(`${text}/`) },
    },
  ]);
  return (
    <>
      <Palette />
      <input ref={field} aria-label="Find names" />
      <p role="status">{folder}</p>
    </>
  );
}

const chosen = (): string =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')?.textContent ?? '';

describe('the palette', () => {
  it('opens a saved query of any table in the table in front', async () => {
    saved = [recent];
    const movies = { kind: 'table', connectionId: 'local', table: 'Movies' } as const;
    openTab(movies);
    const taken: string[] = [];
    const stop = takeAskedQueries('local', 'Movies', ({ saved }) => taken.push(saved?.name ?? ''));
    render(<Palette />);
    await screen.findByRole('option', { name: /Recent/ });
    await userEvent.setup().keyboard('recent');
    expect(chosen()).toContain('Movies · Local');
    await userEvent.keyboard('{Enter}');
    stop();
    expect(taken).toEqual(['Recent']);
  });

  it('leaves out what means where the keyboard is, which is here', async () => {
    render(<Palette />);
    await userEvent.setup().keyboard('side bar');
    expect(chosen()).toContain('side bar');
    await userEvent.keyboard('{Control>}a{/Control}part of the window');
    expect(screen.queryAllByRole('option').map(({ textContent }) => textContent)).toEqual([]);
  });

  it('acts on a connection or a table that is chosen in a second step', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('delete a table{Enter}');
    expect(screen.getByRole('combobox', { name: 'Delete a table…: which one' })).toBeTruthy();
    await user.keyboard('orders{Enter}');
    expect(useAsk.getState().ask).toMatchObject({ ask: 'delete', resource: 'tables', name: 'Orders' });
  });

  it('lists the acts of the table in front, and leaves out those that nothing can be chosen for', async () => {
    openTab({ kind: 'table', connectionId: 'local', table: 'Movies' });
    render(<Palette />);
    const user = userEvent.setup();
    for (const act of ['Bulk edit rows of Movies', 'Clear Movies', 'Restore Movies from', 'Copy a link to Movies']) {
      await user.clear(screen.getByRole('combobox'));
      await user.keyboard(act);
      expect(chosen()).toContain(act);
    }
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('remove a connection');
    expect(screen.queryByRole('option', { name: /^Remove a connection/ })).toBeNull();
  });

  it('says of the acts of a locked table and of its connection why they are off', async () => {
    useConnectionState.setState(({ connections }) => ({
      connections: (connections ?? []).map((one) => ({ ...one, locked: true })),
    }));
    openTab({ kind: 'table', connectionId: 'local', table: 'Movies' });
    render(<Palette />);
    const user = userEvent.setup();
    const option = async (typed: string): Promise<HTMLElement> => {
      await user.clear(screen.getByRole('combobox'));
      await user.keyboard(typed);
      const found = screen.getAllByRole('option').find((each) => each.getAttribute('aria-selected') === 'true');
      if (found === undefined) throw new Error(`Nothing is called ${typed}.`);
      return found;
    };
    for (const act of [
      'Insert an entity into Movies',
      'Rename Movies',
      'Import into Orders',
      'Create table in Local',
    ]) {
      const refused = await option(act);
      expect(refused.textContent).toContain(act);
      expect(refused.textContent).toContain('Local is read-only until it is unlocked');
      expect(refused.getAttribute('aria-disabled')).toBe('true');
    }
    for (const act of ['Export Movies', 'Bulk edit rows of Movies', 'Copy Movies to']) {
      expect((await option(act)).getAttribute('aria-disabled')).toBe('false');
    }
    await option('Delete a table');
    await user.keyboard('{Enter}orders{Enter}');
    expect(screen.getByRole('option', { name: /Orders/ }).textContent).toContain('until it is unlocked');
    expect(useAsk.getState().ask).toBeNull();
  });

  it('offers what the view in front does, runs it once the palette is gone, and says why something cannot be done', async () => {
    const user = userEvent.setup();
    render(<Front />);
    await user.keyboard('upload');
    const refused = screen.getByRole('option', { name: /Upload files/ });
    expect(refused.textContent).toContain('Local is read-only.');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('combobox')).toBeTruthy();
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('find by');
    expect(chosen()).toContain('photos');
    expect(chosen()).toContain('Ctrl');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find names' })));
  });

  it('asks in a second step where an act of the view in front has a choice', async () => {
    const user = userEvent.setup();
    render(<Front />);
    await user.keyboard('go to a folder{Enter}');
    await user.keyboard('2024{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2024/'));
  });

  it('goes to a path that is typed, before what only looks like it', async () => {
    const user = userEvent.setup();
    render(<Front />);
    await user.keyboard('go to a folder{Enter}');
    await user.keyboard('2024');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['2024']);
    await user.keyboard('/may');
    expect(chosen()).toBe('2024/may/as typed');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2024/may/'));
  });

  it('asks for which table a saved query of any table is, where none is in front', async () => {
    saved = [recent];
    const taken: string[] = [];
    const stop = takeAskedQueries('local', 'Orders', ({ saved }) => taken.push(saved?.name ?? ''));
    render(<Palette />);
    const user = userEvent.setup();
    await screen.findByRole('option', { name: /Recent/ });
    await user.keyboard('recent{Enter}');
    expect(screen.getByRole('combobox', { name: 'Recent: which one' })).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.keyboard('{Backspace}');
    expect(screen.getByRole('combobox', { name: 'Go to a table, container or action' })).toBeTruthy();
    await user.keyboard('recent{Enter}ord{Enter}');
    stop();
    expect(useTabs.getState().tabs).toEqual([{ kind: 'table', connectionId: 'local', table: 'Orders' }]);
    expect(taken).toEqual(['Recent']);
  });

  it('opens the table of a saved query', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await screen.findByRole('option', { name: /Late berths/ });
    await user.keyboard('late');
    expect(chosen()).toContain('Movies · Local');
    await user.keyboard('{Enter}');
    expect(useTabs.getState().tabs).toEqual([{ kind: 'table', connectionId: 'local', table: 'Movies' }]);
  });

  it('finds by letters in order and opens with Enter', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('wpc');
    expect(chosen()).toContain('WADPerformanceCountersTable');
    await user.keyboard('{Enter}');
    expect(useTabs.getState().tabs).toEqual([
      { kind: 'table', connectionId: 'local', table: 'WADPerformanceCountersTable' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes through the matches with the arrow keys, round the ends', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('open');
    const first = chosen();
    await user.keyboard('{ArrowDown}');
    expect(chosen()).not.toBe(first);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe(screen.getAllByRole('option').at(-1)?.textContent);
  });

  it('finds actions, and says so when nothing fits', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('monit');
    expect(chosen()).toContain('Open Monitor');
    await user.keyboard('zzzz');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.getByRole('status').textContent).toContain('Nothing is called');
  });
});

describe('fuzzyMatch', () => {
  const best = (typed: string, names: readonly string[]): string | undefined =>
    [...names].sort((a, b) => (fuzzyMatch(typed, b)?.score ?? -1e9) - (fuzzyMatch(typed, a)?.score ?? -1e9))[0];

  it.each([
    ['or', ['Open Monitor', 'Orders'], 'Orders'],
    ['pct', ['pictures', 'PerformanceCountersTable'], 'PerformanceCountersTable'],
    ['mov', ['removed', 'Movies'], 'Movies'],
    ['open lab', ['Open Lab', 'Open Monitor'], 'Open Lab'],
  ])('%s fits best: %j', (typed, names, expected) => {
    expect(best(typed, names)).toBe(expected);
  });

  it('needs every letter, in order', () => {
    expect(fuzzyMatch('sredro', 'Orders')).toBeNull();
    expect(fuzzyMatch('', 'Orders')).toEqual({ score: 0, at: [] });
  });
});
