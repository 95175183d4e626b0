// The text of the find field matches what the rows show, even after its mode has changed or another view was active.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { blob, forgetBetweenTests, showContainer } from '../fixtures/shown-container';

forgetBetweenTests();

const field = (): HTMLInputElement => screen.getByRole('searchbox', { name: 'Search names' });
const shownNames = (): readonly (string | null | undefined)[] =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));

async function findBy(user: UserEvent, mode: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: /Search mode/ }));
  await user.click(screen.getByRole('option', { name: new RegExp(`^${mode}`) }));
}

it('filters by what was looked for as a start once it is meant as a part', async () => {
  const user = userEvent.setup();
  showContainer();
  await screen.findByRole('grid');
  await user.type(field(), 'wave');
  await screen.findByRole('gridcell', { name: 'waveIMG_1.heic' });
  await findBy(user, 'Contains');
  // Once all is listed again.
  await waitFor(() => expect(screen.getByText(/1 shown of/).textContent).toContain('3 blobs'));
  expect(field().value).toBe('wave');
  expect(shownNames()).toEqual(['🌊 wave.png']);
});

it('does not search when rows return from another view', async () => {
  const user = userEvent.setup();
  showContainer();
  await screen.findByRole('grid');
  await findBy(user, 'Contains');
  await user.type(field(), 'wave');
  await screen.findByText(/1 shown of/);
  await user.click(screen.getByRole('radio', { name: 'Sizes' }));
  await user.click(screen.getByRole('radio', { name: 'Folders' }));
  expect(field().value).toBe('');
  expect(shownNames()).toHaveLength(4);
  expect(screen.queryByText(/shown of/)).toBeNull();
});

it('shows a message when no listed name contains it, and shows all again', async () => {
  const user = userEvent.setup();
  showContainer();
  await screen.findByRole('grid');
  await findBy(user, 'Contains');
  await user.type(field(), 'nowhere');
  const none = (await screen.findByText('No listed names contain “nowhere”')).parentElement as HTMLElement;
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByRole('button', { name: 'List all' })).toBeNull();
  await user.click(within(none).getByRole('button', { name: 'Clear' }));
  expect(field().value).toBe('');
  expect(shownNames()).toHaveLength(4);
});

it('lists the rest where only a part is listed and none of it holds what is looked for', async () => {
  const user = userEvent.setup();
  showContainer({
    calls: {
      'blobs.list': ({ marker }) =>
        marker === undefined
          ? { folders: [], blobs: Array.from({ length: 1000 }, (_, index) => blob(`first ${index}`)), marker: 'next' }
          : { folders: [], blobs: [blob('second'), blob('third')], marker: null },
    },
  });
  await screen.findByRole('grid');
  await findBy(user, 'Contains');
  await user.type(field(), 'second');
  const none = (await screen.findByText('No listed names contain “second”')).parentElement as HTMLElement;
  await user.click(within(none).getByRole('button', { name: 'List all' }));
  await screen.findByText(/1 shown of/);
  expect(shownNames()).toEqual(['second']);
});
