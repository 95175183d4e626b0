// The navigator as the user operates it: arrows, typing ahead, opening.
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { forgetBetweenTests, local, open, production, row } from './fixtures/shown-navigator';
import { revealConnection } from './navigator-store';

forgetBetweenTests();

const focused = (): string => document.activeElement?.textContent ?? '';

describe('the navigator', () => {
  it('focuses an added connection while it is on screen, and not when it is shown later', async () => {
    revealConnection('west', 'focus-if-shown');
    open([local, production]);
    await row(/^contoso-west/);
    expect(document.activeElement).toBe(document.body);
    act(() => revealConnection('west', 'focus-if-shown'));
    expect(focused()).toContain('contoso-west');
  });

  it('can be navigated, opened and operated with the keyboard alone', async () => {
    const props = open([local, production]);
    const user = userEvent.setup();
    (await row(/^Local/)).focus();
    await user.keyboard('{ArrowRight}');
    expect(await row('Orders')).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    expect(focused()).toContain('Tables');
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toBe('Orders');
    await user.keyboard('{Enter}');
    expect(props.onOpenTable).toHaveBeenCalledWith('local', 'Orders');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toContain('Tables');
    await user.keyboard('{ArrowLeft}');
    expect(screen.queryByRole('treeitem', { name: 'Orders' })).toBeNull();
    await user.keyboard('{End}');
    expect(focused()).toContain('contoso-west');
    await user.keyboard('loc');
    expect(focused()).toContain('Local');
  });

  it('expands the groups of a connection the first time, and later restores them as the user left them', async () => {
    open([local]);
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    expect(await row('photos')).toBeTruthy();
    await user.click(await row(/^Tables/));
    await user.click(await row(/^Local/));
    expect(screen.queryByRole('treeitem', { name: 'photos' })).toBeNull();
    await user.click(await row(/^Local/));
    expect(await row('photos')).toBeTruthy();
    expect(screen.queryByRole('treeitem', { name: 'Orders' })).toBeNull();
  });

  it('has one tab stop, and exposes level, position and state of every row', async () => {
    open([local, production]);
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    const tables = await row(/^Tables/);
    expect(tables.getAttribute('aria-level')).toBe('2');
    expect(tables.getAttribute('aria-posinset')).toBe('1');
    expect(tables.getAttribute('aria-setsize')).toBe('2');
    expect(tables.getAttribute('aria-expanded')).toBe('true');
    const stops = within(screen.getByRole('tree'))
      .getAllByRole('treeitem')
      .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toHaveLength(1);
  });
});
