import { act, render } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { AfterRows } from './after-rows';
import { emptyQueryDraft } from './query/query-draft';
import { type SessionState, emptyState } from './session/session-state';

it('draws what stands beside the rows after the rows of a first page, and at once whatever else changes', () => {
  const drawn: string[] = [];
  function Drawn({ what }: { readonly what: string }) {
    useLayoutEffect(() => {
      drawn.push(what);
    }, [what]);
    return what;
  }
  const page = { latencyMs: 1, firstByteMs: 1, rows: 1, bytes: 1, retries: 0, decodeMs: 0, ended: 'last' } as const;
  const firstPage: SessionState = { ...emptyState, pages: [page] };
  const secondPage: SessionState = { ...emptyState, pages: [page, page] };
  const typed = { ...emptyQueryDraft };
  const shown = (state: SessionState, draft: typeof emptyQueryDraft, word: string) => (
    <>
      <AfterRows state={state} draft={draft}>
        <Drawn what={`beside ${word}`} />
      </AfterRows>
      <Drawn what={`rows ${word}`} />
    </>
  );
  const { rerender } = render(shown(emptyState, emptyQueryDraft, 'none'));
  const then = (state: SessionState, draft: typeof emptyQueryDraft, word: string): readonly string[] => {
    drawn.length = 0;
    act(() => rerender(shown(state, draft, word)));
    return [...drawn];
  };
  expect(then(firstPage, emptyQueryDraft, 'one')).toEqual(['rows one', 'beside one']);
  expect(then(firstPage, emptyQueryDraft, 'found')).toEqual(['beside found', 'rows found']);
  expect(then(emptyState, typed, 'typed')).toEqual(['beside typed', 'rows typed']);
  expect(then(secondPage, typed, 'two')).toEqual(['beside two', 'rows two']);
});

it('lets what changes before they are drawn wait with them, and then draws the newest', () => {
  const drawn: string[] = [];
  const page = { latencyMs: 1, firstByteMs: 1, rows: 1, bytes: 1, retries: 0, decodeMs: 0, ended: 'last' } as const;
  function Beside({ what }: { readonly what: string }) {
    useLayoutEffect(() => {
      drawn.push(what);
    }, [what]);
    return what;
  }
  function Tab({ state }: { readonly state: SessionState }) {
    const [rows, setRows] = useState(0);
    useLayoutEffect(() => {
      drawn.push(`rows ${state.pages.length}`);
      setRows(state.pages.length);
    }, [state]);
    return (
      <AfterRows state={state} draft={emptyQueryDraft}>
        <Beside what={`${state.pages.length} pages, ${rows} rows`} />
      </AfterRows>
    );
  }
  const { rerender } = render(<Tab state={emptyState} />);
  drawn.length = 0;
  act(() => rerender(<Tab state={{ ...emptyState, pages: [page] }} />));
  expect(drawn).toEqual(['rows 1', '1 pages, 1 rows']);
});
