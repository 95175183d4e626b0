// Detects names that do not fit into their elements. One observer for the whole window: a tree shows hundreds of names.

/**
 * Marks the element (`data-cut`) while the content of its first child is wider than itself. The first piece of its
 * second child, which is truncated then, becomes as wide as the rest of the element: its ellipsis is right before the
 * next piece. @returns a function that stops it
 */
export function followWidth(element: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  widths ??= new ResizeObserver((entries) => markCut(entries.map(({ target }) => target)));
  widths.observe(element);
  return () => widths?.unobserve(element);
}

let widths: ResizeObserver | null = null;

/** All are measured before the first is changed: else each change would have the page laid out anew. */
function markCut(elements: readonly Element[]): void {
  const cut = elements.map((element) => (element.firstElementChild?.scrollWidth ?? 0) > element.clientWidth);
  const pieces = elements.flatMap((element, index) => {
    element.toggleAttribute('data-cut', cut[index]);
    const [whole, head] = [element.firstElementChild, element.lastElementChild?.firstElementChild];
    if (cut[index] !== true || !(head instanceof HTMLElement) || whole?.firstChild == null) return [];
    head.style.maxWidth = '';
    return [{ head, text: whole.firstChild }];
  });
  const drawn = pieces.map(({ head, text }) => drawnWidth(head, text));
  pieces.forEach(({ head }, index) => {
    const px = drawn[index] ?? null;
    if (px !== null) head.style.maxWidth = `${px}px`;
  });
}

/**
 * Of a piece that is cut, how much its letters and the ellipsis take, in px; null where it is whole.
 * @param text what begins with the letters of the piece, and has room for all of them
 */
function drawnWidth(head: HTMLElement, text: ChildNode): number | null {
  const roomPx = head.getBoundingClientRect().width;
  if (head.scrollWidth <= Math.ceil(roomPx)) return null;
  const forLettersPx = roomPx - ellipsisWidth(fontOf(head));
  const range = document.createRange();
  range.setStart(text, 0);
  const upTo = (end: number): number => {
    range.setEnd(text, end);
    return range.getBoundingClientRect().width;
  };
  let [min, max] = [0, head.dataset.text?.length ?? 0];
  while (min < max) {
    const middle = Math.ceil((min + max) / 2);
    if (upTo(middle) <= forLettersPx) min = middle;
    else max = middle - 1;
  }
  // The fraction of a pixel that sums of widths differ by must not cost a letter.
  return Math.min(roomPx, upTo(min) + roomPx - forLettersPx + 0.5);
}

/** The `font` shorthand is empty if a style has more than it can express, such as tabular figures. */
function fontOf(element: HTMLElement): string {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}

const ellipsisWidths = new Map<string, number>();

function ellipsisWidth(font: string): number {
  const known = ellipsisWidths.get(font);
  if (known !== undefined) return known;
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return 0;
  canvas.font = font;
  const { width } = canvas.measureText('…');
  ellipsisWidths.set(font, width);
  return width;
}
