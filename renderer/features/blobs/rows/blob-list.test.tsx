// A row's name is displayed unchanged while the list is scrolled past it, and the menu key is for the current row.
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { blob, forgetBetweenTests, showContainer } from '../fixtures/shown-container';

forgetBetweenTests();

it('does not shift a name when a row that ends alike comes into sight', async () => {
  const names = Array.from({ length: 120 }, (_, row) => `harbour quay ${100 + row} in the north.doc`);
  names[20] = 'harbour quay 120 x-pier.txt';
  names[50] = 'harbour quay 150 y-pier.txt';
  const blobs = names.map((name) => blob(name));
  showContainer({ calls: { 'blobs.list': () => ({ folders: [], blobs, marker: null }) } });
  const lastPieceOf = async (name: string): Promise<string | null | undefined> => {
    const row = await screen.findByRole('row', { name: new RegExp(name) });
    return row.querySelector('[class*=tail]')?.textContent;
  };
  const before = await lastPieceOf('x-pier');
  expect(before).toBe('x-pier.txt');
  const grid = screen.getByRole('grid');
  grid.scrollTop = 28 * 20;
  fireEvent.scroll(grid);
  await screen.findByRole('row', { name: /y-pier/ });
  expect(await lastPieceOf('x-pier')).toBe(before);
});

it('opens the menu of the current row by key, although the browser opens it at the middle of the list', async () => {
  const blobs = ['quay.txt', 'pier.txt', 'berth.txt'].map((name) => blob(name));
  showContainer({ calls: { 'blobs.list': () => ({ folders: [], blobs, marker: null }) } });
  fireEvent.click(await screen.findByRole('row', { name: /quay/ }));
  const other = screen.getByRole('row', { name: /pier/ });
  fireEvent.contextMenu(other, { button: -1 });
  expect(await screen.findByRole('menu', { name: 'Blob' })).toBeTruthy();
  const isSelected = (name: RegExp) =>
    screen.getByRole('row', { name, hidden: true }).getAttribute('aria-selected') === 'true';
  expect([isSelected(/quay/), isSelected(/pier/)]).toEqual([true, false]);
});
