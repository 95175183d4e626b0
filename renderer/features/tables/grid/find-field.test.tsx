// The field that finds in loaded rows: Enter is answered, also before there is anything to answer it with.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Find, type FindState, nothingSought } from './find';
import { FindField } from './find-field';
import type { Cell } from './selection';

afterEach(cleanup);

/** Finds nothing before the test triggers it. */
function slowFind() {
  const store = createStore<FindState>(() => nothingSought);
  const find: Find = {
    store,
    search: (text) => store.setState({ ...nothingSought, text, status: text === '' ? 'idle' : 'searching' }),
    among: () => undefined,
    step: () => (store.getState().matches === 0 ? undefined : { row: 11, column: 3 }),
  };
  return { find, store };
}

it('goes to the first match that comes after Enter, once, and not after other letters', async () => {
  const { find, store } = slowFind();
  const gone: Cell[] = [];
  render(
    <FindField find={find} selection={undefined} isActive onGo={(cell) => gone.push(cell)} onLeave={() => undefined} />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Search loaded rows' }));
  await user.keyboard('gate{Enter}way');
  store.setState({ status: 'searching', matches: 1, searchedRows: 1000 });
  await screen.findByText(/1 match/);
  expect(gone).toEqual([]);
  await user.clear(screen.getByRole('textbox', { name: 'Search loaded rows' }));
  await user.keyboard('gateway{Enter}');
  expect(gone).toEqual([]);
  store.setState({ status: 'searching', matches: 1, searchedRows: 1000 });
  await waitFor(() => expect(gone).toEqual([{ row: 11, column: 3 }]));
  store.setState({ status: 'idle', matches: 2, searchedRows: 2000 });
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('2 matches'));
  expect(gone).toHaveLength(1);
});
