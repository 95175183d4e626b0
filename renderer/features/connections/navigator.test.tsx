// The navigator as a person meets it: arrows, typing ahead, opening, failures in place, menus.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import type { ConnectionSummary, SasScope } from '@shared/model/connection';
import { ToastRegion } from '@renderer/ui';
import { type Script, type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { connectionWith } from './connection-fixture';
import { useConnectionState, watchConnections } from './connection-store';
import { Navigator, type NavigatorProps } from './navigator';
import { revealConnection, useNavigator } from './navigator-store';

let bridge: TestBridge | null = null;
let watching = new AbortController();

beforeEach(() => {
  localStorage.clear();
  watching = new AbortController();
  useConnectionState.setState({ connections: undefined, error: null, lists: {} });
  useNavigator.setState({ expanded: new Set(), activeId: null, shown: {}, focusAsked: null });
});
afterEach(() => {
  watching.abort();
  cleanup();
  bridge?.dispose();
  vi.restoreAllMocks();
});

const local = connectionWith({ id: 'local', name: 'Local (embedded)', kind: 'embedded', store: 'running' });
const production = connectionWith({
  id: 'west',
  name: 'contoso-west',
  marking: { production: true, colour: 'red' },
  locked: true,
});

function open(connections: readonly ConnectionSummary[], script: Script['calls'] = {}): NavigatorProps {
  bridge = installBridge({
    calls: {
      'tables.list': () => ['Movies', 'Orders'].map((name) => ({ name })),
      'containers.list': () => [{ name: 'photos', lastModified: '' }],
      ...script,
    },
    streams: {
      'connections.watch': async (_input, { push, signal }) => {
        push([...connections]);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  void watchConnections(watching.signal);
  const props: NavigatorProps = {
    opened: null,
    onOpenTable: vi.fn(),
    onOpenContainer: vi.fn(),
    onExportTable: vi.fn(),
    onImportTable: vi.fn(),
    onDrop: vi.fn(),
    onOpenUndo: vi.fn(),
    onAsk: vi.fn(),
  };
  render(<Navigator {...props} />);
  return props;
}

const row = (name: RegExp | string): Promise<HTMLElement> => screen.findByRole('treeitem', { name });
const focused = (): string => document.activeElement?.textContent ?? '';

describe('the navigator', () => {
  it('gives a connection that was added the keyboard while it is on screen, and not when it is shown later', async () => {
    revealConnection('west', 'focus-if-shown');
    open([local, production]);
    await row(/^contoso-west/);
    expect(document.activeElement).toBe(document.body);
    act(() => revealConnection('west', 'focus-if-shown'));
    expect(focused()).toContain('contoso-west');
  });

  it('is walked, opened and acted on with the keyboard alone', async () => {
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

  it('opens the groups with a connection the first time, and leaves them from then on as a person did', async () => {
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

  it('has one tab stop, and says level, place and state of every row', async () => {
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

  it('shows a failed list in its place, keeps the rest, and tries again on Enter', async () => {
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
    expect(await row('Movies')).toBeTruthy();
  });

  it('says the whole of a failure, and mends the connection from there as a view does', async () => {
    const props = open([production], {
      'tables.list': () => {
        throw new StowageError('auth.key-rejected', 'Refused.', { context: { account: 'contoso' } });
      },
    });
    const user = userEvent.setup();
    await user.click(await row(/contoso-west/));
    const failure = await row(/^Account key not accepted.*Try again.*Edit the connection…$/);
    expect(failure.getAttribute('aria-description')).toMatch(/^Account key not accepted\. .{20,}/u);
    const mended = { ask: 'edit', connection: production };
    await user.click(within(failure).getByText('Edit the connection…'));
    expect(props.onAsk).toHaveBeenLastCalledWith(mended);
    expect(bridge?.asked.filter(({ name }) => name === 'tables.list')).toHaveLength(1);
    failure.focus();
    await user.keyboard('{F2}');
    expect(props.onAsk).toHaveBeenCalledTimes(2);
    expect(props.onAsk).toHaveBeenLastCalledWith(mended);
    await user.pointer({ keys: '[MouseRight]', target: failure });
    await user.click(await screen.findByRole('menuitem', { name: /^Edit the connection…/ }));
    expect(props.onAsk).toHaveBeenCalledTimes(3);
  });

  it('shows that it reads the names again, and stops with what was there', async () => {
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

  it('stops the first reading too, and says so where the names would be', async () => {
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

  it('tells how long names have not come, however often the tree is closed, and stops with Enter', async () => {
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

  it('offers to create the first of what is not there, save where nothing may be written', async () => {
    const props = open([local, production], { 'tables.list': () => [] });
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    (await row(/No tables yet.*Create…/)).focus();
    await user.keyboard('{Enter}');
    expect(props.onAsk).toHaveBeenCalledWith({ ask: 'create', connection: local, resource: 'tables' });
    await user.click(await row(/^Local/));
    await user.click(await row(/contoso-west.*PROD/));
    expect((await row(/No tables yet/)).textContent).not.toContain('Create');
  });

  it('says what is missing for a connection whose secret was for one session', async () => {
    const props = open([connectionWith({ id: 'old', name: 'archive', needsSecret: true })]);
    const user = userEvent.setup();
    await user.click(await row(/archive.*needs its secret/));
    expect(props.onAsk).toHaveBeenCalledWith(expect.objectContaining({ ask: 'enter-secret' }));
  });

  it('offers to open by its name what a SAS may read but not list', async () => {
    const sas = connectionWith({
      ...{ id: 'part', name: 'partner', kind: 'sas', endpoints: { table: 'https://contoso.table.core.windows.net' } },
      sas: { level: 'account', rights: ['read'] },
    });
    const props = open([sas], {
      'tables.list': () => {
        throw new StowageError('auth.sas-lacks-right', 'The SAS does not allow it.', { context: {} });
      },
    });
    const user = userEvent.setup();
    await user.click(await row(/partner/));
    (await row(/Not listed.*Open by name/)).focus();
    await user.keyboard('{Enter}');
    expect(props.onAsk).toHaveBeenCalledWith({ ask: 'open-by-name', connection: sas, resource: 'tables' });
    expect(bridge?.asked.filter(({ name }) => name === 'tables.list')).toHaveLength(1);
  });

  it.each([
    ['one container', { level: 'container', resource: 'photos', rights: ['read', 'write', 'delete'] }, /whole account/],
    ['what is in them', { level: 'account', rights: ['write', 'delete'], resourceTypes: ['object'] }, /resource type/],
    [
      'reading',
      { level: 'account', rights: ['read'], resourceTypes: ['container'] },
      /does not allow (writing|deleting)/,
    ],
  ] satisfies readonly (readonly [string, SasScope, RegExp])[])(
    'offers to create and delete none over a SAS for %s',
    async (_what, sas, why) => {
      const quay = connectionWith({ id: 'quay', name: 'Quay', kind: 'sas', sas });
      const { onAsk } = open([quay]);
      render(<ToastRegion place="side-bar" />);
      const user = userEvent.setup();
      act(() => useNavigator.setState({ expanded: new Set(['connection:quay', 'containers:quay']) }));
      const photos = await row('photos');
      act(() => photos.focus());
      await user.keyboard('{Delete}');
      expect(await screen.findByText('Nothing was deleted')).toBeTruthy();
      expect(onAsk).not.toHaveBeenCalled();
      await user.pointer({ keys: '[MouseRight]', target: photos });
      const menu = await screen.findByRole('menu', { name: 'Actions for photos' });
      const deletion = within(menu).getByRole('menuitem', { name: /^Delete container…/ });
      expect(deletion.getAttribute('aria-disabled')).toBe('true');
      expect(deletion.textContent).toMatch(why);
      await user.keyboard('{Escape}');
      await user.pointer({ keys: '[MouseRight]', target: await row(/^Containers/) });
      const create = await screen.findByRole('menuitem', { name: /^Create container…/ });
      expect(create.getAttribute('aria-disabled')).toBe('true');
      expect(create.textContent).toMatch(why);
    },
  );

  it('marks production, and its menu offers no change while it is locked', async () => {
    const props = open([production]);
    const user = userEvent.setup();
    const west = await row(/contoso-west.*PROD/);
    await user.pointer({ keys: '[MouseRight]', target: west });
    const menu = await screen.findByRole('menu', { name: 'Actions for contoso-west' });
    const create = within(menu).getByRole('menuitem', {
      name: 'Create table… contoso-west is read-only until it is unlocked',
    });
    expect(create.getAttribute('aria-disabled')).toBe('true');
    await user.click(within(menu).getByRole('menuitem', { name: 'Unlock for writing…' }));
    expect(props.onAsk).toHaveBeenCalledWith({ ask: 'unlock', connection: production });
  });

  it('opens the one container of a SAS without asking the service to list', async () => {
    const sas = connectionWith({
      id: 'drop',
      name: 'partner drop',
      kind: 'sas',
      endpoints: { blob: 'https://contoso.blob.core.windows.net' },
      sas: { level: 'container', resource: 'incoming', rights: ['read'] },
    });
    const props = open([sas]);
    const user = userEvent.setup();
    await user.click(await row(/partner drop/));
    await user.click(await row('incoming'));
    expect(props.onOpenContainer).toHaveBeenCalledWith('drop', 'incoming');
    expect(bridge?.asked).toEqual([]);
  });
});
