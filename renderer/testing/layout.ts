// Elements in the test DOM have no size; virtual lists need one to decide what is in view.

export interface TestLayout {
  /** What fits into any scrolling element. */
  readonly viewportPx: number;
  /** How tall any row measures. */
  readonly rowPx: number;
}

/** Gives every element these sizes until the returned function is called. */
export function giveElementsSize({ viewportPx, rowPx }: TestLayout): () => void {
  const undo = [
    define(Element.prototype, 'clientWidth', 800),
    define(Element.prototype, 'clientHeight', viewportPx),
    define(HTMLElement.prototype, 'offsetHeight', rowPx),
  ];
  return () => {
    for (const restore of undo) restore();
  };
}

function define(prototype: object, name: string, px: number): () => void {
  const before = Object.getOwnPropertyDescriptor(prototype, name);
  Object.defineProperty(prototype, name, { configurable: true, get: () => px });
  return () => {
    if (before) Object.defineProperty(prototype, name, before);
  };
}
