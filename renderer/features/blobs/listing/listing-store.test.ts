// Opening, paging, sorting and filtering one container, and folders that race, against a scripted service.
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { BlobListing } from '@shared/model/blob';
import { page, storeOver } from './fixtures/scripted-listing';
import { createListingStore } from './listing-store';

describe('createListingStore', () => {
  it('requests the folder and shows a complete listing by name, folders first', async () => {
    const requests: unknown[] = [];
    const { store, actions } = storeOver((input) => {
      requests.push(input);
      return Promise.resolve(page(['a.txt', 'c.txt'], null, ['b/']));
    });
    await actions.open('2024/');
    expect(requests).toEqual([
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

  it('counts every requested page, of every folder, including failed ones', async () => {
    let isBroken = false;
    const { store, actions } = storeOver(() =>
      isBroken ? Promise.reject(new StowageError('network.reset', 'Reset.')) : Promise.resolve(page(['a'], 'next')),
    );
    await actions.open('');
    await actions.loadMore();
    await actions.open('2024/');
    expect([store.getState().listing.pages, store.getState().pagesRequested]).toEqual([1, 3]);
    isBroken = true;
    await actions.loadMore();
    await actions.setDepth('flat');
    expect(store.getState().pagesRequested).toBe(5);
  });

  it('sorts and filters what is listed, and inserts later pages in order', async () => {
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

  it('retains the filter of what is listed when another name prefix is requested', async () => {
    const { store, actions } = storeOver(() => Promise.resolve(page(['a1', 'b'], null)));
    await actions.open('');
    await actions.narrow('2026');
    actions.filter('1');
    await actions.narrow('');
    expect(store.getState()).toMatchObject({ contains: '1', startsWith: '' });
    expect(store.getState().entries.map(({ name }) => name)).toEqual(['a1']);
  });

  it('requests a name prefix from the service, and listings of all depths', async () => {
    const requests: unknown[] = [];
    const { store, actions } = storeOver(({ prefix, depth }) => {
      requests.push([prefix, depth]);
      return Promise.resolve(page([`${prefix}x`], null));
    });
    await actions.open('logs/');
    await actions.narrow('2026');
    expect(store.getState()).toMatchObject({ prefix: 'logs/', startsWith: '2026', status: 'ready' });
    await actions.setDepth('flat');
    await actions.open('');
    expect(requests).toEqual([
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

  it('retains rows when a later page fails, and continues from the same marker', async () => {
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
