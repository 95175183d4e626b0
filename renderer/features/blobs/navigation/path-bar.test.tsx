// The way to a folder: short ones are read, of a deep one the folders between are in a menu.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { PathBar } from './path-bar';

afterEach(cleanup);

const read = (): readonly (string | null)[] =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('is shown as a whole when it is short', () => {
  render(<PathBar account={null} container="photos" prefix="2024/05/night/" onOpen={vi.fn()} />);
  expect(read()).toEqual(['photos', '2024', '05', 'night']);
  expect(screen.queryByRole('button', { name: 'Intermediate folders' })).toBeNull();
});

it('collapses the middle folders into a menu when the folder is deep', async () => {
  const onOpen = vi.fn();
  render(<PathBar account={null} container="photos" prefix="2024/05//harbour/night/" onOpen={onOpen} />);
  expect(read()).toEqual(['photos', '', 'harbour', 'night']);
  expect(screen.getByText('night').closest('[aria-current="location"]')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Intermediate folders' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['2024', '05', '(empty)']);
  await userEvent.click(screen.getByRole('menuitem', { name: '05' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('2024/05/');
  await userEvent.click(screen.getByRole('button', { name: 'harbour' }));
  expect(onOpen).toHaveBeenLastCalledWith('2024/05//harbour/');
});

it('begins with the account, which two containers of the same name may differ in', () => {
  render(<PathBar account="Prod EU" container="photos" prefix="" onOpen={vi.fn()} />);
  expect(screen.getByRole('navigation', { name: 'Folder' }).textContent).toBe('Prod EUphotos');
});
