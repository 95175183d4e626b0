// What the tab lets the user change: nothing on a locked connection, and the staged edits when they are restored.
import { ToastRegion } from '@renderer/ui';
import { rejectionOf } from '@renderer/testing/rejection-of';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { SasScope } from '@shared/model/connection';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { insertButton, movies, show, forgetBetweenTests } from '../fixtures/shown-tab';
import { createTestPort, testEntities, testEntity } from '../fixtures/test-port';
import { stagingOf } from '../staging/staged-tables';
import type { StagedEdit } from '@shared/model/edit';
import { insertEntity } from '../staging/staging';

forgetBetweenTests();

describe('a locked connection', () => {
  it('shows write actions with the reason why they are disabled, and leaves read actions enabled', async () => {
    show(createTestPort([testEntities(0, 2)]), 'read-only');
    const cell = await screen.findByRole('gridcell', { name: 'row-00000' });
    const user = userEvent.setup();
    const menuItem = (name: RegExp): HTMLElement => screen.getByRole('menuitem', { name });
    const reason = 'Local is read-only until it is unlocked';
    await user.click(screen.getByRole('button', { name: 'Table' }));
    await screen.findByRole('menu');
    for (const act of [/^Insert entity/, /^Import/, /^Rename table/]) {
      expect(menuItem(act).getAttribute('aria-disabled')).toBe('true');
      expect(menuItem(act).textContent).toContain(reason);
    }
    expect(menuItem(/^Export/).getAttribute('aria-disabled')).toBeNull();
    await user.keyboard('{Escape}');
    await user.pointer({ target: cell, keys: '[MouseRight]' });
    await screen.findByRole('menu');
    for (const act of [/^Edit RowKey/, /^Clone entity/, /^Delete entity/]) {
      expect(menuItem(act).getAttribute('aria-disabled')).toBe('true');
      expect(menuItem(act).textContent).toContain(reason);
    }
    expect(menuItem(/^Copy as CSV/).getAttribute('aria-disabled')).toBeNull();
  });

  it('explains once to a user who starts editing why nothing is editable, and offers the way to unlock it', async () => {
    const onUnlock = show(createTestPort([testEntities(0, 2)]), 'read-only');
    render(<ToastRegion />);
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

describe('a SAS of the table', () => {
  const signed = (...rights: SasScope['rights']): SasScope => ({ level: 'table', resource: 'Movies', rights });
  const openMenus = async () => {
    const cell = await screen.findByRole('gridcell', { name: 'row-00000' });
    const user = userEvent.setup();
    const isOff = (name: RegExp): boolean =>
      screen.getByRole('menuitem', { name }).getAttribute('aria-disabled') === 'true';
    await user.click(screen.getByRole('button', { name: 'Table' }));
    await screen.findByRole('menu');
    const table = { insert: isOff(/^Insert entity/), import: isOff(/^Import/), rename: isOff(/^Rename table/) };
    const text = screen.getByRole('menu').textContent;
    await user.keyboard('{Escape}');
    await user.pointer({ target: cell, keys: '[MouseRight]' });
    await screen.findByRole('menu');
    const row = {
      key: isOff(/^Edit RowKey/),
      clone: isOff(/^Clone entity/),
      remove: isOff(/^Delete entity/),
    };
    await user.keyboard('{Escape}');
    return { off: { ...table, ...row }, text, user, cell };
  };

  it.each([
    ['other keys', signed('query', 'add', 'delete'), 2],
    ['nothing', signed('query', 'add'), 0],
  ] as const)('lets the form change %s even if it lets no property be changed', async (_what, sas, fields) => {
    show(createTestPort([testEntities(0, 2)]), sas);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('gridcell', { name: 'row-00000' }));
    await user.click(screen.getByRole('radio', { name: 'Edit' }));
    const form = await screen.findByRole('region', { name: 'Edit entity' });
    expect(form.textContent).toContain('has no permission to update entities');
    expect(within(form).queryAllByRole('textbox')).toHaveLength(fields);
  });

  it('disables all write actions with query permission only, and explains why when one is attempted', async () => {
    show(createTestPort([testEntities(0, 2)]), signed('query'));
    render(<ToastRegion />);
    const { off, text, user, cell } = await openMenus();
    expect(off).toEqual({ insert: true, import: true, rename: true, key: true, clone: true, remove: true });
    expect(text).toContain('The SAS of Local has no write permission.');
    expect(await rejectionOf(await insertButton())).toMatch(
      /^Insert entity\. The SAS of Local has no write permission/u,
    );
    await user.click(cell);
    await user.keyboard('x');
    expect(screen.getAllByText(/^The SAS of Local has no write permission/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Unlock for writing…' })).toBeNull();
    expect(stagingOf(movies).store.getState().staging.edits).toEqual([]);
  });

  it('with add permission only, leaves new entities and their fields editable', async () => {
    show(createTestPort([testEntities(0, 2)]), signed('query', 'add'));
    const { off, user } = await openMenus();
    expect(off).toEqual({ insert: false, import: false, rename: true, key: true, clone: false, remove: true });
    await user.click(await insertButton());
    const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
    await user.type(await inspector.findByRole('textbox', { name: 'RowKey' }), 'new{Enter}');
    expect(await screen.findByRole('gridcell', { name: 'new' })).toBeDefined();
  });

  it('that deletes alone leaves deletion open, in the grid and beside an entity that cannot be changed', async () => {
    show(createTestPort([testEntities(0, 2)]), signed('query', 'delete'));
    const { off, user, cell } = await openMenus();
    expect(off).toEqual({ insert: true, import: true, rename: true, key: true, clone: true, remove: false });
    await user.click(cell);
    const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
    await user.click(inspector.getByRole('radio', { name: 'Edit' }));
    expect(inspector.getByText(/^The SAS of Local has no permission to update entities/)).toBeDefined();
    expect(inspector.queryByRole('textbox')).toBeNull();
    await user.click(inspector.getByRole('button', { name: 'Delete' }));
    expect(
      stagingOf(movies)
        .store.getState()
        .staging.edits.map(({ kind }) => kind),
    ).toEqual(['delete']);
  });

  it('with a stored policy is left to the service', async () => {
    show(createTestPort([testEntities(0, 2)]), { ...signed(), policy: 'crew' });
    const { off } = await openMenus();
    expect(off).toEqual({ insert: false, import: false, rename: true, key: false, clone: false, remove: false });
  });
});

describe('undo of staged edits', () => {
  const staged = (): number => stagingOf(movies).store.getState().staging.edits.length;
  const insert = (): void => {
    act(() => stagingOf(movies).stage((before) => insertEntity(before, { ...keys, properties: [] }).staging));
  };
  const keys = { partitionKey: 'A', rowKey: 'new' };

  it('waits while the review is open, which shows the edits staged when it opened', async () => {
    show(createTestPort([testEntities(0, 2)]));
    await screen.findByRole('grid');
    insert();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Review and apply' }));
    await screen.findByRole('region', { name: 'Review' });
    await user.keyboard('{Control>}z{/Control}');
    expect(staged()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Close review' }));
    await user.keyboard('{Control>}z{/Control}');
    expect(staged()).toBe(0);
  });

  it('restores a rejected text in a new entity, as discarding everything does', async () => {
    show(createTestPort([[]]));
    const user = userEvent.setup();
    const reject = async (): Promise<void> => {
      await user.click(await insertButton());
      const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
      const field = await inspector.findByRole<HTMLTextAreaElement>('textbox', { name: 'RowKey' });
      expect(field.value).toBe('');
      expect(screen.queryByText(/^Not staged/), 'what was typed before').toBeNull();
      await user.type(field, 'a/b');
    };
    await reject();
    screen.getByRole('grid').focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(staged()).toBe(0);
    await reject();
    await user.click(screen.getByRole('button', { name: 'Discard all' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard all' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await reject();
  });
});

describe('undo of applied changes', () => {
  const restore = vi.fn();
  const answers = { 'undo.restore': restore, 'entities.get': () => ({ entity: null }) };
  const deletion = (index: number): StagedEdit => {
    const read = testEntity(index);
    return { kind: 'delete', id: `del-${index}`, read, readColumns: 'all', condition: 'as-read' };
  };
  const insertion: StagedEdit = {
    kind: 'insert',
    id: 'new-1',
    mode: 'insert',
    entity: { partitionKey: 'A', rowKey: 'new', properties: [] },
  };
  /** As the review does after it has sent them. */
  const apply = async (...edits: readonly StagedEdit[]): Promise<void> => {
    const { results } = stagingOf(movies);
    results.onSending();
    const outcomes = edits.map(({ id }) => {
      return { kind: 'applied', editId: id, etag: null, undoId: `undo-${id}`, readBack: false } as const;
    });
    await act(() => results.onOutcomes(outcomes, edits));
  };
  const press = async (): Promise<void> => {
    (await screen.findByRole('grid')).focus();
    await userEvent.setup().keyboard('{Control>}z{/Control}');
  };
  beforeEach(() => {
    restore.mockReset();
    restore.mockImplementation(({ ids }: { readonly ids: readonly string[] }) => ({ restored: ids, notRestored: [] }));
  });
  afterEach(() => {
    const { results, store } = stagingOf(movies);
    const undoIds = store.getState().applied.flatMap((batch) => batch.map(({ undoId }) => undoId));
    return act(() => results.onRestored(undoIds));
  });
  const restored = (): unknown[] => restore.mock.calls.map(([input]) => (input as { readonly ids: unknown }).ids);

  it('restores batch after batch, once nothing that is staged is left to undo', async () => {
    show(createTestPort([testEntities(0, 4)]), 'writable', { answers });
    render(<ToastRegion />);
    await screen.findByRole('grid');
    await apply(deletion(0));
    await apply(deletion(1), deletion(2));
    act(() =>
      stagingOf(movies).stage(
        (before) => insertEntity(before, { partitionKey: 'A', rowKey: 'b', properties: [] }).staging,
      ),
    );
    await press();
    expect(restored(), 'the staged change comes first').toEqual([]);
    await press();
    expect(await screen.findByText('2 changes undone.')).toBeDefined();
    await press();
    expect(await screen.findByText('1 change undone.')).toBeDefined();
    await press();
    expect(restored()).toEqual([['undo-del-1', 'undo-del-2'], ['undo-del-0']]);
  });

  it('restores one batch while the key is held down', async () => {
    show(createTestPort([testEntities(0, 4)]), 'writable', { answers });
    await screen.findByRole('grid');
    await apply(deletion(0));
    await apply(deletion(1));
    const grid = screen.getByRole('grid');
    fireEvent.keyDown(grid, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(stagingOf(movies).store.getState().applied).toHaveLength(1));
    fireEvent.keyDown(grid, { key: 'z', ctrlKey: true, repeat: true });
    expect(restored()).toEqual([['undo-del-1']]);
  });

  it('says on a locked connection why it cannot', async () => {
    show(createTestPort([testEntities(0, 4)]), 'read-only', { answers });
    render(<ToastRegion />);
    await screen.findByRole('grid');
    await apply(deletion(0));
    await press();
    expect(screen.getByText('Local is read-only until it is unlocked')).toBeDefined();
    expect(restored()).toEqual([]);
  });

  it('asks first on production, for the name of the connection where it deletes', async () => {
    show(createTestPort([testEntities(0, 4)]), 'writable', { answers, environment: 'production' });
    await screen.findByRole('grid');
    await apply(insertion);
    await press();
    const prompt = within(await screen.findByRole('alertdialog', { name: 'Undo 1 change' }));
    expect(prompt.getByText(/1 entity that they inserted will be deleted/)).toBeDefined();
    expect(prompt.getByText('PROD')).toBeDefined();
    const user = userEvent.setup();
    const button = prompt.getByRole('button', { name: 'Undo 1 change' });
    expect(button).toHaveProperty('disabled', true);
    await user.type(prompt.getByRole('textbox', { name: 'Type “Local” to confirm' }), 'Local');
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(restored()).toEqual([['undo-new-1']]);
  });

  it('asks before it writes more than a hundred rows', async () => {
    show(createTestPort([testEntities(0, 4)]), 'writable', { answers });
    await screen.findByRole('grid');
    await apply(...Array.from({ length: 101 }, (_, index) => deletion(index)));
    await press();
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Undo 101 changes' }));
    await waitFor(() => expect(restored()).toHaveLength(1));
  });

  it('offers them again when the engine could not be reached', async () => {
    show(createTestPort([testEntities(0, 4)]), 'writable', { answers });
    render(<ToastRegion />);
    await screen.findByRole('grid');
    await apply(deletion(0));
    restore.mockImplementationOnce(() => Promise.reject(new StowageError('network.refused', 'Refused.')));
    await press();
    expect(await screen.findByText('The changes could not be undone')).toBeDefined();
    await press();
    expect(await screen.findByText('1 change undone.')).toBeDefined();
  });
});
