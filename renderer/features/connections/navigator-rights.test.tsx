// The navigator's actions for a connection's permissions: a SAS and its limits, a lock, a missing secret.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { SasScope } from '@shared/model/connection';
import { ToastRegion } from '@renderer/ui';
import { connectionWith } from '@renderer/testing/connection-with';
import { requests, forgetBetweenTests, local, open, production, row } from './fixtures/shown-navigator';
import { useNavigator } from './navigator-store';

forgetBetweenTests();

describe('actions of the navigator', () => {
  it('offers to create the first table or container, unless the connection may not write', async () => {
    const props = open([local, production], { 'tables.list': () => [] });
    const user = userEvent.setup();
    await user.click(await row(/^Local/));
    (await row(/No tables yet.*Create…/)).focus();
    await user.keyboard('{Enter}');
    expect(props.onRequest).toHaveBeenCalledWith({ request: 'create', connection: local, resource: 'tables' });
    await user.click(await row(/^Local/));
    await user.click(await row(/contoso-west.*PROD/));
    expect((await row(/No tables yet/)).textContent).not.toContain('Create');
  });

  it('shows what is missing for a connection whose secret was for one session', async () => {
    const props = open([connectionWith({ id: 'old', name: 'archive', needsSecret: true })]);
    const user = userEvent.setup();
    await user.click(await row(/archive.*secret required/));
    expect(props.onRequest).toHaveBeenCalledWith(expect.objectContaining({ request: 'enter-secret' }));
  });

  it('offers to open by its name what a SAS may read but not list', async () => {
    const sas = connectionWith({
      id: 'part',
      name: 'partner',
      kind: 'sas',
      endpoints: { table: 'https://contoso.table.core.windows.net' },
      sas: { level: 'account', rights: ['read'] },
    });
    const props = open([sas], {
      'tables.list': () => {
        throw new StowageError('auth.sas-lacks-right', 'The SAS does not allow it.', { context: {} });
      },
    });
    const user = userEvent.setup();
    await user.click(await row(/partner/));
    (await row(/Cannot be listed.*Open by name/)).focus();
    await user.keyboard('{Enter}');
    expect(props.onRequest).toHaveBeenCalledWith({ request: 'open-by-name', connection: sas, resource: 'tables' });
    expect(requests().filter(({ name }) => name === 'tables.list')).toHaveLength(1);
  });

  it('offers to open by its name what a role may be for, where none allows listing', async () => {
    const quay = connectionWith({ id: 'quay', name: 'Quay', kind: 'sign-in' });
    const { onRequest } = open([quay], {
      'tables.list': () => {
        throw new StowageError('auth.denied', 'No role.', { context: { lacks: 'role', status: 403 } });
      },
    });
    const user = userEvent.setup();
    await user.click(await row(/Quay/));
    await user.click(within(await row(/Role missing/)).getByText('Open by name…'));
    expect(onRequest).toHaveBeenCalledWith({ request: 'open-by-name', connection: quay, resource: 'tables' });
  });

  it.each([
    [
      'one container',
      { level: 'container', resource: 'photos', rights: ['read', 'write', 'delete'] },
      /not an account SAS/,
    ],
    ['what is in them', { level: 'account', rights: ['write', 'delete'], resourceTypes: ['object'] }, /resource type/],
    [
      'reading',
      { level: 'account', rights: ['read'], resourceTypes: ['container'] },
      /has no (write|delete) permission/,
    ],
  ] satisfies readonly (readonly [string, SasScope, RegExp])[])(
    'offers to create and delete none over a SAS for %s',
    async (_what, sas, why) => {
      const quay = connectionWith({ id: 'quay', name: 'Quay', kind: 'sas', sas });
      const { onRequest } = open([quay]);
      render(<ToastRegion />);
      const user = userEvent.setup();
      act(() => useNavigator.setState({ expanded: new Set(['connection:quay', 'containers:quay']) }));
      const photos = await row('photos');
      act(() => photos.focus());
      await user.keyboard('{Delete}');
      expect(await screen.findByText('Nothing was deleted')).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      act(() => photos.focus());
      expect(onRequest).not.toHaveBeenCalled();
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
    expect(props.onRequest).toHaveBeenCalledWith({ request: 'unlock', connection: production });
  });

  it('opens the one container of a SAS without a request to list containers', async () => {
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
    expect(requests()).toEqual([]);
  });

  it.each([
    ['nothing', { level: 'account', rights: ['read', 'list'] }, 0],
    ['rows', { level: 'account', rights: ['read', 'list', 'add'] }, 1],
  ] satisfies readonly (readonly [string, SasScope, number])[])(
    'accepts files on the row of a table when a SAS lets %s be added',
    async (_what, sas, taken) => {
      const props = open([connectionWith({ id: 'part', name: 'partner', kind: 'sas', sas })]);
      await userEvent.click(await row(/partner/));
      const dataTransfer = { types: ['Files'], files: [] };
      fireEvent.dragEnter(await row('Movies'), { dataTransfer });
      fireEvent.dragOver(await row('Movies'), { dataTransfer });
      expect((await row('Movies')).className.includes('dropTarget')).toBe(taken > 0);
      fireEvent.drop(await row('Movies'), { dataTransfer });
      expect(props.onDrop).toHaveBeenCalledTimes(taken);
    },
  );
});
