// The keys that take staging back: heard in the tab in front, and left to the fields in which somebody types.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ChangesBar } from './changes-bar';

afterEach(cleanup);

function show(place: 'in-front' | 'behind'): string[] {
  const steps: string[] = [];
  render(
    <>
      <input aria-label="Filter" />
      <div tabIndex={0} role="grid" aria-label="Rows" />
      <ChangesBar
        counts={{ changed: 0, inserted: 0, deleted: 0 }}
        onDiscardAll={() => undefined}
        onReview={() => undefined}
        steps={{ isActive: place === 'in-front', onStep: (direction) => steps.push(direction) }}
      />
    </>,
  );
  return steps;
}

it('go back and forwards, also while nothing is staged', async () => {
  const steps = show('in-front');
  const user = userEvent.setup();
  screen.getByRole('grid').focus();
  await user.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}z');
  expect(steps).toEqual(['back', 'forward', 'forward']);
});

it('belong to a field while somebody types into it, and to the tab in front', async () => {
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
