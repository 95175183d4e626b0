// Paging, sorting rules and racing folders of one open container, against a scripted service.
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { BlobItem, BlobListing } from '@shared/model/blob';
import type { ListPage } from './listing-pages';
import { createListingStore } from './listing-store';

const blob = (name: string, bytes = 1): BlobItem => ({
  name,
  bytes,
  lastModified: '2026-10-14T08:00:00Z',
  etag: '"1"',
  contentType: 'text/plain',
  contentMd5: '',
  tier: 'Hot',
  blobType: 'BlockBlob',
  leased: false,
});

const page = (names: readonly string[], marker: string | null, folders: readonly string[] = []): BlobListing => ({
  folders: [...folders],
  blobs: names.map((name) => blob(name)),
  marker,
});

function storeOver(listPage: ListPage): ReturnType<typeof createListingStore> {
  return createListingStore({ connectionId: 'local', container: 'photos', listPage, wait: () => Promise.resolve() });
}

/** Over a container of so many blobs, which may be changed. */
function longStore(
  onPage: (size: number | undefined) => void,
  count = 12_000,
): ReturnType<typeof createListingStore> & { readonly names: string[] } {
  const names = Array.from({ length: count }, (_, index) => `b${String(index).padStart(6, '0')}`);
  const listing = storeOver(({ marker, pageSize }) => {
    onPage(pageSize);
    const from = Number(marker ?? 0);
    const to = from + pageSize;
    return Promise.resolve(page(names.slice(from, to), to < names.length ? String(to) : null));
  });
  return { ...listing, names };
}

describe('createListingStore', () => {
  it('asks for the folder and shows a complete listing by name, folders first', async () => {
    const asked: unknown[] = [];
    const { store, actions } = storeOver((input) => {
      asked.push(input);
      return Promise.resolve(page(['a.txt', 'c.txt'], null, ['b/']));
    });
    await actions.open('2024/');
    expect(asked).toEqual([
      { connectionId: 'local', container: 'photos', prefix: '2024/', depth: 'folders', pageSize: 1000 },
    ]);
    expect(store.getState().entries.map((entry) => entry.name)).toEqual(['b/', 'a.txt', 'c.txt']);
    expect(store.getState().status).toBe('ready');
  });

  it('follows markers in the service order, through a page without blobs', async () => {
    const pages: Record<string, BlobListing> = {
      '': page(['a', 'b'], 'm1'),
      m1: page([], 'm2'),
      m2: page(['c'], null, ['aa/']),
    };
    const { store, actions } = storeOver((input) => Promise.resolve(pages[input.marker ?? ''] as BlobListing));
    await actions.open('');
    await actions.loadMore();
    expect(store.getState().entries).toHaveLength(2);
    await actions.loadMore();
    expect(store.getState().entries.map((entry) => entry.name)).toEqual(['a', 'b', 'aa/', 'c']);
    actions.sortBy('name');
    actions.sortBy('name');
    expect(store.getState().entries.map((entry) => entry.name)).toEqual(['aa/', 'c', 'b', 'a']);
    await actions.loadMore();
    expect(store.getState().listing.pages).toBe(3);
  });

  it('counts every page that was asked for, of every folder, also those that failed', async () => {
    let isBroken = false;
    const { store, actions } = storeOver(() =>
      isBroken ? Promise.reject(new StowageError('network.reset', 'Reset.')) : Promise.resolve(page(['a'], 'next')),
    );
    await actions.open('');
    await actions.loadMore();
    await actions.open('2024/');
    expect([store.getState().listing.pages, store.getState().pagesAsked]).toEqual([1, 3]);
    isBroken = true;
    await actions.loadMore();
    await actions.setDepth('flat');
    expect(store.getState().pagesAsked).toBe(5);
  });

  it('sorts and filters what is listed, and puts later pages in their places', async () => {
    const pages: Record<string, BlobListing> = { '': page(['b1', 'c'], 'm1'), m1: page(['a1', 'd1'], null) };
    const { store, actions } = storeOver((input) => Promise.resolve(pages[input.marker ?? ''] as BlobListing));
    const shown = (): readonly string[] => store.getState().entries.map((entry) => entry.name);
    await actions.open('');
    actions.sortBy('name');
    actions.filter('1');
    expect(shown()).toEqual(['b1']);
    await actions.loadMore();
    expect(shown()).toEqual(['a1', 'b1', 'd1']);
    actions.filter('');
    expect(shown()).toEqual(['a1', 'b1', 'c', 'd1']);
    expect(store.getState().listing.blobCount).toBe(4);
  });

  it('keeps the filter of what is listed when another start of names is asked for', async () => {
    const { store, actions } = storeOver(() => Promise.resolve(page(['a1', 'b'], null)));
    await actions.open('');
    await actions.narrow('2026');
    actions.filter('1');
    await actions.narrow('');
    expect(store.getState()).toMatchObject({ contains: '1', startsWith: '' });
    expect(store.getState().entries.map(({ name }) => name)).toEqual(['a1']);
  });

  it('asks the service for a start of names, and for all depths', async () => {
    const asked: unknown[] = [];
    const { store, actions } = storeOver(({ prefix, depth }) => {
      asked.push([prefix, depth]);
      return Promise.resolve(page([`${prefix}x`], null));
    });
    await actions.open('logs/');
    await actions.narrow('2026');
    expect(store.getState()).toMatchObject({ prefix: 'logs/', startsWith: '2026', status: 'ready' });
    await actions.setDepth('flat');
    await actions.open('');
    expect(asked).toEqual([
      ['logs/', 'folders'],
      ['logs/2026', 'folders'],
      ['logs/', 'flat'],
      ['', 'flat'],
    ]);
  });

  it('lists to the end on request', async () => {
    const { store, actions } = storeOver((input) => {
      const index = Number(input.marker ?? '0');
      return Promise.resolve(page([`blob-${index}`], index === 9 ? null : String(index + 1)));
    });
    await actions.open('');
    await actions.loadAll();
    expect(store.getState().entries).toHaveLength(10);
    expect(store.getState().isListingAll).toBe(false);
  });

  it('drops the answer to an older folder', async () => {
    const answers = new Map<string, (listing: BlobListing) => void>();
    const { store, actions } = storeOver((input) => new Promise((resolve) => answers.set(input.prefix, resolve)));
    const first = actions.open('slow/');
    const second = actions.open('fast/');
    answers.get('fast/')?.(page(['fast/x'], null));
    await second;
    answers.get('slow/')?.(page(['slow/x'], null));
    await first;
    expect(store.getState()).toMatchObject({ prefix: 'fast/', status: 'ready' });
    expect(store.getState().entries.map((entry) => entry.name)).toEqual(['fast/x']);
  });

  it('keeps rows when a later page fails, and goes on from the same marker', async () => {
    const markers: (string | undefined)[] = [];
    let fails = true;
    const { store, actions } = storeOver((input) => {
      markers.push(input.marker);
      if (input.marker === undefined) return Promise.resolve(page(['a'], 'm1'));
      if (fails) return Promise.reject(new StowageError('network.timeout', 'No answer.'));
      return Promise.resolve(page(['b'], null));
    });
    await actions.open('');
    await actions.loadMore();
    expect(store.getState().status).toBe('failed');
    expect(store.getState().error?.code).toBe('network.timeout');
    expect(store.getState().entries).toHaveLength(1);
    fails = false;
    await actions.loadMore();
    expect(store.getState().entries).toHaveLength(2);
    expect(markers).toEqual([undefined, 'm1', 'm1']);
  });

  it('lists as much again as was listed, page by page, and keeps what is selected far down', async () => {
    const asked: (number | undefined)[] = [];
    const { store, actions, names } = longStore((size) => asked.push(size));
    await actions.open('');
    await actions.loadAll();
    const last = names.at(-1) ?? '';
    actions.select({ ...store.getState().selection, selected: new Set([last]), anchor: last, current: last });
    names.splice(0, 0, 'a-new');
    asked.length = 0;
    await actions.noteChange();
    // A thousand more than there were, so that what was all is all again.
    expect(asked).toEqual([5000, 5000, 3000]);
    expect(store.getState().entries).toHaveLength(12_001);
    expect(store.getState()).toMatchObject({ status: 'ready', isOutdated: false });
    expect([...store.getState().selection.selected]).toEqual([last]);
  });

  it('takes out of a long list what was deleted, without reading it again', async () => {
    const { store, actions } = longStore(() => undefined, 21_000);
    await actions.open('');
    await actions.loadAll();
    const before = store.getState();
    const gone = before.entries.slice(20_000, 20_003);
    actions.select({ ...before.selection, selected: new Set(gone.map(({ name }) => name)) });
    await actions.forget(gone);
    const after = store.getState();
    expect([after.entries.length, after.listing.blobCount, after.listing.blobBytes]).toEqual([20_997, 20_997, 20_997]);
    expect([after.selection.selected.size, after.pagesAsked]).toEqual([0, before.pagesAsked]);
    expect(after.isOutdated).toBe(false);
  });

  it('lists again what changed while its first page was on its way', async () => {
    const { store, actions, names } = longStore(() => undefined, 3);
    const opening = actions.open('');
    await actions.noteChange();
    names.push('c-new');
    await opening;
    expect(store.getState().pagesAsked).toBe(2);
    expect(store.getState().entries).toHaveLength(4);
  });

  it('says of a long list that it changed, and reads it again when asked; who stops that keeps the rows of before', async () => {
    const { store, actions, names } = longStore(() => undefined, 21_000);
    await actions.open('');
    await actions.loadAll();
    const before = store.getState().pagesAsked;
    await actions.noteChange();
    expect([store.getState().isOutdated, store.getState().pagesAsked]).toEqual([true, before]);
    names.splice(0, 0, 'a-new');
    const refreshing = actions.refresh();
    expect(store.getState()).toMatchObject({ status: 'refreshing', isOutdated: true });
    actions.stop();
    await refreshing;
    expect(store.getState()).toMatchObject({ status: 'ready', isOutdated: true });
    expect(store.getState().entries).toHaveLength(21_000);
    await actions.refresh();
    expect(store.getState().entries).toHaveLength(21_001);
    expect(store.getState().isOutdated).toBe(false);
  });

  it('keeps what is still there selected after a refresh', async () => {
    let names = ['a', 'b'];
    const { store, actions } = storeOver(() => Promise.resolve(page(names, null)));
    await actions.open('');
    actions.select({ selected: new Set(['a', 'b']), anchor: 'a', current: 'a', currentIndex: 0 });
    names = ['b', 'c'];
    await actions.refresh();
    expect([...store.getState().selection.selected]).toEqual(['b']);
    expect(store.getState().selection.current).toBe('b');
  });

  it('takes rows for old once they were to be read again and were not: stopped, or failed', async () => {
    let isBroken = false;
    let isSlow = false;
    const { store, actions } = storeOver((_input, signal) => {
      if (isBroken) return Promise.reject(new StowageError('network.reset', 'Reset.'));
      if (!isSlow) return Promise.resolve(page(['a'], 'next'));
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Stopped.'))));
    });
    await actions.open('');
    isSlow = true;
    const again = actions.noteChange();
    actions.stop();
    await again;
    expect(store.getState()).toMatchObject({ status: 'ready', isOutdated: true });
    isSlow = false;
    await actions.refresh();
    expect(store.getState()).toMatchObject({ status: 'ready', isOutdated: false });
    isBroken = true;
    await actions.loadMore();
    expect(store.getState()).toMatchObject({ status: 'failed', isOutdated: false });
    await actions.refresh();
    expect(store.getState()).toMatchObject({ status: 'failed', isOutdated: true });
    isBroken = false;
    await actions.refresh();
    expect(store.getState()).toMatchObject({ status: 'ready', isOutdated: false });
  });

  it('keeps the order that was chosen when an incomplete list is read again', async () => {
    const { store, actions } = storeOver(({ marker }) =>
      Promise.resolve(page(marker === undefined ? ['a', 'b', 'c'] : ['d'], marker === undefined ? 'next' : null)),
    );
    await actions.open('');
    actions.sortBy('name');
    actions.sortBy('name');
    await actions.refresh();
    expect(store.getState().order).toEqual({ column: 'name', direction: 'descending' });
    expect(store.getState().entries.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  it('goes back to the order of the service where a whole list has grown beyond what is read of it', async () => {
    const { store, actions, names } = longStore(() => undefined, 400);
    await actions.open('');
    expect(store.getState().order).toEqual({ column: 'name', direction: 'ascending' });
    names.push(...Array.from({ length: 5_000 }, (_, index) => `c${index}`));
    await actions.refresh();
    expect(store.getState().order).toBe('service');
  });

  it('arranges folders anew that are sorted by size, once their sizes are known, and no others', async () => {
    const known = new Map<string, number>();
    const { store, actions } = createListingStore({
      connectionId: 'local',
      container: 'photos',
      listPage: () => Promise.resolve(page(['z'], null, ['a/', 'b/'])),
      wait: () => Promise.resolve(),
      folderBytes: (prefix) => known.get(prefix),
    });
    await actions.open('');
    const byName = store.getState().entries;
    actions.noteSizes();
    expect(store.getState().entries).toBe(byName);
    actions.sortBy('size');
    expect(store.getState().entries.map(({ name }) => name)).toEqual(['a/', 'b/', 'z']);
    known.set('a/', 9).set('b/', 5);
    actions.noteSizes();
    expect(store.getState().entries.map(({ name }) => name)).toEqual(['b/', 'a/', 'z']);
  });
});
