import { act, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
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
