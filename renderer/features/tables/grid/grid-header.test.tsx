// A column header under the pointer: which gesture is a click, which is a drag, which is neither; and its label while
// sorted.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { layOutColumns } from './column-layout';
import { propertyId } from '../result/grid-column';
import { gridColumnOf } from '../fixtures/grid-column';
import type { ColumnSort } from './arrangement';
import { type GridHeaderProps, GridHeader } from './grid-header';

const widthPx = 100;
const columns = ['Berth', 'Draught', 'Cargo'].map((name) => gridColumnOf(name, 'Edm.Int32'));
const layout = layOutColumns(columns, 0);
const sorted: ColumnSort = { columnId: propertyId('Berth'), source: 'property', name: 'Berth', direction: 'ascending' };

const onSort = vi.fn<GridHeaderProps['onSort']>();
const onMove = vi.fn<GridHeaderProps['onMove']>();
const nothing = (): void => undefined;

beforeEach(() => {
  // The test page lays nothing out and holds no pointer.
  HTMLElement.prototype.setPointerCapture = nothing;
});

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  Reflect.deleteProperty(HTMLElement.prototype, 'setPointerCapture');
});

function show(sort?: ColumnSort, sortedText = ''): readonly HTMLElement[] {
  render(
    <GridHeader
      layout={layout}
      sort={sort}
      sortedText={sortedText}
      onSort={onSort}
      onMove={onMove}
      gutterPx={0}
      window={{ first: 0, last: 2 }}
      onResize={nothing}
      onFit={nothing}
      onMenu={nothing}
    />,
  );
  const headers = screen.getAllByRole('columnheader');
  headers.forEach((header, at) => {
    header.getBoundingClientRect = () => new DOMRect(at * widthPx, 0, widthPx, 32);
  });
  return headers;
}

const [berth, draught] = [0, 1];
const held = { buttons: 1, clientX: 50 };
const released = { buttons: 0, clientX: 50 };

interface Pointing extends MouseEventInit {
  readonly pointerType?: 'mouse' | 'touch';
  readonly atMs?: number;
}

/** The test page has no pointer events: mouse events with the missing fields are used instead. */
function point(on: HTMLElement, type: string, { pointerType = 'mouse', atMs = 0, ...init }: Pointing): void {
  const event = new MouseEvent(`pointer${type}`, { bubbles: true, ...init });
  Object.defineProperties(event, { pointerType: { value: pointerType }, timeStamp: { value: atMs } });
  on.dispatchEvent(event);
}

/** Each event is drawn before the next one comes. */
function pointSlowly(on: HTMLElement, type: string, pointing: Pointing): void {
  act(() => point(on, type, pointing));
}

function at(headers: readonly HTMLElement[], index: number): HTMLElement {
  const header = headers[index];
  if (header === undefined) throw new Error(`There is no header ${index}.`);
  return header;
}

it('sorts by the column whose header is pressed and released', () => {
  const header = at(show(), berth);
  pointSlowly(header, 'down', held);
  pointSlowly(header, 'up', released);
  expect(onSort.mock.calls).toEqual([[propertyId('Berth')]]);
  expect(onMove).not.toHaveBeenCalled();
});

it('moves the dragged column, even if the release comes before anything was drawn', () => {
  const header = at(show(), berth);
  act(() => {
    point(header, 'down', held);
    point(header, 'move', { ...held, clientX: 180 });
    point(header, 'up', { ...released, clientX: 180 });
  });
  expect(onSort).not.toHaveBeenCalled();
  expect(onMove.mock.calls).toEqual([[propertyId('Berth'), propertyId('Cargo')]]);
});

it('does nothing when the press is released over another header or a button', () => {
  const headers = show();
  pointSlowly(at(headers, berth), 'down', held);
  pointSlowly(at(headers, draught), 'up', released);
  pointSlowly(at(headers, berth), 'down', held);
  pointSlowly(screen.getByRole('button', { name: 'Column Berth' }), 'up', released);
  expect(onSort).not.toHaveBeenCalled();
});

it('forgets a press whose release it did not see', () => {
  const header = at(show(), berth);
  pointSlowly(header, 'down', held);
  pointSlowly(header, 'move', { ...released, clientX: 180 });
  pointSlowly(header, 'up', { ...released, clientX: 180 });
  expect(onMove).not.toHaveBeenCalled();
  expect(onSort).not.toHaveBeenCalled();

  pointSlowly(header, 'down', held);
  pointSlowly(screen.getByRole('row'), 'out', held);
  pointSlowly(header, 'move', { ...held, clientX: 180 });
  pointSlowly(header, 'up', released);
  expect(onMove).not.toHaveBeenCalled();
  expect(onSort).not.toHaveBeenCalled();
});

it('leaves the press to the menu that it opened', () => {
  const header = at(show(), berth);
  pointSlowly(header, 'down', held);
  fireEvent.contextMenu(header);
  pointSlowly(header, 'up', released);
  expect(onSort).not.toHaveBeenCalled();
});

it.each([
  ['touch', 700, 0],
  ['touch', 300, 1],
  ['mouse', 700, 1],
] as const)('a press by %s of %d ms sorts %d times', (pointerType, lastsMs, times) => {
  const header = at(show(), berth);
  pointSlowly(header, 'down', { ...held, pointerType, atMs: 1000 });
  pointSlowly(header, 'up', { ...released, pointerType, atMs: 1000 + lastsMs });
  expect(onSort).toHaveBeenCalledTimes(times);
});

it('shows its type while it is sorted by, and announces the order once it is known', () => {
  const [header] = show(sorted);
  expect(header?.textContent).toContain('Int32');
  expect(header?.title).toBe('Berth: Int32');
  cleanup();
  expect(show(sorted, '20 loaded rows only')[0]?.title).toBe('Berth: Int32\n20 loaded rows only');
  cleanup();
  expect(show()[0]?.title).toBe('Berth: Int32\nClick to sort the loaded rows');
});
