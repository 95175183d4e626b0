// More folders than a map can show: the smaller ones are looked into step by step, and one comes back the same way; the
// keyboard stays where it is at work.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { cancelled } from '@shared/errors';
import type { BlobSizes, SizedFolder } from '@shared/model/blob-sizes';
import { type FollowSizes, createSizesStore } from './sizes-store';
import { SizesView } from './sizes-view';
import { maxTiles } from './tiles';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const count = maxTiles + 100;
const folder = (parent: number, name: string, bytes: number): SizedFolder => ({
  parent,
  name,
  bytes,
  blobs: 1,
  ownBlobs: parent === -1 ? 0 : 1,
  ownBytes: parent === -1 ? 0 : bytes,
  newest: '',
});
const sizesOf = (folders: number): BlobSizes => ({
  folders: [
    { ...folder(-1, '', (folders * (folders + 1)) / 2), blobs: folders },
    ...Array.from({ length: folders }, (_, index) => folder(0, `${index}/`, folders - index)),
  ],
  depth: 1,
  endings: [],
  tiers: [],
  ages: [],
  largest: [],
  requests: 1,
  asOf: '2026-11-22T12:00:00.000Z',
  state: 'complete',
});

const atOnce =
  (folders: number): FollowSizes =>
  (_input, onEvent) => {
    onEvent(sizesOf(folders));
    return Promise.resolve();
  };

function show(folders: number, follow = atOnce(folders)): void {
  const store = createSizesStore({ connectionId: 'quay', container: 'hold', follow });
  const nothing = (): void => undefined;
  render(
    <SizesView sizes={store} container="hold" prefix="" onOpen={nothing} onShowBlobs={nothing} onOpenBlob={nothing} />,
  );
}

/** By their positions: finding a name by its role among so many rows takes half a minute here. */
const shown = (): readonly boolean[] => {
  const names = [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
  return [names.includes('0/'), names.includes(`${count - 1}/`)];
};
const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');

async function goOn(): Promise<void> {
  const smaller = await screen.findByText('100 smaller folders', {}, { timeout: 10_000 });
  const button = smaller.closest('button');
  button?.focus();
  fireEvent.click(smaller);
}

it('continues with the smaller folders, and returns to the larger ones', async () => {
  show(count);
  await goOn();
  expect(shown()).toEqual([false, true]);
  expect(focused()).toBe('Sizes, Folders');
  const statusText = document.querySelector('[role="status"]')?.textContent;
  expect(statusText).toContain(` · folders ${maxTiles + 1}–${count} of ${count}, by size`);
  fireEvent.click(screen.getByText('Larger folders'));
  expect(shown()).toEqual([true, false]);
  expect(screen.queryByText('Larger folders')).toBeNull();
});

it('begins with the largest folders when it counts again', async () => {
  show(count);
  await goOn();
  fireEvent.click(screen.getByText('Count again'));
  await screen.findByText('100 smaller folders', {}, { timeout: 10_000 });
  expect(shown()).toEqual([true, false]);
});

it('moves the focus to the map when the back button is gone', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  show(count);
  fireEvent.click(await screen.findByLabelText(/^100 smaller folders/));
  fireEvent.click(screen.getByText('Larger folders'));
  expect(focused()).toMatch(/^100 smaller folders/);
});

it('leaves the focus where it is when there is no step up', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  show(2);
  const tile = await screen.findByLabelText(/^0\/: /);
  tile.focus();
  fireEvent.keyDown(tile, { key: 'Backspace' });
  const again = screen.getByRole('button', { name: 'Count again' });
  again.focus();
  fireEvent.click(again);
  await screen.findByLabelText(/^0\/: /);
  expect(document.activeElement).toBe(again);
});

it('a stopped count resumes, and the focus stays when both buttons are pressed', () => {
  const begun: string[] = [];
  show(3, ({ from }, onEvent, signal) => {
    begun.push(from);
    onEvent({ ...sizesOf(3), state: 'counting' });
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(cancelled())));
  });
  const stop = screen.getByRole('button', { name: 'Stop' });
  stop.focus();
  fireEvent.click(stop);
  expect(document.activeElement?.textContent).toBe('Resume');
  expect(screen.getByRole('button', { name: 'Count again' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(document.activeElement?.textContent).toBe('Stop');
  expect(screen.queryByRole('button', { name: 'Count again' })).toBeNull();
  expect(begun).toEqual(['start', 'where it stopped']);
});
