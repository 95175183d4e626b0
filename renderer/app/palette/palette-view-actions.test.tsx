// Actions in the palette: on connections and tables, of the active table, and those that the active view offers.
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useConnectionState } from '@renderer/features/connections';
import { useViewActions } from '@renderer/pane/view-actions';
import { useDialog } from '../dialog-store';
import { openTab } from '../tabs/tabs-store';
import { chosen, openBeforeTests } from './fixtures/opened-palette';
import { Palette } from './palette';

openBeforeTests();

/** A view that offers actions, beside the palette. */
function Front() {
  const field = useRef<HTMLInputElement>(null);
  const [folder, setFolder] = useState('');
  const of = 'photos';
  const nothing = (): void => undefined;
  useViewActions(() => [
    { id: 'upload', label: 'Upload files…', of, disabledReason: 'Local is read-only.', onAction: nothing },
    { id: 'find', label: 'Search by name', of, shortcut: 'Ctrl F', onAction: () => field.current?.focus() },
    {
      id: 'go-to',
      label: 'Go to a folder…',
      of,
      onAction: nothing,
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
      <input ref={field} aria-label="Search names" />
      <p role="status">{folder}</p>
    </>
  );
}

describe('actions', () => {
  it('runs an action on a connection or table that is chosen in a second step', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('delete a table{Enter}');
    expect(screen.getByRole('combobox', { name: 'Delete a table…: choose one' })).toBeTruthy();
    await user.keyboard('orders{Enter}');
    expect(useDialog.getState().request).toMatchObject({ request: 'delete', resource: 'tables', name: 'Orders' });
  });

  it('lists the actions of the active table, and omits those without a choice', async () => {
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

  it('shows why the actions of a locked table and of its connection are disabled', async () => {
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
      if (found === undefined) throw new Error(`Nothing matches ${typed}.`);
      return found;
    };
    for (const act of [
      'Insert an entity into Movies',
      'Rename Movies',
      'Import into Orders',
      'Create table in Local',
    ]) {
      const disabledOption = await option(act);
      expect(disabledOption.textContent).toContain(act);
      expect(disabledOption.textContent).toContain('Local is read-only until it is unlocked');
      expect(disabledOption.getAttribute('aria-disabled')).toBe('true');
    }
    for (const act of ['Export Movies', 'Bulk edit rows of Movies', 'Copy Movies to']) {
      expect((await option(act)).getAttribute('aria-disabled')).toBe('false');
    }
    await option('Delete a table');
    await user.keyboard('{Enter}orders{Enter}');
    expect(screen.getByRole('option', { name: /Orders/ }).textContent).toContain('until it is unlocked');
    expect(useDialog.getState().request).toBeNull();
  });

  it('shows why an action that a SAS does not grant is disabled', async () => {
    useConnectionState.setState(({ connections }) => ({
      connections: (connections ?? []).map((one) => ({ ...one, sas: { level: 'account', rights: ['read', 'list'] } })),
    }));
    openTab({ kind: 'table', connectionId: 'local', table: 'Movies' });
    render(<Palette />);
    for (const act of ['Insert an entity into Movies', 'Rename Movies', 'Import into Orders']) {
      await userEvent.clear(screen.getByRole('combobox'));
      await userEvent.keyboard(act);
      const disabledOption = screen.getByRole('option', { selected: true });
      expect(disabledOption.textContent).toContain(act);
      expect(disabledOption.textContent).toContain('has no write permission');
      expect(disabledOption.getAttribute('aria-disabled')).toBe('true');
    }
  });

  it('lists the actions of the active view, runs one after the palette has closed, and shows why an action is disabled', async () => {
    const user = userEvent.setup();
    render(<Front />);
    await user.keyboard('upload');
    const disabledOption = screen.getByRole('option', { name: /Upload files/ });
    expect(disabledOption.textContent).toContain('Local is read-only.');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('combobox')).toBeTruthy();
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('search by');
    expect(chosen()).toContain('photos');
    expect(chosen()).toContain('Ctrl');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search names' })));
  });

  it('shows a second step when an action of the active view has choices', async () => {
    const user = userEvent.setup();
    render(<Front />);
    await user.keyboard('go to a folder{Enter}');
    await user.keyboard('2024{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2024/'));
  });

  it('lists a typed path before entries that only resemble it', async () => {
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
});
