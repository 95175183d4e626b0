// The scroll position of a tab: saved while it is open, and restored once its content is long enough again.
import { cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSavedScroll } from './saved-scroll';
import { closeTabs, openTab, tabId } from './tabs-store';

const settings = { kind: 'settings' } as const;
const id = tabId(settings);

/** The test DOM has no layout: the height of the content is set by hand. */
function Panel({
  view = 'on-screen',
  lengthPx = 1000,
}: {
  readonly view?: 'on-screen' | 'hidden';
  readonly lengthPx?: number;
}) {
  const panel = useRef<HTMLDivElement>(null);
  useSavedScroll(panel, id, view);
  const measure = (element: HTMLDivElement | null): void => {
    if (element === null) return;
    Object.defineProperty(element, 'clientHeight', { configurable: true, value: 200 });
    Object.defineProperty(element, 'scrollHeight', { configurable: true, value: lengthPx });
  };
  return (
    <div ref={panel}>
      <div ref={measure} data-kept-scroll="page" data-testid="page">
        {lengthPx > 200 ? <p>rows</p> : null}
      </div>
    </div>
  );
}

beforeEach(() => openTab(settings));
afterEach(() => {
  cleanup();
  closeTabs(() => true);
  localStorage.clear();
});

const stored = (): unknown => JSON.parse(localStorage.getItem('workspace:scroll') ?? 'null');
const restart = (): void => localStorage.setItem('workspace:scroll', JSON.stringify({ [id]: { page: 640 } }));

it('is saved once scrolling stops, at the latest when the page unloads, and removed with the tab', () => {
  const { getByTestId, unmount } = render(<Panel />);
  getByTestId('page').scrollTop = 480;
  fireEvent.scroll(getByTestId('page'));
  fireEvent(window, new Event('pagehide'));
  expect(stored()).toEqual({ [id]: { page: 480 } });
  unmount();
  expect(stored()).toEqual({});
});

it('is restored as soon as the content is long enough', async () => {
  restart();
  const { getByTestId, rerender } = render(<Panel lengthPx={200} />);
  expect(getByTestId('page').scrollTop).toBe(0);
  rerender(<Panel lengthPx={1000} />);
  await expect.poll(() => getByTestId('page').scrollTop).toBe(640);
});

it('is restored when the tab is activated again', () => {
  restart();
  const { getByTestId, rerender } = render(<Panel view="hidden" />);
  expect(getByTestId('page').scrollTop).toBe(0);
  rerender(<Panel />);
  expect(getByTestId('page').scrollTop).toBe(640);
});

it('is not restored when the user scrolls elsewhere first', async () => {
  restart();
  const { getByTestId, rerender } = render(<Panel lengthPx={200} />);
  fireEvent.wheel(getByTestId('page'));
  rerender(<Panel lengthPx={1000} />);
  await Promise.resolve();
  expect(getByTestId('page').scrollTop).toBe(0);
});
