// The list of shortcuts: changing a key by pressing it, conflicts shown before a key is reassigned, and reset.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '@renderer/bridge';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { type Settings, defaultSettings, settings as schema } from '@shared/model/settings';
import { ShortcutsTab } from './shortcuts-tab';

let bridge: TestBridge;
let stored: Settings;

beforeEach(async () => {
  stored = defaultSettings;
  bridge = installBridge({
    calls: {
      'settings.read': () => stored,
      'settings.write': (change) => (stored = schema.parse({ ...stored, ...change })),
    },
  });
  await loadSettings();
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

const row = (title: string) => within(screen.getByRole('group', { name: title }));
const keysOf = (title: string): readonly string[] => {
  const group = screen.getByRole('group', { name: title });
  return [...group.querySelectorAll('kbd')].map((key) => key.textContent);
};
const choose = async (title: string, keys: string): Promise<void> => {
  await userEvent.click(row(title).getByRole('button', { name: /^Change shortcut of/ }));
  await userEvent.keyboard(keys);
};

describe('the list of shortcuts', () => {
  it('captures the pressed keys, and saves them', async () => {
    render(<ShortcutsTab />);
    expect(keysOf('Open Monitor')).toEqual(['Ctrl Shift M']);
    await choose('Open Monitor', '{Control>}{Alt>}m{/Alt}{/Control}');
    expect(keysOf('Open Monitor')).toEqual(['Ctrl Alt M']);
    await waitFor(() => expect(stored.shortcuts).toEqual({ monitor: 'Mod+Alt+M' }));
    await userEvent.click(row('Open Monitor').getByRole('button', { name: /^Reset/ }));
    expect(keysOf('Open Monitor')).toEqual(['Ctrl Shift M']);
  });

  it('shows which command has the key, and reassigns it only on request', async () => {
    render(<ShortcutsTab />);
    await choose('Open Monitor', '{Control>}b{/Control}');
    expect(row('Open Monitor').getByRole('alert').textContent).toContain('is assigned to “Show or hide the sidebar”');
    expect(keysOf('Show or hide the sidebar')).toEqual(['Ctrl B']);
    await userEvent.click(row('Open Monitor').getByRole('button', { name: 'Reassign' }));
    expect(keysOf('Open Monitor')).toEqual(['Ctrl B']);
    expect(keysOf('Show or hide the sidebar')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Reset all' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Reset all' }));
    await waitFor(() => expect(keysOf('Show or hide the sidebar')).toEqual(['Ctrl B']));
    expect(stored.shortcuts).toEqual({});
  });

  it('rejects keys that a view needs, and Escape leaves everything as it was', async () => {
    render(<ShortcutsTab />);
    await choose('Open Monitor', '{Control>}c{/Control}');
    expect(row('Open Monitor').getByRole('alert').textContent).toContain('is reserved');
    expect(row('Open Monitor').queryByRole('button', { name: 'Reassign' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(keysOf('Open Monitor')).toEqual(['Ctrl Shift M']);
    expect(stored.shortcuts).toEqual({});
  });

  it('is searched by text and by keys, including fixed ones', async () => {
    render(<ShortcutsTab />);
    const search = screen.getByRole('searchbox', { name: 'Search shortcuts' });
    await userEvent.click(search);
    await userEvent.paste('ctrl shift m');
    expect(keysOf('Open Monitor')).toEqual(['Ctrl Shift M']);
    expect(screen.queryByRole('group', { name: 'Open Lab' })).toBeNull();
    await userEvent.clear(search);
    await userEvent.paste('move column');
    expect(screen.getByRole('group', { name: /Table rows/ }).textContent).toContain('Alt Shift ←');
    await userEvent.clear(search);
    await userEvent.paste('zzzz');
    expect(screen.getByRole('status').textContent).toContain('No shortcuts match');
  });
});
