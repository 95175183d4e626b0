// The reading direction of a part of the window. Arrow keys, drags and edges follow it; parts that run from left to
// right in every language, such as a chart over time, declare that in their style.

/** Whether `element` is read from the right. */
export function isFromRight(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** 1 where `element` is read from the left, else -1: turns a distance along x into one along the line of text. */
export function inlineSign(element: Element): 1 | -1 {
  return isFromRight(element) ? -1 : 1;
}

const opposite: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** The key of an event as it is meant where text runs from the left: `ArrowRight` is the way on. */
export function keyAlong({ key, currentTarget }: { readonly key: string; readonly currentTarget: Element }): string {
  const other = opposite[key];
  return other !== undefined && isFromRight(currentTarget) ? other : key;
}
