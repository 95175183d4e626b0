// A container as the user sees it: reads names, opens folders, pages, drops files, downloads.
import { rejectionOf } from '@renderer/testing/rejection-of';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import { blob, dropData, forgetBetweenTests, root, showContainer, shown, tab } from './fixtures/shown-container';
import { savedLocations, readSavedLocation } from './saved/saved-location';

forgetBetweenTests();

describe('ContainerTab', () => {
  it('shows folders first, exact names, sizes, and checksums only if one is stored', async () => {
    showContainer();
    const grid = await screen.findByRole('grid', { name: 'Contents of photos' });
    const rows = within(grid).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('gridcell')[0]?.getAttribute('aria-label'))).toEqual([
      '2024, folder',
      '🌊 wave.png',
      '100 % sure; really.txt',
      'ends[ends with a dot]',
    ]);
    expect(within(rows[2] as HTMLElement).getByText('1B2M2Y8AsgTpgAmY7PhCfg==')).toBeTruthy();
    expect(within(rows[3] as HTMLElement).getByText('none stored')).toBeTruthy();
    expect(within(rows[3] as HTMLElement).getByText('1.5 KiB')).toBeTruthy();
  });

  it('restores its folder and view, lists that alone, and starts at the top once it was closed', async () => {
    const requested: string[] = [];
    savedLocations.put('local', 'photos', JSON.stringify({ prefix: '2024/', depth: 'flat' }));
    showContainer({
      calls: {
        'blobs.list': ({ prefix, depth }) => {
          requested.push(`${depth} ${prefix}`);
          return { folders: [], blobs: [blob(`${prefix}IMG_1.heic`)], marker: null };
        },
      },
    });
    await screen.findByRole('grid', { name: 'Contents of photos / 2024' });
    expect(screen.getByRole('radio', { name: 'All blobs' }).getAttribute('aria-checked')).toBe('true');
    expect(requested).toEqual(['flat 2024/']);
    await userEvent.click(screen.getByRole('radio', { name: 'Folders' }));
    expect(readSavedLocation('local', 'photos')).toMatchObject({ prefix: '2024/', depth: 'folders' });
    cleanup();
    expect(savedLocations.text('local', 'photos')).toBeNull();
  });

  it('opens a folder with Enter and goes up with Backspace', async () => {
    const user = userEvent.setup();
    showContainer();
    await user.click(await screen.findByRole('grid'));
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('grid', { name: 'Contents of photos / 2024' });
    expect(await screen.findByText('IMG_1.heic')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('grid'));
    await user.keyboard('{Backspace}');
    await screen.findByText('🌊 wave.png');
  });

  it('goes up with Backspace even while the folder is loading', async () => {
    const user = userEvent.setup();
    const waiting: (() => void)[] = [];
    showContainer({
      calls: {
        'blobs.list': async ({ prefix }) => {
          if (prefix !== '') await new Promise<void>((resolve) => waiting.push(resolve));
          return prefix === '' ? root : { folders: [], blobs: [], marker: null };
        },
      },
    });
    await user.click(await screen.findByRole('grid'));
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(waiting).toHaveLength(1));
    expect(screen.queryByRole('grid')).toBeNull();
    await user.keyboard('{Backspace}');
    await screen.findByText('🌊 wave.png');
    for (const answer of waiting) answer();
  });

  it('uploads dropped files into the open folder with the chosen policy', async () => {
    let uploaded: unknown = null;
    localStorage.setItem('stowage.overwrite', 'if-newer');
    showContainer({
      dropped: (files) =>
        files.map((file, index) => ({ token: `t${index}`, name: (file as File).name, kind: 'file', bytes: 1 })),
      calls: {
        'transfers.upload': (input) => {
          uploaded = input;
          return { jobId: 'job-1' };
        },
      },
    });
    await screen.findByRole('grid');
    fireEvent.dragEnter(tab(), dropData(['a.txt']));
    expect(screen.getByText(/are replaced if this copy is newer/)).toBeTruthy();
    fireEvent.drop(tab(), dropData(['a.txt', 'b.txt']));
    await waitFor(() => expect(uploaded).not.toBeNull());
    expect(uploaded).toEqual({
      connectionId: 'local',
      container: 'photos',
      prefix: '',
      sources: ['t0', 't1'],
      options: { overwrite: 'if-newer', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' },
    });
    expect(screen.queryByText(/are replaced if this copy is newer/)).toBeNull();
  });

  it('uploads files dropped on the row of a folder into that folder, and highlights it before', async () => {
    showContainer({
      dropped: () => [{ token: 't', name: 'a.txt', kind: 'file', bytes: 1 }],
      calls: { 'transfers.upload': () => ({ jobId: 'job-1' }) },
    });
    const folder = await screen.findByRole('gridcell', { name: '2024, folder' });
    fireEvent.dragEnter(folder, dropData(['a.txt']));
    fireEvent.dragOver(folder, dropData(['a.txt']));
    expect(screen.getByText('Upload to', { exact: false }).textContent).toBe('Upload to photos / 2024');
    const meant = (): readonly string[] =>
      screen.getAllByRole('row').flatMap((row) => (/\bmeant\b/.test(row.className) ? [row.textContent ?? ''] : []));
    expect(meant()).toEqual([expect.stringContaining('2024/')]);
    fireEvent.drop(folder, dropData(['a.txt']));
    expect(meant()).toEqual([]);
    await waitFor(() => expect(shown.bridge.requested.some(({ name }) => name === 'transfers.upload')).toBe(true));
    expect(shown.bridge.requested.find(({ name }) => name === 'transfers.upload')?.input).toMatchObject({
      prefix: '2024/',
    });
  });

  it('rejects drops on a read-only connection and shows why', async () => {
    showContainer({ dropped: () => [{ token: 't', name: 'a', kind: 'file', bytes: 1 }] }, 'read-only');
    await screen.findByRole('grid');
    fireEvent.dragEnter(tab(), dropData(['a.txt']));
    expect(screen.getByText('Local is read-only. Unlock it to upload.')).toBeTruthy();
    fireEvent.drop(tab(), dropData(['a.txt']));
    await screen.findByRole('grid');
    expect(shown.bridge.requested.map((one) => one.name)).not.toContain('transfers.upload');
    expect(await rejectionOf(screen.getByRole('button', { name: 'Upload' }))).toBe(
      'Local is read-only. Unlock it to upload.',
    );
  });

  it('downloads selected blobs and folders into a picked folder', async () => {
    const user = userEvent.setup();
    showContainer({
      calls: {
        'dialogs.pick-download-folder': () => ({ token: 'folder-1', name: 'restore', kind: 'folder', bytes: 0 }),
        'transfers.download': () => ({ jobId: 'job-2' }),
      },
    });
    await user.click(await screen.findByRole('grid'));
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByText(/4 selected/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(shown.bridge.requested.some((one) => one.name === 'transfers.download')).toBe(true));
    expect(shown.bridge.requested.find((one) => one.name === 'transfers.download')?.input).toMatchObject({
      names: ['🌊 wave.png', '100 % sure; really.txt', 'ends.'],
      prefixes: ['2024/'],
      targetToken: 'folder-1',
    });
  });

  it('fetches pages as they come into view, and shows that more follow and that only listed entries are sorted', async () => {
    const user = userEvent.setup();
    const many = (from: number): BlobItem[] =>
      Array.from({ length: 1000 }, (_, index) => blob(`b${String(from + index).padStart(5, '0')}`));
    showContainer({
      calls: {
        'blobs.list': ({ marker }) =>
          marker === undefined
            ? { folders: [], blobs: many(0), marker: 'next' }
            : { folders: [], blobs: many(1000), marker: null },
      },
    });
    expect(await screen.findByText(/more available/)).toBeTruthy();
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(screen.getByRole('status').textContent).toContain('only listed blobs are sorted');
    await user.click(screen.getByRole('button', { name: 'List all' }));
    await waitFor(() => expect(screen.queryByText(/more available/)).toBeNull());
    expect(screen.getByRole('status').textContent).toContain('2,000 blobs');
  });
});
