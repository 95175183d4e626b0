// Whether an element is visible or has been scrolled out of view: what nobody sees need not be redrawn.
import { type RefObject, useEffect, useState } from 'react';

/** True until it is known better, and where that cannot be known. */
export function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(true);
  useEffect(() => {
    const target = element.current;
    if (target === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting !== false));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
