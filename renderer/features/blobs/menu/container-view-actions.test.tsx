// A container's actions by name: the palette's entries for the displayed folder and the selection do what its buttons
// do.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import { listedBlob } from '@shared/model/fixtures/listed-blob';
import { defaultSettings } from '@shared/model/settings';
import { type ViewAction, viewActions } from '@renderer/pane/view-actions';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { ContainerTab } from '../container-tab';

const blob = (name: string): BlobItem => listedBlob({ name, bytes: 1536, lastModified: '2020-10-14T08:00:00Z' });

let bridge: TestBridge;
let restoreSize: () => void;

beforeEach(() => {
  localStorage.clear();
  restoreSize = giveElementsSize({ viewportPx: 560, rowPx: 28 });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
});

async function open(rights: 'writable' | 'read-only' = 'writable'): Promise<void> {
  bridge = installBridge({
    calls: {
      'settings.read': () => defaultSettings,
      'blobs.list': ({ prefix }) => ({
        folders: prefix === '' ? ['2024/', '2025/'] : [],
        marker: null,
        blobs: [blob(`${prefix}a.txt`), blob(`${prefix}b.txt`)],
      }),
    },
  });
  render(
    <ContainerTab
      connectionId="local"
      container="photos"
      connectionName="Local"
      environment="other"
      isActive={true}
      readOnly={rights === 'read-only'}
      onCopyLink={() => undefined}
      onOpenBlob={() => undefined}
    />,
  );
  await screen.findByRole('grid', { name: 'Contents of photos' });
}

const text = (): readonly string[] => viewActions().map(({ label, of }) => `${label} · ${of}`);
function offered(id: string): ViewAction {
  const found = viewActions().find((each) => each.id === id);
  if (found === undefined) throw new Error(`No act ${id} is offered.`);
  return found;
}
const choose = (name: string): Promise<void> => userEvent.setup().click(screen.getByText(name));

it('offers the actions of the folder, and those of the container while nothing is selected', async () => {
  await open();
  expect(text()).toEqual(
    expect.arrayContaining([
      ...['Upload files… · photos', 'New folder… · photos', 'Refresh · photos', 'Search by name · photos'],
      ...['Create SAS for container · photos', 'Manage lease · photos', 'Show folder sizes · photos'],
    ]),
  );
  expect(text().some((each) => /^(Download|Delete…|Rename|Paste|Up one folder)/.test(each))).toBe(false);
});

it('offers those of one blob, of several, and of a folder', async () => {
  await open();
  await choose('a.txt');
  expect(text()).toEqual(
    expect.arrayContaining([
      ...['Preview · a.txt', 'Download… · a.txt', 'Delete… · a.txt', 'Rename… · a.txt', 'Copy name · a.txt'],
      ...['Create SAS for blob · a.txt', 'View snapshots and versions · a.txt', 'Change access tier · a.txt'],
    ]),
  );
  expect(offered('delete').shortcut).toBe('Del');
  const user = userEvent.setup();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(text()).toEqual(expect.arrayContaining(['Download… · 2 blobs', 'Delete… · 2 blobs', 'Copy · 2 blobs']));
  expect(text().some((each) => /^(Preview|Rename|SAS|Copy name)/.test(each))).toBe(false);
  await choose('2024');
  expect(text()).toEqual(
    expect.arrayContaining([
      'Open folder · folder 2024',
      'Folder sizes · folder 2024',
      'Verify a local folder against this one… · folder 2024',
    ]),
  );
});

it('opens the folder of a typed path, with or without slashes around it', async () => {
  await open();
  const { typed } = offered('go-to');
  expect(typed?.('  /')).toBeNull();
  act(() => typed?.('/2024/may')?.onAction());
  expect(await screen.findByText('may')).toBeTruthy();
});

it('does what the button does: deletion prompts, a folder opens, the search field gets the focus', async () => {
  await open();
  await choose('a.txt');
  act(() => offered('delete').onAction());
  expect(within(screen.getByRole('alertdialog')).getByText(/a\.txt/, { selector: 'h2' })).toBeTruthy();
  await userEvent.setup().keyboard('{Escape}');
  act(() => offered('find').onAction());
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search names' }));
  const folders = offered('go-to').choices ?? [];
  expect(folders.map(({ label }) => label)).toEqual(['2024', '2025']);
  act(() => folders[1]?.onAction());
  await screen.findByRole('grid', { name: /2025/ });
  act(() => offered('up').onAction());
  await waitFor(() => expect(screen.getByText('2024')).toBeTruthy());
});

it('shows why nothing can be changed when the connection is read-only', async () => {
  await open('read-only');
  expect(offered('upload-files').disabledReason).toBe('Local is read-only. Unlock it to upload.');
  expect(offered('lease').disabledReason).toMatch(/read-only/);
  expect(offered('sas-of-container').disabledReason).toBeUndefined();
  await choose('a.txt');
  expect(offered('delete').disabledReason).toMatch(/read-only/);
});

it('sorts the rows by name of the column, the other way round a second time', async () => {
  await open();
  const head = (): string | null => screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort');
  expect(text()).toEqual(expect.arrayContaining(['Sort by name · photos', 'Sort by content type · photos']));
  act(() => offered('sort-size').onAction());
  expect(head()).toBe('ascending');
  act(() => offered('sort-size').onAction());
  expect(head()).toBe('descending');
  act(() => offered('view-sizes').onAction());
  await waitFor(() => expect(text()).not.toContain('Sort by size · photos'));
});
