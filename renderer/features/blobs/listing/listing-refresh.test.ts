// Reading a listing again after changes: how much of it, what stays selected and sorted, and what counts as outdated.
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { longStore, page, storeOver } from './fixtures/scripted-listing';

describe('a listing that is read again', () => {
  it('lists as many pages again as were listed, and retains a selection at the end of the list', async () => {
    const requested: number[] = [];
    const { store, actions, names } = longStore({ onPage: (size) => requested.push(size) });
    await actions.open('');
    await actions.loadAll();
    const last = names.at(-1) ?? '';
    actions.select({ ...store.getState().selection, selected: new Set([last]), anchor: last, current: last });
    names.splice(0, 0, 'a-new');
    requested.length = 0;
    await actions.noteChange();
    // A thousand more than before, so that a complete list is complete again.
    expect(requested).toEqual([5000, 5000, 3000]);
    expect(store.getState().entries).toHaveLength(12_001);
    expect(store.getState()).toMatchObject({ status: 'ready', isOutdated: false });
    expect([...store.getState().selection.selected]).toEqual([last]);
  });

  it('removes from a long list what was deleted, without reading it again', async () => {
    const { store, actions } = longStore({ count: 21_000 });
    await actions.open('');
    await actions.loadAll();
    const before = store.getState();
    const gone = before.entries.slice(20_000, 20_003);
    actions.select({ ...before.selection, selected: new Set(gone.map(({ name }) => name)) });
    await actions.forget(gone);
    const after = store.getState();
    expect([after.entries.length, after.listing.blobCount, after.listing.blobBytes]).toEqual([20_997, 20_997, 20_997]);
    expect([after.selection.selected.size, after.pagesRequested]).toEqual([0, before.pagesRequested]);
    expect(after.isOutdated).toBe(false);
  });

  it('excludes what was deleted while another page was loading', async () => {
    const { store, actions } = longStore({ count: 30_000 });
    await actions.open('');
    for (let pages = 1; pages < 21; pages += 1) await actions.loadMore();
    const more = actions.loadAll();
    await actions.forget(store.getState().entries.slice(0, 1));
    await more;
    const { entries, listing } = store.getState();
    expect([entries.length, listing.entries.length, listing.blobCount]).toEqual([29_999, 29_999, 29_999]);
    actions.filter('b000000');
    expect(store.getState().entries).toEqual([]);
  });

  it('removes from a long list what was deleted while it was read again, and shows what else changed', async () => {
    const { store, actions } = longStore({ count: 21_000 });
    await actions.open('');
    await actions.loadAll();
    const refreshing = actions.refresh();
    await actions.forget(store.getState().entries.slice(0, 3));
    await actions.noteChange();
    await refreshing;
    expect(store.getState().entries).toHaveLength(20_997);
    expect(store.getState()).toMatchObject({ status: 'ready', isOutdated: true });
  });

  it('lists again what changed while its first page was loading', async () => {
    const { store, actions, names } = longStore({ count: 3 });
    const opening = actions.open('');
    await actions.noteChange();
    names.push('c-new');
    await opening;
    expect(store.getState().pagesRequested).toBe(2);
    expect(store.getState().entries).toHaveLength(4);
  });

  it('shows that a long list changed, and reads it again on request; stopping that retains the previous rows', async () => {
    const { store, actions, names } = longStore({ count: 21_000 });
    await actions.open('');
    await actions.loadAll();
    const before = store.getState().pagesRequested;
    await actions.noteChange();
    expect([store.getState().isOutdated, store.getState().pagesRequested]).toEqual([true, before]);
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

  it('retains the selection of existing entries after a refresh', async () => {
    let names = ['a', 'b'];
    const { store, actions } = storeOver(() => Promise.resolve(page(names, null)));
    await actions.open('');
    actions.select({ selected: new Set(['a', 'b']), anchor: 'a', current: 'a', currentIndex: 0 });
    names = ['b', 'c'];
    await actions.refresh();
    expect([...store.getState().selection.selected]).toEqual(['b']);
    expect(store.getState().selection.current).toBe('b');
  });

  it('marks rows as outdated when reading them again was stopped or failed', async () => {
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

  it("returns to the service's order when a complete list has grown beyond what is read of it", async () => {
    const { store, actions, names } = longStore({ count: 400 });
    await actions.open('');
    expect(store.getState().order).toEqual({ column: 'name', direction: 'ascending' });
    names.push(...Array.from({ length: 5_000 }, (_, index) => `c${index}`));
    await actions.refresh();
    expect(store.getState().order).toBe('service');
  });
});
