import { Button } from '@renderer/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPressOfMovedButton } from './keep-press';

let stop: () => void;
let pressed: string[];
beforeEach(() => {
  pressed = [];
  stop = keepPressOfMovedButton(window);
});
afterEach(() => {
  stop();
  cleanup();
});

function show(attributes: { readonly 'aria-haspopup'?: 'menu' } = {}): HTMLElement {
  render(
    <main>
      <Button onPress={() => pressed.push('library')}>Close</Button>
      <button type="button" {...attributes} onClick={() => pressed.push('plain')}>
        Go
      </button>
    </main>,
  );
  return screen.getByRole('main');
}

/** The test DOM knows no events of a pointer. */
function point(type: 'pointerdown' | 'pointerup' | 'pointercancel', on: HTMLElement, clientX = 50): void {
  const event = new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY: 110 });
  fireEvent(on, Object.assign(event, { pointerId: 7 }));
}
function placeAt(button: HTMLElement, top: number): void {
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ x: 0, y: top, width: 100, height: 20 }));
}
/** The pointer goes down on the button and up on whatever is there by then. */
function hold(button: HTMLElement, meanwhile: () => void, letGo: { on: HTMLElement; clientX?: number }): void {
  placeAt(button, 100);
  point('pointerdown', button);
  meanwhile();
  point('pointerup', letGo.on, letGo.clientX);
}

it.each([
  ['Close', 'library'],
  ['Go', 'plain'],
])('presses %s, which moved away under the pointer, once', (name, expected) => {
  const ground = show();
  const button = screen.getByRole('button', { name });
  hold(button, () => placeAt(button, 240), { on: ground });
  expect(pressed).toEqual([expected]);
  point('pointerup', ground);
  expect(pressed).toEqual([expected]);
});

it('leaves a press to a button that stayed, and cancels one from which the pointer moved away', () => {
  const ground = show();
  const button = screen.getByRole('button', { name: 'Go' });
  hold(button, () => undefined, { on: button });
  hold(button, () => undefined, { on: ground });
  hold(button, () => placeAt(button, 240), { on: ground, clientX: 90 });
  hold(button, () => point('pointercancel', button), { on: ground });
  expect(pressed).toEqual([]);
});

it('presses nothing that is gone, covered, or opens on pointer down', () => {
  const ground = show({ 'aria-haspopup': 'menu' });
  const opens = screen.getByRole('button', { name: 'Go' });
  hold(opens, () => placeAt(opens, 240), { on: ground });
  const button = screen.getByRole('button', { name: 'Close' });
  hold(
    button,
    () => {
      placeAt(button, 240);
      ground.setAttribute('inert', '');
    },
    { on: document.body },
  );
  ground.removeAttribute('inert');
  hold(
    button,
    () => {
      placeAt(button, 240);
      cleanup();
    },
    { on: document.body },
  );
  expect(pressed).toEqual([]);
});
