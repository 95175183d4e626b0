import { act, render } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AfterRows } from './after-rows';
import { emptyQueryDraft } from '../query/query-draft';
import { type SessionState, emptyState } from '../result/run-state';

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
});
afterEach(() => vi.restoreAllMocks());
const nextFrame = (): void => act(() => frames.splice(0).forEach((frame) => frame(0)));

const page = { latencyMs: 1, firstByteMs: 1, rows: 1, bytes: 1, retries: 0, decodeMs: 0, ended: 'last' } as const;
const firstPage: SessionState = { ...emptyState, pages: [page] };
const secondPage: SessionState = { ...emptyState, pages: [page, page] };

let drawn: string[] = [];
beforeEach(() => {
  drawn = [];
});
function Drawn({ what }: { readonly what: string }) {
  useLayoutEffect(() => {
    drawn.push(what);
  }, [what]);
  return what;
}

it('draws the toolbars after the rows of a first page, and at once on any other change', () => {
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
    rerender(shown(state, draft, word));
    return [...drawn];
  };
  expect(then(firstPage, emptyQueryDraft, 'one')).toEqual(['rows one']);
  expect(then(firstPage, emptyQueryDraft, 'marked')).toEqual(['rows marked']);
  drawn.length = 0;
  nextFrame();
  expect(drawn).toEqual(['beside marked']);
  expect(then(firstPage, emptyQueryDraft, 'found')).toEqual(['beside found', 'rows found']);
  expect(then(emptyState, typed, 'typed')).toEqual(['beside typed', 'rows typed']);
  expect(then(secondPage, typed, 'two')).toEqual(['beside two', 'rows two']);
});

const beside = (state: SessionState, word: string) => (
  <AfterRows state={state} draft={emptyQueryDraft}>
    <Drawn what={word} />
  </AfterRows>
);

it('waits for one frame, however often the state of the run changes', () => {
  const { rerender } = render(beside(emptyState, 'none'));
  drawn = [];
  for (const word of ['one', 'two', 'three']) rerender(beside({ ...firstPage }, word));
  nextFrame();
  expect(drawn).toEqual(['three']);
});

it('waits no longer once a later page is there, however late the frame is', () => {
  const { rerender } = render(beside(emptyState, 'none'));
  drawn = [];
  rerender(beside(firstPage, 'one'));
  rerender(beside(secondPage, 'two'));
  expect(drawn).toEqual(['two']);
  nextFrame();
  expect(drawn).toEqual(['two']);
});

it('waits for the next frame where another run begins just as it is drawn', () => {
  const { rerender } = render(beside(emptyState, 'none'));
  rerender(beside({ ...firstPage }, 'one'));
  act(() => {
    frames.splice(0).forEach((frame) => frame(0));
    rerender(beside({ ...firstPage }, 'two'));
  });
  nextFrame();
  expect(drawn.at(-1)).toBe('two');
});

it('lets what changes before they are drawn wait with them, and then draws the newest', () => {
  function Tab({ state }: { readonly state: SessionState }) {
    const [rows, setRows] = useState(0);
    useLayoutEffect(() => {
      drawn.push(`rows ${state.pages.length}`);
      setRows(state.pages.length);
    }, [state]);
    return (
      <AfterRows state={state} draft={emptyQueryDraft}>
        <Drawn what={`${state.pages.length} pages, ${rows} rows`} />
      </AfterRows>
    );
  }
  const { rerender } = render(<Tab state={emptyState} />);
  drawn = [];
  rerender(<Tab state={firstPage} />);
  expect(drawn, 'not in the frame of the rows').toEqual(['rows 1']);
  nextFrame();
  expect(drawn).toEqual(['rows 1', '1 pages, 1 rows']);
});
