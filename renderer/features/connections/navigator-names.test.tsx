// The names under a connection while they are read, and if they cannot be: waiting, stopping, failures in place.
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { requests, forgetBetweenTests, local, open, production, row } from './fixtures/shown-navigator';

forgetBetweenTests();

describe('the names in the navigator', () => {
  it('shows what was created elsewhere when the user returns after a while, and shows no error when it cannot', async () => {
    let listed: () => { name: string }[] = () => [{ name: 'Movies' }];
    open([local, production], { 'tables.list': () => listed() });
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    await row('Movies');
    const readsOf = (connectionId: string): number =>
      requests().filter(
        ({ name, input }) =>
          name === 'tables.list' && (input as { connectionId: string }).connectionId === connectionId,
      ).length;
    const reads = (): number => readsOf('local');
    const comeBackAfter = (ms: number): void => {
      vi.spyOn(performance, 'now').mockReturnValue(ms);
      fireEvent.focus(window);
    };
    const [readAtMs, moment] = [performance.now(), 60_000];
    listed = () => [{ name: 'Movies' }, { name: 'MadeElsewhere' }];
    comeBackAfter(readAtMs + 1000);
    // Later requests are answered later.
    await user.click(await row(/contoso-west/));
    await vi.waitFor(() => expect(readsOf('west')).toBe(1));
    expect(reads(), 'too soon').toBe(1);
    await user.click(await row(/contoso-west/));
    comeBackAfter(readAtMs + moment);
    expect(await row('MadeElsewhere')).toBeTruthy();
    expect(reads()).toBe(2);
    listed = () => {
      throw new StowageError('network.refused', 'Refused.', { context: { host: 'store' } });
    };
    comeBackAfter(readAtMs + 2 * moment);
    await vi.waitFor(() => expect(reads()).toBe(3));
    listed = () => [{ name: 'Movies' }];
    comeBackAfter(readAtMs + 3 * moment);
    await vi.waitFor(() => expect(screen.queryByRole('treeitem', { name: 'MadeElsewhere' })).toBeNull());
    expect(screen.queryByText(/Connection refused/u)).toBeNull();
    await user.click(await row(/^Local/));
    comeBackAfter(readAtMs + 4 * moment);
    expect(reads(), 'nothing of what is closed').toBe(4);
  });

  it('shows the failure of a list in its place, retains the rest, and retries on Enter', async () => {
    let failures = 1;
    open([local], {
      'tables.list': () => {
        if (failures-- > 0) throw new StowageError('network.refused', 'Refused.', { context: { host: 'store' } });
        return [{ name: 'Movies' }];
      },
    });
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    const failure = await row(/Connection refused.*Try again/);
    expect(await row(/^Containers/)).toBeTruthy();
    failure.focus();
    await user.keyboard('{Enter}');
    const movies = await row('Movies');
    const listed = (): number => requests().filter(({ name }) => name === 'tables.list').length;
    const before = listed();
    movies.focus();
    await user.keyboard('{F5}');
    await vi.waitFor(() => expect(listed()).toBe(before + 1));
  });

  it('shows a failure in full, and edits the connection from there as a view does', async () => {
    const props = open([production], {
      'tables.list': () => {
        throw new StowageError('auth.key-rejected', 'Refused.', { context: { account: 'contoso' } });
      },
    });
    const user = userEvent.setup();
    await user.click(await row(/contoso-west/));
    const failure = await row(/^Account key rejected.*Try again.*Edit connection…$/);
    expect(failure.getAttribute('aria-description')).toMatch(/^Account key rejected\. .{20,}/u);
    const mended = { request: 'edit', connection: production };
    await user.click(within(failure).getByText('Edit connection…'));
    expect(props.onRequest).toHaveBeenLastCalledWith(mended);
    expect(requests().filter(({ name }) => name === 'tables.list')).toHaveLength(1);
    failure.focus();
    await user.keyboard('{F2}');
    expect(props.onRequest).toHaveBeenCalledTimes(2);
    expect(props.onRequest).toHaveBeenLastCalledWith(mended);
    await user.pointer({ keys: '[MouseRight]', target: failure });
    await user.click(await screen.findByRole('menuitem', { name: /^Edit connection…/ }));
    expect(props.onRequest).toHaveBeenCalledTimes(3);
  });

  it('shows that it reads the names again, and restores the previous ones when stopped', async () => {
    let isSlow = false;
    open([local], {
      'tables.list': (_input, { signal }) =>
        isSlow
          ? new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new StowageError('cancelled.by-user', 'Stopped.')));
            })
          : [{ name: 'Movies' }],
    });
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    await row('Movies');
    isSlow = true;
    await user.pointer({ keys: '[MouseRight]', target: await row(/^Local/) });
    await user.click(await screen.findByRole('menuitem', { name: 'Refresh' }));
    const tables = await row(/^Tables.*Reading…/);
    expect(tables.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByRole('tree').getAttribute('aria-busy')).toBe('true');
    await user.click(within(tables).getByText('Stop'));
    expect((await row(/^Tables ?1$/)).getAttribute('aria-busy')).toBe('false');
    expect(await row('Movies')).toBeTruthy();
    // Closed, the connection itself shows it, and its menu stops it.
    await user.click(await row(/^Local/));
    await user.pointer({ keys: '[MouseRight]', target: await row(/^Local/) });
    await user.click(await screen.findByRole('menuitem', { name: 'Refresh' }));
    await user.pointer({ keys: '[MouseRight]', target: await row(/^Local.*Reading…/) });
    await user.click(await screen.findByRole('menuitem', { name: 'Stop' }));
    await vi.waitFor(() => expect(screen.getByRole('tree').getAttribute('aria-busy')).toBe('false'));
  });

  it('also stops the first reading, and shows so in place of the names', async () => {
    open([local], {
      'tables.list': (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new StowageError('cancelled.by-user', 'Stopped.')));
        }),
    });
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    await user.click(within(await row(/^Loading…/)).getByText('Stop'));
    expect(await row(/^Cancelled.*Try again/)).toBeTruthy();
  });

  it('shows how long names have been loading, however often the tree is closed, and stops with Enter', async () => {
    open([local], { 'tables.list': () => new Promise(() => undefined) });
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    await row(/^Loading…/);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 12_000);
    expect(await row(/^Loading for 12\s?s….*Stop/)).toBeTruthy();
    await user.click(await row(/^Local/));
    await user.click(screen.getByRole('treeitem', { name: /^Local.*Reading for 12\s?s…/ }));
    screen.getByRole('treeitem', { name: /^Loading for 12\s?s…/ }).focus();
    await user.keyboard('{Enter}');
    expect(await row(/^Cancelled.*Try again/)).toBeTruthy();
  });
});
