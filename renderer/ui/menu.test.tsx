import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Button } from './button';
import { type MenuEntry, MenuButton } from './menu';

afterEach(cleanup);

const why = 'The SAS of Quay has no write permission.';
const entry = (label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id: label,
  label,
  onAction: () => undefined,
  ...(more as object),
});

it('shows a reason once for all entries that it disables, and announces it at each to a screen reader', async () => {
  const greyed = { isDisabled: true, description: why };
  const other = { isDisabled: true, description: 'Nothing is selected.' };
  const entries = [entry('Cut'), entry('Paste', greyed), entry('Rename', other), 'separator', entry('Folder', greyed)];
  render(
    <MenuButton label="More" entries={entries as readonly MenuEntry[]}>
      <Button>More</Button>
    </MenuButton>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'More' }));
  for (const name of [`Paste ${why}`, `Folder ${why}`]) expect(screen.getByRole('menuitem', { name })).toBeTruthy();
  const seen = screen.getAllByText(why).map((text) => text.closest('.hidden') === null);
  expect(seen).toEqual([true, false]);
});
