// The size and horizontal position of a scrolling element, and the height of a row as the tokens set it.
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rowPx: number;
  readonly scrollLeft: number;
  /** For the element's scroll event. */
  readonly onScroll: () => void;
}

const standardRowPx = 28;

/** Follows size changes; a change of density changes the row height with it. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 });
  const [rowPx, setRowPx] = useState(standardRowPx);
  const [scrollLeft, setScrollLeft] = useState(0);

  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = (): void => {
      setSize((before) =>
        before.widthPx === target.clientWidth && before.heightPx === target.clientHeight
          ? before
          : { widthPx: target.clientWidth, heightPx: target.clientHeight },
      );
      const wanted = Number.parseFloat(getComputedStyle(target).getPropertyValue('--row-height'));
      setRowPx(wanted > 0 ? wanted : standardRowPx);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(target);
    const density = new MutationObserver(measure);
    density.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
    return () => {
      sizes.disconnect();
      density.disconnect();
    };
  }, [element]);

  const onScroll = useCallback(() => setScrollLeft(element.current?.scrollLeft ?? 0), [element]);
  return { ...size, rowPx, scrollLeft, onScroll };
}
