// How many characters of the monospaced font fit into an element beside the line numbers.
import { type RefObject, useLayoutEffect, useState } from 'react';

const fallbackCharacterPx = 7.8;
const fewest = 20;

/** @param asidePx taken by what stands beside the text */
export function useColumns(element: RefObject<HTMLElement | null>, asidePx: number): number {
  const [columns, setColumns] = useState(100);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = (): void => {
      const widthPx = measured.clientWidth - asidePx;
      setColumns(Math.max(fewest, Math.floor(widthPx / characterPx(measured))));
    };
    measure();
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    sizes?.observe(measured);
    return () => sizes?.disconnect();
  }, [element, asidePx]);
  return columns;
}

function characterPx(inside: HTMLElement): number {
  const probe = document.createElement('span');
  probe.textContent = '0'.repeat(100);
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre' });
  inside.append(probe);
  const px = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return px > 0 ? px : fallbackCharacterPx;
}
