// Where the rows of a run stood, and where they stand once they are back.
import { act, cleanup, renderHook } from '@testing-library/react';
import { StowageError } from '@shared/errors';
import { afterEach, expect, it, vi } from 'vitest';
import { useStore } from 'zustand';
import { loaded, query, reaches } from '../fixtures/open-staging';
import { createTestPort } from '../fixtures/test-port';
import { QueryRun } from '../result/query-run';
import { useScrollBack } from './use-grid-scroll';

afterEach(cleanup);

it('rows that come back are scrolled as they were, those of a run that went well are not', async () => {
  const port = createTestPort([loaded]);
  const session = new QueryRun({ calls: port, wait: () => Promise.resolve() });
  const scrollTo = vi.fn<() => void>();
  const handle = { current: { scrollTo } };
  const { result } = renderHook(() => {
    const run = useStore(session.store, (state) => state.run);
    return useScrollBack({ session, run, handle });
  });
  const runs = () => act(() => reaches(session, 'complete', () => session.run('local', query)));
  await runs();
  result.current({ topRow: 90, leftPx: 4 });
  port.failNextPage(new StowageError('auth.denied', 'No right to read.'));
  await runs();
  expect(session.store.getState().rejected).toBeDefined();
  expect(scrollTo.mock.calls).toEqual([[{ topRow: 90, leftPx: 4 }]]);
  await runs();
  expect(session.store.getState().rejected).toBeUndefined();
  expect(scrollTo).toHaveBeenCalledTimes(1);
});
