// The strip of tabs: the active one is in view, whatever the room; files can be dropped on a tab that accepts them.
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TabStrip } from './tab-strip';

const revealed: string[] = [];
let resized: () => void;

beforeEach(() => {
  revealed.length = 0;
  overflows.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    revealed.push(this.textContent);
  };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe(): void {
        // Told by hand.
      }
      unobserve(): void {
        // Nor this.
      }
      disconnect(): void {
        resized = () => undefined;
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

const overflows: boolean[] = [];
const strip = (titles: string, selectedId: string) => (
  <TabStrip
    label="Open tabs"
    tabs={titles.split(' ').map((title) => ({ id: title, title }))}
    selectedId={selectedId}
    focus="here"
    onSelect={() => undefined}
    onClose={() => undefined}
    onDrop={() => undefined}
    onOverflow={(isOverflowing) => overflows.push(isOverflowing)}
  />
);

it('scrolls the selected tab into view when it is selected, when it moves and when the strip narrows', () => {
  const { rerender } = render(strip('Berths Ships Tides', 'Berths'));
  expect(revealed.splice(0)).toEqual(['Berths']);
  rerender(strip('Berths Ships Tides', 'Tides'));
  expect(revealed.splice(0)).toEqual(['Tides']);
  rerender(strip('Tides Berths Ships', 'Tides'));
  expect(revealed.splice(0)).toEqual(['Tides']);
  act(() => resized());
  expect(revealed.splice(0)).toEqual(['Tides']);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Tides');
});

it('passes files to the tab they are dropped on, rejects them when it accepts none, and ignores what the window handled', () => {
  const taken: string[] = [];
  render(
    <TabStrip
      label="Open tabs"
      tabs={['Berths', 'Monitor'].map((title) => ({ id: title, title }))}
      selectedId="Monitor"
      focus="here"
      onSelect={() => undefined}
      onClose={() => undefined}
      onDrop={() => undefined}
      filesOn={(id) => (id === 'Monitor' ? null : (files) => taken.push(`${files.types[0] ?? ''} on ${id}`))}
    />,
  );
  const over = (title: string): string => {
    const dataTransfer = { types: ['Files'], files: [], dropEffect: 'move' };
    fireEvent.dragOver(screen.getByRole('tab', { name: title }), { dataTransfer });
    return dataTransfer.dropEffect;
  };
  expect([over('Berths'), over('Monitor')]).toEqual(['copy', 'none']);
  for (const title of ['Berths', 'Monitor']) {
    fireEvent.drop(screen.getByRole('tab', { name: title }), { dataTransfer: { types: ['Files'], files: [] } });
  }
  const berths = screen.getByRole('tab', { name: 'Berths' });
  const byTheWindow = createEvent.drop(berths, { dataTransfer: { types: ['Files'], files: [] } });
  byTheWindow.preventDefault();
  fireEvent(berths, byTheWindow);
  fireEvent.drop(berths, { dataTransfer: { types: ['text/plain'] } });
  expect(taken).toEqual(['Files on Berths']);
});

/** As if the browser had laid it out so. */
function giveWidths(element: HTMLElement, scrollWidth: number, clientWidth: number): void {
  Object.defineProperties(element, { scrollWidth: { value: scrollWidth }, clientWidth: { value: clientWidth } });
}

it('shows at which ends tabs are out of view, and a vertical wheel scrolls to them', () => {
  const { getByRole } = render(strip('A B C', 'A'));
  const row = getByRole('tablist');
  expect(row.dataset.more).toBeUndefined();
  giveWidths(row, 900, 300);
  act(() => resized());
  expect(row.dataset.more).toBe('end');
  expect(overflows).toEqual([false, true]);
  fireEvent.wheel(row, { deltaY: 120 });
  expect(row.scrollLeft).toBe(120);
  fireEvent.scroll(row);
  expect(row.dataset.more).toBe('both');
  // A horizontal wheel scrolls without help.
  fireEvent.wheel(row, { deltaX: 50 });
  expect(row.scrollLeft).toBe(120);
  // With Ctrl held it zooms.
  fireEvent.wheel(row, { deltaY: 120, ctrlKey: true });
  expect(row.scrollLeft).toBe(120);
  fireEvent.wheel(row, { deltaY: 480 });
  fireEvent.scroll(row);
  expect(row.dataset.more).toBe('start');
});
