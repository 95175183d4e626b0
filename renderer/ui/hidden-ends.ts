// A row that is wider than its container: which of its ends are hidden, and scrolling it with the wheel.
import { inlineSign } from './reading-side';

/** Less is a rounding of the zoom. */
const minPx = 1;

/** Tells styles at which ends of the element there is more (`data-more`: `start`, `end` or `both`). */
export function markHiddenEnds(element: HTMLElement): void {
  const hiddenPx = element.scrollWidth - element.clientWidth;
  // Below zero where the text is read from the right.
  const passedPx = Math.abs(element.scrollLeft);
  const isMoreBefore = passedPx > minPx;
  const isMoreAfter = hiddenPx - passedPx > minPx;
  if (isMoreBefore || isMoreAfter) element.dataset.more = !isMoreAfter ? 'start' : isMoreBefore ? 'both' : 'end';
  else delete element.dataset.more;
}

/** The wheel of most mice turns up and down only; a row has nothing above or below. With Ctrl held it zooms. */
export function scrollAlong(
  element: HTMLElement,
  { deltaX, deltaY, ctrlKey }: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey'>,
): void {
  if (!ctrlKey && Math.abs(deltaY) > Math.abs(deltaX)) element.scrollLeft += deltaY * inlineSign(element);
}
