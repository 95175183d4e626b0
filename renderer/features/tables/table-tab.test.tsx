// The tab as a person meets it, over a table of known pages: honest about empty pages and what is left, driven by
// the keyboard, exact on the clipboard.
import '@renderer/testing/missing-in-jsdom';
import { type Bridge, replaceBridge } from '@renderer/bridge';
import { ToastRegion } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { defaultSettings } from '@shared/model/settings';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestPort, createTestPort, testEntities, testEntity } from './fixtures/test-port';
import { stagingOf } from './staged/staged-tables';
import { discardAll, insertEntity } from './staged/staging';
import { TableTab } from './table-tab';

const movies = { connectionId: 'local', table: 'Movies' };
let copied: string[] = [];
/** Resolves when the clipboard may be written. */
let clipboard = Promise.resolve();

/** The contract's calls that the tab makes, over a table of known pages. */
function bridgeOver(port: TestPort): Bridge {
  const answer = (name: string, input: never, signal: AbortSignal): Promise<unknown> => {
    switch (name) {
      case 'settings.read':
        return Promise.resolve(defaultSettings);
      case 'tables.open':
        return port.open(input, signal);
      case 'tables.next-packed-page':
        return port.nextPage(input, signal);
      case 'tables.close':
        return port.close(input);
      case 'clipboard.write':
        copied.push((input as { readonly text: string }).text);
        return clipboard.then(() => ({}));
      default:
        return Promise.reject(new StowageError('bug.unexpected', `Nobody answers ${name}.`));
    }
  };
  return {
    call: (name, input, options) =>
      answer(name, input as never, options?.signal ?? new AbortController().signal) as never,
    subscribe: () => new Promise(() => undefined),
    registerDroppedFiles: () => Promise.resolve([]),
    onCommand: () => () => undefined,
    onOpened: () => () => undefined,
    onHeldOpen: () => () => undefined,
    onSettings: () => () => undefined,
    engineState: () => 'running',
    onEngineState: () => () => undefined,
    dispose: () => undefined,
  };
}

/** @returns what is asked when somebody wants to unlock the connection */
function show(port: TestPort, access: 'writable' | 'read-only' = 'writable') {
  const onUnlock = vi.fn();
  replaceBridge(bridgeOver(port));
  render(
    <TableTab
      connectionId="local"
      table="Movies"
      connectionName="Local"
      readOnly={access === 'read-only'}
      isActive
      environment="other"
      onOpenUndo={() => undefined}
      onUnlock={onUnlock}
      onOpenEntity={() => undefined}
      onShowJobs={() => undefined}
      onImport={() => undefined}
    />,
  );
  return onUnlock;
}

const rowCells = (name: RegExp): HTMLElement => {
  const cell = screen.getByRole('gridcell', { name });
  const row = cell.closest<HTMLElement>('[role=row]');
  if (row === null) throw new Error('The cell stands in no row.');
  return row;
};

/** Offered in place of the rows, and in the bar once that is drawn. */
async function insertButton(): Promise<HTMLElement> {
  const [button] = await screen.findAllByRole('button', { name: 'Insert an entity' });
  if (button === undefined) throw new Error('There is none.');
  return button;
}

beforeEach(() => {
  copied = [];
  clipboard = Promise.resolve();
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

afterEach(() => {
  cleanup();
  stagingOf(movies).stage(discardAll);
  replaceBridge(null);
  vi.restoreAllMocks();
});

describe('pages', () => {
  it('three pages, one of them empty, arrive and are told as they are', async () => {
    const port = createTestPort([testEntities(0, 2), [], testEntities(2, 2)]);
    show(port);
    const grid = await screen.findByRole('grid', { name: 'Entities of Movies on Local' });
    // The grid looks ahead by itself, through the empty page, until it has enough or the token is exhausted.
    await screen.findByText('3 pages · 1 empty · 21 ms/page');
    expect(within(grid).getAllByRole('row')).toHaveLength(1 + 4);
    expect(screen.getByText(/rows · 400 B · complete/)).toBeTruthy();
    expect(screen.getAllByRole('option', { name: /Rows 0 \(empty page\)/ })).toHaveLength(1);
  });

  it('says still scanning, never no match, while only empty pages came', async () => {
    const port = createTestPort([[], testEntities(0, 1)]);
    const pages = port.nextPage.bind(port);
    let calls = 0;
    show({
      ...port,
      nextPage: (input, signal) => {
        calls += 1;
        if (calls === 2) port.hold();
        return pages(input, signal);
      },
    });
    expect(await screen.findByText('Still scanning')).toBeTruthy();
    expect(screen.queryByText('No entities match')).toBeNull();
    port.release();
    expect(await screen.findByRole('gridcell', { name: 'row-00000' })).toBeTruthy();
  });

  it('says once the token is exhausted that nothing is there, and what an empty table can be filled with', async () => {
    show(createTestPort([[], []]));
    expect(await screen.findByText('This table is empty')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Import…' })).toBeTruthy();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /PartitionKey operator/ }));
    await user.click(await screen.findByRole('option', { name: 'is' }));
    await user.type(screen.getByLabelText('PartitionKey value'), 'A{Enter}');
    expect(await screen.findByText('No entities match')).toBeTruthy();
    expect(screen.getByText(/Keys are compared letter by letter/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import…' })).toBeNull();
  });

  it('reads an empty table at once when something else filled it, a search that found nothing only when asked', async () => {
    const pages: ReturnType<typeof testEntities>[] = [[]];
    show(createTestPort(pages));
    await screen.findByText('This table is empty');
    pages[0] = testEntities(0, 2);
    act(() => stagingOf({ connectionId: 'local', table: 'Movies' }).elsewhere.onTable('An import'));
    expect(await screen.findByRole('gridcell', { name: 'row-00001' })).toBeTruthy();
    expect(screen.queryByText(/changed this table/)).toBeNull();

    pages[0] = [];
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /PartitionKey operator/ }));
    await user.click(await screen.findByRole('option', { name: 'is' }));
    await user.type(screen.getByLabelText('PartitionKey value'), 'A{Enter}');
    await screen.findByText('No entities match');
    act(() => stagingOf({ connectionId: 'local', table: 'Movies' }).elsewhere.onTable('An import'));
    expect(await screen.findByText('An import changed this table after these rows were read.')).toBeTruthy();
    expect(screen.getByText('No entities match')).toBeTruthy();
  });

  it('says of an empty table in which somebody types that something else filled it, and loses nothing', async () => {
    show(createTestPort([[]]));
    const user = userEvent.setup();
    await user.click(await insertButton());
    const grid = await screen.findByRole('grid');
    grid.focus();
    await user.keyboard('{F2}row');
    const field = within(grid).getByRole<HTMLTextAreaElement>('textbox');
    act(() => stagingOf(movies).elsewhere.onTable('An import'));
    expect(screen.getByText('An import changed this table after these rows were read.')).toBeTruthy();
    expect(field.isConnected).toBe(true);
    await user.keyboard('-1{Enter}');
    expect(stagingOf(movies).store.getState().staging.edits).toMatchObject([{ entity: { rowKey: 'row-1' } }]);
  });

  it('keeps the rows when a page fails and goes on from the same token', async () => {
    const port = createTestPort([testEntities(0, 500), testEntities(500, 500)]);
    show(port);
    await screen.findByRole('grid');
    port.failNextPage(new StowageError('network.reset', 'The connection was reset.'));
    const user = userEvent.setup();
    // Drawn after the rows; a search that fails is quick, so that it leaves time to draw.
    await waitFor(() => expect(screen.queryByText('To the end')).not.toBeNull());
    await user.click(screen.getByText('To the end'));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/rows · 97.7 KiB · complete/)).toBeTruthy();
    expect(port.opened.map(({ fromToken }) => fromToken)).toEqual([undefined, '1']);
  });
});

describe('the query bar', () => {
  it('shows filter and cost before running, and runs with Enter', async () => {
    const port = createTestPort([testEntities(0, 3)]);
    show(port);
    await screen.findByRole('grid');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /PartitionKey operator/ }));
    await user.click(await screen.findByRole('option', { name: 'is' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('PartitionKey value')));
    await user.keyboard("o'neil");
    await user.click(screen.getByRole('button', { name: /RowKey operator/ }));
    await user.click(await screen.findByRole('option', { name: 'starts with' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('RowKey prefix')));
    await user.keyboard('Sh');
    expect(screen.getByText("PartitionKey eq 'o''neil' and RowKey ge 'Sh' and RowKey lt 'Si'")).toBeTruthy();
    expect(screen.getByText('Row range')).toBeTruthy();
    expect(screen.getByText('not run yet')).toBeTruthy();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(port.opened.at(-1)?.query).toMatchObject({
        partitionKey: { kind: 'is', value: "o'neil" },
        rowKey: { kind: 'starts-with', prefix: 'Sh' },
      }),
    );
    expect(screen.queryByText('not run yet')).toBeNull();
  });

  it('names a forbidden character at once and does not run', async () => {
    const port = createTestPort([testEntities(0, 3)]);
    show(port);
    await screen.findByRole('grid');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /PartitionKey operator/ }));
    await user.click(await screen.findByRole('option', { name: 'is' }));
    await user.type(screen.getByLabelText('PartitionKey value'), 'a/b{Enter}');
    expect(screen.getByText(/PartitionKey contains \//)).toBeTruthy();
    expect(port.opened).toHaveLength(1);
  });

  it('takes the filter as text and marks where reading it failed', async () => {
    const port = createTestPort([testEntities(0, 3)]);
    show(port);
    await screen.findByRole('grid');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Write the filter as text' }));
    const filter = screen.getByRole('textbox', { name: 'Filter' });
    await user.type(filter, 'Rating gtt 4');
    expect(filter.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/^Filter, character \d+:/)).toBeTruthy();
    await user.clear(filter);
    await user.type(filter, 'Rating gt 4.5{Enter}');
    await waitFor(() => expect(port.opened.at(-1)?.query.filterText).toBe('Rating gt 4.5'));
  });
});

describe('grid and inspector', () => {
  const votes = testEntity(1, [
    { name: 'Votes', value: { type: 'Edm.Int64', value: '9007199254740993' } },
    { name: 'Title', value: { type: 'Edm.String', value: 'a\tb' } },
  ]);

  it('moves by keyboard, copies exact values and shows the row in full', async () => {
    show(createTestPort([[testEntity(0), votes]]));
    const grid = await screen.findByRole('grid');
    const user = userEvent.setup();
    grid.focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('a⇥b');
    await user.keyboard('{Control>}c{/Control}');
    expect(copied).toEqual(['9007199254740993\t"a\tb"']);
    const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
    expect(inspector.getByRole('heading', { name: 'row-00001' })).toBeTruthy();
    expect(inspector.getByText('beyond 2^53, kept digit by digit')).toBeTruthy();
    await user.click(inspector.getByText('JSON'));
    expect(inspector.getByText(/"Votes@odata.type": "Edm.Int64"/)).toBeTruthy();
  });

  it('says that the rows it copied are a part, also where more came while they were written', async () => {
    let write = (): void => undefined;
    clipboard = new Promise((resolve) => (write = resolve));
    show(createTestPort([testEntities(0, 500), testEntities(500, 500)]));
    render(<ToastRegion place="side-bar" />);
    const grid = await screen.findByRole('grid');
    const user = userEvent.setup();
    await waitFor(() => expect(screen.queryByText('To the end')).not.toBeNull());
    grid.focus();
    await user.keyboard('{Control>}a{/Control}{Control>}c{/Control}');
    await waitFor(() => expect(copied).toHaveLength(1));
    await user.click(screen.getByText('To the end'));
    await screen.findByText(/rows · 97.7 KiB · complete/);
    write();
    expect(await screen.findByText('All that is loaded; the result has more.')).toBeTruthy();
  });

  it('marks an absent value without a word in it, and says so to a screen reader', async () => {
    show(createTestPort([[testEntity(0), votes]]));
    await screen.findByRole('grid');
    const absent = within(rowCells(/row-00000/)).getAllByRole('gridcell', { name: 'absent' });
    expect(absent.map((cell) => cell.textContent)).toEqual(['·', '·']);
  });
});

describe('a locked connection', () => {
  it('shows what would write beside the reason why it is off, and keeps what only reads', async () => {
    show(createTestPort([testEntities(0, 2)]), 'read-only');
    const cell = await screen.findByRole('gridcell', { name: 'row-00000' });
    const user = userEvent.setup();
    const menuItem = (name: RegExp): HTMLElement => screen.getByRole('menuitem', { name });
    const reason = 'Local is read-only until it is unlocked';
    await user.click(screen.getByRole('button', { name: 'Table' }));
    await screen.findByRole('menu');
    for (const act of [/^Insert an entity/, /^Import/, /^Rename table/]) {
      expect(menuItem(act).getAttribute('aria-disabled')).toBe('true');
      expect(menuItem(act).textContent).toContain(reason);
    }
    expect(menuItem(/^Export/).getAttribute('aria-disabled')).toBeNull();
    await user.keyboard('{Escape}');
    await user.pointer({ target: cell, keys: '[MouseRight]' });
    await screen.findByRole('menu');
    for (const act of [/^Change RowKey/, /^Clone the entity/, /^Delete the entity/]) {
      expect(menuItem(act).getAttribute('aria-disabled')).toBe('true');
      expect(menuItem(act).textContent).toContain(reason);
    }
    expect(menuItem(/^Copy as CSV/).getAttribute('aria-disabled')).toBeNull();
  });

  it('says why nothing is edited to who begins to, once, and leads to the way to unlock it', async () => {
    const onUnlock = show(createTestPort([testEntities(0, 2)]), 'read-only');
    render(<ToastRegion place="side-bar" />);
    const cell = await screen.findByRole('gridcell', { name: 'row-00000' });
    const user = userEvent.setup();
    await user.dblClick(cell);
    await user.keyboard('{F2}x');
    expect(screen.getAllByText('Local is read-only until it is unlocked')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Unlock for writing…' }));
    expect(onUnlock).toHaveBeenCalledOnce();
    expect(screen.queryByText('Local is read-only until it is unlocked')).toBeNull();
  });
});

describe('the way back through what is staged', () => {
  const staged = (): number => stagingOf(movies).store.getState().staging.edits.length;
  const insert = (): void => {
    act(() => stagingOf(movies).stage((before) => insertEntity(before, { ...keys, properties: [] }).staging));
  };
  const keys = { partitionKey: 'A', rowKey: 'new' };

  it('waits while the review is open, which is of what was staged when it began', async () => {
    show(createTestPort([testEntities(0, 2)]));
    await screen.findByRole('grid');
    insert();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Review and apply' }));
    await screen.findByRole('region', { name: 'Review' });
    await user.keyboard('{Control>}z{/Control}');
    expect(staged()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Close the review' }));
    await user.keyboard('{Control>}z{/Control}');
    expect(staged()).toBe(0);
  });

  it('takes a text that was refused in a new entity with it, as discarding everything does', async () => {
    show(createTestPort([[]]));
    const user = userEvent.setup();
    const refuse = async (): Promise<void> => {
      await user.click(await insertButton());
      const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
      const field = await inspector.findByRole<HTMLTextAreaElement>('textbox', { name: 'RowKey' });
      expect(field.value).toBe('');
      expect(screen.queryByText(/^Not staged/), 'what was typed before').toBeNull();
      await user.type(field, 'a/b');
    };
    await refuse();
    screen.getByRole('grid').focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(staged()).toBe(0);
    await refuse();
    await user.click(screen.getByRole('button', { name: 'Discard all' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard all' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await refuse();
  });
});
