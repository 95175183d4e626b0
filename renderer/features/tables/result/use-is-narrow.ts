// Whether an element has less width than its content would like.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Follows size changes. An element without width, such as a hidden tab, keeps its last answer. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, belowPx: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const sizes = new ResizeObserver(() => {
      if (target.clientWidth > 0) setIsNarrow(target.clientWidth < belowPx);
    });
    sizes.observe(target);
    return () => sizes.disconnect();
  }, [element, belowPx]);
  return isNarrow;
}
