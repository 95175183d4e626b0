// More folders than a map can show: the smaller ones are looked into step by step, and one comes back the same way.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { BlobSizes, SizedFolder } from '@shared/model/blob-sizes';
import { createSizesStore } from './sizes-store';
import { SizesView } from './sizes-view';
import { mostTiles } from './tiles';

afterEach(cleanup);

const count = mostTiles + 100;
const folder = (parent: number, name: string, bytes: number): SizedFolder => ({
  ...{ parent, name, bytes, blobs: 1, ownBlobs: parent === -1 ? 0 : 1, ownBytes: parent === -1 ? 0 : bytes },
  newest: '',
});
const sizes: BlobSizes = {
  folders: [
    { ...folder(-1, '', (count * (count + 1)) / 2), blobs: count },
    ...Array.from({ length: count }, (_, index) => folder(0, `${index}/`, count - index)),
  ],
  ...{ depth: 1, endings: [], tiers: [], ages: [], largest: [] },
  ...{ requests: 1, asOf: '2026-11-22T12:00:00.000Z', state: 'complete' },
};

it('goes on with the smaller folders, and back to the larger ones', async () => {
  const store = createSizesStore({
    ...{ connectionId: 'quay', container: 'hold' },
    follow: (_input, onEvent) => Promise.resolve(onEvent(sizes)),
  });
  const nothing = (): void => undefined;
  render(
    <SizesView
      {...{ sizes: store, container: 'hold', prefix: '', onOpen: nothing, onShowBlobs: nothing, onOpenBlob: nothing }}
    />,
  );
  // By their places: finding a name by its role among so many rows takes half a minute here.
  const names = (): readonly string[] =>
    [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
  const smaller = await screen.findByText('100 smaller folders', {}, { timeout: 10_000 });
  expect([names().includes('0/'), names().includes(`${count - 1}/`)]).toEqual([true, false]);
  fireEvent.click(smaller);
  expect(screen.getByText(`folders ${mostTiles + 1} to ${count} of ${count}, by size`)).toBeTruthy();
  expect([names().includes('0/'), names().includes(`${count - 1}/`)]).toEqual([false, true]);
  fireEvent.click(screen.getByText('Larger folders'));
  expect([names().includes('0/'), names().includes(`${count - 1}/`)]).toEqual([true, false]);
  expect(screen.queryByText('Larger folders')).toBeNull();
});
