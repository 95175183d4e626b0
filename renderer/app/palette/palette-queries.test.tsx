// Saved queries in the palette: each opens its table; one for any table opens in the active table or in a chosen one.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { takeRequestedQueries } from '@renderer/features/tables';
import { openTab, useTabs } from '../tabs/tabs-store';
import { chosen, keepQueries, openBeforeTests, recent } from './fixtures/opened-palette';
import { Palette } from './palette';

openBeforeTests();

describe('saved queries', () => {
  it('opens a saved query for any table in the active table', async () => {
    keepQueries([recent]);
    const movies = { kind: 'table', connectionId: 'local', table: 'Movies' } as const;
    openTab(movies);
    const taken: string[] = [];
    const stop = takeRequestedQueries('local', 'Movies', ({ saved }) => taken.push(saved?.name ?? ''));
    render(<Palette />);
    await screen.findByRole('option', { name: /Recent/ });
    await userEvent.setup().keyboard('recent');
    expect(chosen()).toContain('Movies · Local');
    await userEvent.keyboard('{Enter}');
    stop();
    expect(taken).toEqual(['Recent']);
  });

  it('prompts for the table of a saved query for any table when no table is active', async () => {
    keepQueries([recent]);
    const taken: string[] = [];
    const stop = takeRequestedQueries('local', 'Orders', ({ saved }) => taken.push(saved?.name ?? ''));
    render(<Palette />);
    const user = userEvent.setup();
    await screen.findByRole('option', { name: /Recent/ });
    await user.keyboard('recent{Enter}');
    expect(screen.getByRole('combobox', { name: 'Recent: choose one' })).toBeTruthy();
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
});
