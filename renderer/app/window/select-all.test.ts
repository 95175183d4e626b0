import { afterEach, expect, it } from 'vitest';
import { keepSelectAllFromPainting } from './input';

let stop = (): void => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function page(html: string): (selector: string) => HTMLElement {
  document.body.innerHTML = html;
  stop = keepSelectAllFromPainting(window);
  return (selector) => document.querySelector<HTMLElement>(selector) ?? document.body;
}

/** @returns whether the page is left to select what it can */
function press(target: HTMLElement): boolean {
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true }),
  );
}

it('selects nothing where the focus is on a control, whatever was clicked before', () => {
  const at = page('<button>Run</button><p style="user-select: text">Acre of Riga</p>');
  getSelection()?.collapse(at('p').firstChild, 0);
  expect(press(at('button'))).toBe(false);
  expect(String(getSelection())).toBe('');
});

it('selects the whole of the text that was clicked, and no other', () => {
  const at = page(
    '<main><p style="user-select: text"><b style="user-select: text">Acre</b> of Riga</p><p>Other</p></main>',
  );
  getSelection()?.collapse(at('b').firstChild, 1);
  expect(press(document.body)).toBe(false);
  expect(String(getSelection())).toBe('Acre of Riga');
});

it('leaves the key to text fields, and to lists that have handled it', () => {
  const at = page('<input><div></div>');
  expect(press(at('input'))).toBe(true);
  at('div').addEventListener('keydown', (event) => event.preventDefault());
  getSelection()?.removeAllRanges();
  expect(press(at('div'))).toBe(false);
  expect(String(getSelection())).toBe('');
});
