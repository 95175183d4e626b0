// The tab from the user's point of view, over a table of known pages: reports empty pages and remaining rows correctly,
// works by keyboard, and copies exact text.
import { viewActions } from '@renderer/pane/view-actions';
import { ToastRegion } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { filterEditorLoaded, typeFilter } from '../fixtures/filter-text';
import { clipboard, insertButton, movies, rowCells, show, forgetBetweenTests } from '../fixtures/shown-tab';
import { createTestPort, testEntities, testEntity } from '../fixtures/test-port';
import { stagingOf } from '../staging/staged-tables';

forgetBetweenTests();

it('leads from the conditions to the rows by one key press, and names the key that does so from anywhere', async () => {
  show(createTestPort([testEntities(0, 2)]));
  const grid = await screen.findByRole('grid');
  const user = userEvent.setup();
  (await screen.findByRole('button', { name: 'Edit filter as text' })).focus();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Go to rowsF6');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(grid);
});

describe('pages', () => {
  it('shows the counts of three pages, one of them empty, as they arrive', async () => {
    const port = createTestPort([testEntities(0, 2), [], testEntities(2, 2)]);
    show(port);
    const grid = await screen.findByRole('grid', { name: 'Entities of Movies on Local' });
    // The grid prefetches through the empty page until it has enough rows or the token is exhausted.
    await screen.findByText('3 pages · 1 empty · 21 ms/page');
    expect(within(grid).getAllByRole('row')).toHaveLength(1 + 4);
    expect(screen.getByText(/rows · 400 B · complete/)).toBeTruthy();
    expect(screen.getAllByRole('option', { name: /Rows 0 \(empty page\)/ })).toHaveLength(1);
  });

  it('shows "still scanning" instead of "no match" while only empty pages have arrived', async () => {
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
    expect(await screen.findByText('Scanning')).toBeTruthy();
    expect(screen.queryByText('No matching entities')).toBeNull();
    port.release();
    expect(await screen.findByRole('gridcell', { name: 'row-00000' })).toBeTruthy();
  });

  it('reports an empty table once the token is exhausted and offers ways to fill it', async () => {
    show(createTestPort([[], []]));
    expect(await screen.findByText('This table is empty')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Import…' })).toBeTruthy();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /PartitionKey operator/ }));
    await user.click(await screen.findByRole('option', { name: 'is' }));
    await user.type(screen.getByLabelText('PartitionKey value'), 'A{Enter}');
    expect(await screen.findByText('No matching entities')).toBeTruthy();
    expect(screen.getByText(/Keys are compared character by character/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import…' })).toBeNull();
  });

  it('reads an empty table again when another part of the app has filled it, and an empty search only on request', async () => {
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
    await screen.findByText('No matching entities');
    act(() => stagingOf({ connectionId: 'local', table: 'Movies' }).elsewhere.onTable('An import'));
    expect(await screen.findByText('An import changed this table after these rows were read.')).toBeTruthy();
    expect(screen.getByText('No matching entities')).toBeTruthy();
  });

  it('keeps the rows of the run before, in their order and with the cell, where the next one cannot be run', async () => {
    const pages = [testEntities(0, 3)];
    const port = createTestPort(pages);
    show(port);
    const user = userEvent.setup();
    await screen.findByRole('gridcell', { name: 'row-00002' });
    const rowKeys = (): (string | null)[] =>
      screen.getAllByRole('gridcell', { name: /^row-/ }).map(({ textContent }) => textContent);
    for (const _ of ['ascending', 'descending'])
      await user.click(screen.getByRole('columnheader', { name: /^RowKey/ }));
    await waitFor(() => expect(rowKeys()).toEqual(['row-00002', 'row-00001', 'row-00000']));
    await user.click(screen.getByRole('gridcell', { name: 'row-00002' }));
    act(() => stagingOf(movies).elsewhere.onTable('An import'));
    port.failNextPage(new StowageError('auth.denied', 'No right to read.'));
    act(() =>
      viewActions()
        .find(({ id }) => id === 'refresh')
        ?.onAction(),
    );
    const note = await screen.findByRole('alert');
    expect(note.textContent).toContain('The rows below are from the previous run.');
    await waitFor(() => expect(rowKeys()).toEqual(['row-00002', 'row-00001', 'row-00000']));
    await waitFor(() =>
      expect(screen.getByRole('gridcell', { name: 'row-00002' }).getAttribute('aria-selected')).toBe('true'),
    );
    expect(screen.getByText('An import changed this table after these rows were read.')).toBeTruthy();

    pages[0] = testEntities(7, 1);
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('gridcell', { name: 'row-00007' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/changed this table/)).toBeNull();
  });

  it('reports that an empty table was filled while the user types in it, and loses no input', async () => {
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

  it('retains the rows when a page fails and continues from the same token', async () => {
    const port = createTestPort([testEntities(0, 500), testEntities(500, 500)]);
    show(port);
    await screen.findByRole('grid');
    port.failNextPage(new StowageError('network.reset', 'The connection was reset.'));
    const user = userEvent.setup();
    // Drawn after the rows; a search that fails is quick, so that it leaves time to draw.
    await waitFor(() => expect(screen.queryByText('Read all')).not.toBeNull());
    await user.click(screen.getByText('Read all'));
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
    await waitFor(() => expect(screen.queryByText('not run yet')).toBeNull());
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
    await user.click(screen.getByRole('button', { name: 'Edit filter as text' }));
    await filterEditorLoaded();
    const filter = screen.getByRole('textbox', { name: 'Filter' });
    typeFilter('Rating gtt 4');
    expect(filter.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/^Filter, character \d+:/)).toBeTruthy();
    await user.keyboard('{Control>}a{/Control}');
    typeFilter('Rating gt 4.5');
    await user.keyboard('{Enter}');
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
    expect(clipboard.copied).toEqual(['9007199254740993\t"a\tb"']);
    const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
    expect(inspector.getByRole('heading', { name: 'row-00001' })).toBeTruthy();
    expect(inspector.getByText('beyond 2⁵³, all digits preserved')).toBeTruthy();
    await user.click(inspector.getByText('JSON'));
    expect(screen.getByRole('complementary', { name: 'Inspector' }).textContent).toContain(
      '"Votes@odata.type": "Edm.Int64"',
    );
  });

  it('reports that the copied rows are only a part, even if more arrived while they were written', async () => {
    let write = (): void => undefined;
    clipboard.written = new Promise((resolve) => (write = resolve));
    show(createTestPort([testEntities(0, 500), testEntities(500, 500)]));
    render(<ToastRegion />);
    const grid = await screen.findByRole('grid');
    const user = userEvent.setup();
    await waitFor(() => expect(screen.queryByText('Read all')).not.toBeNull());
    grid.focus();
    await user.keyboard('{Control>}a{/Control}{Control>}c{/Control}');
    await waitFor(() => expect(clipboard.copied).toHaveLength(1));
    await user.click(screen.getByText('Read all'));
    await screen.findByText(/rows · 97.7 KiB · complete/);
    write();
    expect(await screen.findByText('All loaded rows; the result has more.')).toBeTruthy();
  });

  it('marks an absent value without text and announces it to a screen reader', async () => {
    show(createTestPort([[testEntity(0), votes]]));
    await screen.findByRole('grid');
    const absent = within(rowCells(/row-00000/)).getAllByRole('gridcell', { name: 'absent' });
    expect(absent.map((cell) => cell.textContent)).toEqual(['·', '·']);
  });
});
