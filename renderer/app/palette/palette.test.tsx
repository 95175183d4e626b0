// The palette: typing finds an entry, the keyboard alone runs it.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onShowSetting } from '@renderer/features/settings';
import { useSampleData } from '../sample-data';
import { useTabs } from '../tabs/tabs-store';
import { chosen, openBeforeTests } from './fixtures/opened-palette';
import { Palette } from './palette';

openBeforeTests();

describe('the palette', () => {
  it('omits commands that act on the focused element, which is the palette itself', async () => {
    render(<Palette />);
    await userEvent.setup().keyboard('sidebar');
    expect(chosen()).toContain('sidebar');
    await userEvent.keyboard('{Control>}a{/Control}part of the window');
    expect(screen.queryAllByRole('option').map(({ textContent }) => textContent)).toEqual([]);
  });

  it('matches letters in order and opens with Enter', async () => {
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

  it('moves through the matches with the arrow keys, and wraps around', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('open');
    const first = chosen();
    await user.keyboard('{ArrowDown}');
    expect(chosen()).not.toBe(first);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe(screen.getAllByRole('option').at(-1)?.textContent);
  });

  it('finds a setting by a synonym, and opens the settings with that one in view', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('bandwidth');
    expect(chosen()).toContain('Combined speed of all transfers');
    await user.keyboard('{Enter}');
    expect(useTabs.getState().tabs).toEqual([{ kind: 'settings' }]);
    const wishes: string[] = [];
    onTestFinished(onShowSetting((search) => wishes.push(search)));
    expect(wishes).toEqual(['Combined speed of all transfers']);
  });

  it.each([
    ['sign in', 'Sign in to Azure…'],
    ['entra', 'Sign in to Azure…'],
    ['azcopy login', 'Sign in to Azure…'],
    ['sas', 'Connect with a SAS…'],
    ['attach', 'Add a connection'],
    ['export', 'Export a table…'],
    ['metrics', 'Open Monitor'],
    ['preferences', 'Settings'],
    ['benchmark', 'Open Lab'],
    ['herunterladen', 'Export a table…'],
    ['s3', 'Connect to S3…'],
    ['minio', 'Connect to S3…'],
    ['azurite', 'Connect to an emulator…'],
    ['cosmos', 'Add a connection'],
    ['metadata', 'Properties of a container…'],
    ['partitionkey', 'Design keys for a table…'],
  ])('leads from %s to what Stowage calls %s', async (typed, title) => {
    render(<Palette />);
    await userEvent.setup().keyboard(typed);
    expect(chosen()).toContain(title);
  });

  it('offers sample data while there is none', async () => {
    useSampleData.setState({ state: 'present' }, true);
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('sample data');
    expect(screen.queryAllByRole('option')).toEqual([]);
    cleanup();
    useSampleData.setState({ state: 'absent' }, true);
    onTestFinished(() => useSampleData.setState({ state: 'unknown' }, true));
    render(<Palette />);
    await user.keyboard('sample data');
    expect(chosen()).toContain('Load sample data');
  });

  it('finds actions, and shows a message when nothing matches', async () => {
    render(<Palette />);
    const user = userEvent.setup();
    await user.keyboard('monit');
    expect(chosen()).toContain('Open Monitor');
    await user.keyboard('zzzz');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.getByRole('status').textContent).toContain('Nothing matches');
  });
});
