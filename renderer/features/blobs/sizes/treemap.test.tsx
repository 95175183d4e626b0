// What a tile of the map says of itself, and of what is within it while that is pointed at.
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

const node = (path: string, name: string, inner: readonly SizedNode[] = []): SizedNode => ({
  parent: -1,
  path,
  name,
  inner,
  bytes: 1024,
  blobs: 2,
  ownBlobs: inner.length === 0 ? 2 : 0,
  newest: '',
  ownBytes: inner.length === 0 ? 1024 : 0,
});

it('says what is pointed at within it, and speaks of itself again once it is left', () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const nothing = (): void => undefined;
  const acts = { onOpen: nothing, onShowBlobs: nothing, onGoOn: nothing, onUp: () => false };
  const whole = node('', '', [node('cargo/', 'cargo/', [node('cargo/hold/', 'hold/')])]);
  render(<Treemap node={whole} from={0} colour="depth" mapRef={createRef()} {...acts} />);
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
