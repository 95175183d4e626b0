// What component libraries use and the test DOM lacks. Import it first in tests that open menus, lists or dialogs.

/** Escapes every character that could have a meaning in a selector; more than the standard requires, never less. */
function escapeForSelector(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, (character) => `\\${character}`).replace(/^[0-9]/, (digit) => `\\3${digit} `);
}

if (typeof globalThis.CSS === 'undefined') Object.defineProperty(globalThis, 'CSS', { value: {} });
if (typeof CSS.escape === 'undefined') Object.defineProperty(CSS, 'escape', { value: escapeForSelector });

/** Nothing is laid out, so nothing ever changes its size. */
class NoResizes implements ResizeObserver {
  readonly observe = (): undefined => undefined;
  readonly unobserve = this.observe;
  readonly disconnect = this.observe;
}

if (typeof globalThis.ResizeObserver === 'undefined') {
  Object.defineProperty(globalThis, 'ResizeObserver', { value: NoResizes, configurable: true, writable: true });
}

/** A window without special features: no media query matches, and none begins to. */
const noMedia = (media: string): object => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});

if (typeof globalThis.matchMedia === 'undefined') {
  Object.defineProperty(globalThis, 'matchMedia', { value: noMedia, configurable: true, writable: true });
}

// Nothing is laid out, so text has no place. Editors measure it before they position what belongs to it.
if (typeof Range !== 'undefined')
  Object.defineProperty(Range.prototype, 'getClientRects', { value: () => [], configurable: true });

// Nothing is drawn, and text is measured by its number of letters.
if (typeof HTMLCanvasElement !== 'undefined') {
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value: () => null,
    configurable: true,
    writable: true,
  });
}
