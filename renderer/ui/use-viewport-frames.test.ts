// The first frames of a viewport: the size of the previous one in its position, and no more rows than are visible.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useViewport } from './use-viewport';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Height and overscan of what is drawn one after another, of an element that is so high. */
function drawn(heightPx: number, viewKey?: string): readonly (readonly [number, number])[] {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(heightPx);
  const element = { current: document.createElement('div') };
  const seen: [number, number][] = [];
  renderHook(() => {
    const view = useViewport(element, 1_000, { lines: 1, ...(viewKey === undefined ? {} : { viewKey }) });
    const [shownPx, overscanRows] = seen.at(-1) ?? [];
    if (view.heightPx !== shownPx || view.overscanRows !== overscanRows) seen.push([view.heightPx, view.overscanRows]);
  });
  cleanup();
  return seen;
}

it('has the size of the previous one in its position at first, then its own, and then rows beyond it', () => {
  // Nothing is known of the first.
  expect(drawn(560, 'rows')).toEqual([
    [0, 0],
    [560, 0],
    [560, 12],
  ]);
  expect(drawn(560, 'rows')).toEqual([
    [560, 0],
    [560, 12],
  ]);
  // The position has become lower meanwhile.
  expect(drawn(300, 'rows')).toEqual([
    [560, 0],
    [300, 0],
    [300, 12],
  ]);
  expect(drawn(300, 'elsewhere')[0]).toEqual([0, 0]);
  expect(drawn(300)[0]).toEqual([0, 0]);
});

it('remembers no position that is not shown', () => {
  drawn(400, 'behind');
  drawn(0, 'behind');
  expect(drawn(400, 'behind')[0]).toEqual([400, 0]);
});

it('is measured before its first frame is painted', () => {
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300);
  const element = { current: document.createElement('div') };
  let measured = 0;
  renderHook(() => {
    useViewport(element, 1_000, { lines: 1, viewKey: 'seen' });
    // React draws what a layout effect sets before the browser paints.
    useLayoutEffect(() => {
      measured = height.mock.calls.length;
    }, []);
  });
  expect(measured).toBe(1);
});
