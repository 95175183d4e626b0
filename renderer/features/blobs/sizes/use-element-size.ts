// The size of an element, as it changes.
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useElementSize(element: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = target;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(target);
    return () => sizes.disconnect();
  }, [element]);
  return size;
}
