// What the review learns while it is open, in the staging of its table.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { reviewEdits } from '@shared/edit/review';
import { afterEach, expect, it } from 'vitest';
import { listPage } from '../fixtures/list-page';
import { stagingOf } from '../staged/staged-tables';
import { changeKeys, discardAll } from '../staged/staging';
import { useStaging } from '../staged/use-staging';
import { berth, entityOf } from './fixtures/edits';
import { useReview } from './use-review';

const page = listPage(280);
const place = { connectionId: 'local', table: 'Berths' };
const nothing = (): void => undefined;

function Reviewed() {
  const staging = useStaging(place);
  const review = useReview({
    place: { ...place, connectionName: 'Local', environment: 'other', access: 'writable' },
    edits: staging.state.staging.edits,
    staging,
    ...{ onCopy: nothing, onLeave: nothing, onGoTo: nothing },
  });
  return <div>{review.element ?? <button onClick={review.open}>Open</button>}</div>;
}

afterEach(() => {
  cleanup();
  stagingOf(place).stage(discardAll);
});

it('reads a whole entity without a step of its own: the next one back is what a person did last', async () => {
  const whole = entityOf('B1', berth);
  page.answer({
    'entities.get': () => ({ entity: whole }),
    'edits.review': ({ table, edits, grouping }) => {
      return reviewEdits({ endpoint: 'https://harbour.table.core.windows.net', table, edits, grouping });
    },
  });
  const { stage, step, store } = stagingOf(place);
  const part = { read: entityOf('B1', []), readColumns: 'some' } as const;
  stage((before) => changeKeys(before, part, { partitionKey: 'Quay', rowKey: 'B2' }));
  render(<Reviewed />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Read the whole entity' }));
  await waitFor(() => expect(store.getState().staging.edits).toMatchObject([{ readColumns: 'all' }]));
  step('back');
  expect(store.getState().staging.edits).toEqual([]);
});
