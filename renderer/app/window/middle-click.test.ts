import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepMiddleClickFromPasting } from './input';

let stop: () => void;
beforeEach(() => {
  stop = keepMiddleClickFromPasting(window);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function released(name: string, button: number): MouseEvent {
  const element = document.createElement(name);
  document.body.append(element);
  const event = new MouseEvent('mouseup', { button, bubbles: true, cancelable: true });
  element.dispatchEvent(event);
  return event;
}

describe('a middle click', () => {
  it('pastes nothing beside fields', () => {
    expect(released('div', 1).defaultPrevented).toBe(true);
  });

  it.each(['input', 'textarea'])('pastes into a field: %s', (name) => {
    expect(released(name, 1).defaultPrevented).toBe(false);
  });

  it('is the only one that is held back', () => {
    expect(released('div', 0).defaultPrevented).toBe(false);
    expect(released('div', 2).defaultPrevented).toBe(false);
  });
});
