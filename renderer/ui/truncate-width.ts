// Detects names that do not fit into their elements. One observer for the whole window: a tree shows hundreds of names.

/** Marks the element (`data-cut`) while what is in its first child is wider than itself. @returns a function that stops it */
export function followWidth(element: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  widths ??= new ResizeObserver((entries) => markCut(entries.map(({ target }) => target)));
  widths.observe(element);
  return () => widths?.unobserve(element);
}

let widths: ResizeObserver | null = null;

/** All are measured before the first is marked: else each mark would have the page laid out anew. */
function markCut(elements: readonly Element[]): void {
  const cut = elements.map((element) => (element.firstElementChild?.scrollWidth ?? 0) > element.clientWidth);
  elements.forEach((element, index) => element.toggleAttribute('data-cut', cut[index]));
}
