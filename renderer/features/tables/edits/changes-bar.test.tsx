// The undo keys for staged edits: handled in the active tab, and left to fields that have the focus.
import '@renderer/testing/missing-in-jsdom';
import { Button, MenuButton, Select } from '@renderer/ui';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ChangesBar } from './changes-bar';

afterEach(cleanup);

function show(where: 'in-front' | 'behind', changed = 0): string[] {
  const steps: string[] = [];
  render(
    <>
      <input aria-label="Filter" />
      <div tabIndex={0} role="grid" aria-label="Rows" />
      <div tabIndex={0} role="listbox" aria-label="Pages" />
      <Select label="Order" options={[{ value: 'time', label: 'By time' }]} value="time" onChange={() => undefined} />
      <MenuButton label="More" entries={[{ id: 'sort', label: 'Sort', onAction: () => undefined }]}>
        <Button>More</Button>
      </MenuButton>
      <ChangesBar
        counts={{ changed, inserted: 0, deleted: 0 }}
        conflicts={[]}
        onDiscardAll={() => undefined}
        onReview={() => undefined}
        onResolve={() => undefined}
        steps={{ isActive: where === 'in-front', onStep: (direction) => steps.push(direction) }}
      />
    </>,
  );
  return steps;
}

it('undo keys: step back and forwards, even when nothing is staged', async () => {
  const steps = show('in-front');
  const user = userEvent.setup();
  screen.getByRole('grid').focus();
  await user.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}z');
  expect(steps).toEqual(['back', 'forward', 'forward']);
});

it('undo keys: act on a focused field while it is edited, otherwise on the active tab only', async () => {
  const steps = show('in-front');
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox'), 'a{Control>}z{/Control}');
  expect(steps).toEqual([]);
  cleanup();
  const behind = show('behind');
  screen.getByRole('grid').focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(behind).toEqual([]);
});

it('undo keys: do nothing while a dialog, a menu or the options of a field are open', async () => {
  const steps = show('in-front', 1);
  const user = userEvent.setup();
  const whileOpen = async (opener: string, role: string): Promise<void> => {
    await user.click(screen.getByRole('button', { name: opener }));
    await screen.findByRole(role);
    await user.keyboard('{Control>}z{/Control}');
    expect(steps, opener).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  };
  await whileOpen('Discard all', 'alertdialog');
  await whileOpen('More', 'menu');
  await whileOpen('By time Order', 'option');
  screen.getByRole('listbox', { name: 'Pages' }).focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(steps, 'a list in the tab').toEqual(['back']);
});
