// What the find field says is what the rows show, also when it is meant another way or another view was in front.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { forgetBetweenTests, showContainer, shown } from '../fixtures/shown-container';

forgetBetweenTests();

const field = (): HTMLInputElement => screen.getByRole('searchbox', { name: 'Find names' });
const shownNames = (): readonly (string | null | undefined)[] =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));
const lists = (): number => shown.bridge.asked.filter(({ name }) => name === 'blobs.list').length;

async function findBy(user: UserEvent, mode: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: /How names are found/ }));
  await user.click(screen.getByRole('option', { name: new RegExp(`^${mode}`) }));
}

it('filters by what was looked for as a start once it is meant as a part', async () => {
  const user = userEvent.setup();
  showContainer();
  await screen.findByRole('grid');
  await user.type(field(), 'wave');
  await waitFor(() => expect(lists()).toBe(2));
  await findBy(user, 'Contains');
  await waitFor(() => expect(lists()).toBe(3));
  await screen.findByText(/1 shown of/);
  expect(field().value).toBe('wave');
  expect(shownNames()).toEqual(['🌊 wave.png']);
});
