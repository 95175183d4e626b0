// The description of a tile of the map, and of the tiles within it while the pointer is over them.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SizedNode } from './known-sizes';
import { Treemap } from './treemap';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'elementsFromPoint');
});

const node = (path: string, name: string, inner: readonly SizedNode[] = [], bytes = 1024): SizedNode => ({
  parent: -1,
  path,
  name,
  inner,
  bytes,
  blobs: 2,
  ownBlobs: inner.length === 0 ? 2 : 0,
  newest: '',
  ownBytes: inner.length === 0 ? bytes : 0,
});

it('describes the inner tile below the pointer, and itself again once the pointer leaves', () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const nothing = (): void => undefined;
  const actions = { onOpen: nothing, onShowBlobs: nothing, onGoOn: nothing, onUp: () => false };
  const whole = node('', '', [node('cargo/', 'cargo/', [node('cargo/hold/', 'hold/')])]);
  render(<Treemap node={whole} from={0} colour="depth" mapRef={createRef()} {...actions} />);
  const tile = screen.getByRole('button');
  const own = tile.title;
  expect(own).toContain('cargo');
  const [inside = tile] = document.querySelectorAll('span[data-words]');
  document.elementsFromPoint = () => [tile, inside];
  fireEvent.pointerMove(tile);
  expect(tile.title).toContain('hold');
  fireEvent.pointerLeave(tile);
  expect(tile.title).toBe(own);
});

it('names the inner tiles when the name has room, in narrow tiles too', () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const nothing = (): void => undefined;
  const actions = { onOpen: nothing, onShowBlobs: nothing, onGoOn: nothing, onUp: () => false };
  /** The second one is a tall strip, narrower than most names. */
  const withNarrow = (name: string): SizedNode =>
    node('', '', [
      node('cargo/', 'cargo/', [node('cargo/large/', 'large/', [], 1000), node(`cargo/${name}`, name, [], 75)], 1075),
    ]);
  const namesIn = (name: string): readonly (string | null)[] => {
    render(<Treemap node={withNarrow(name)} from={0} colour="depth" mapRef={createRef()} {...actions} />);
    const names = [...document.querySelectorAll('span[data-words]')].map(({ textContent }) => textContent);
    cleanup();
    return names;
  };
  expect(namesIn('bow/')).toEqual(['large/', 'bow/']);
  expect(namesIn('everything-of-2026/')).toEqual(['large/', '']);
});
