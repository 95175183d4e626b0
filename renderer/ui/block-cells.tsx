// The strip of cells that shows where in the work the blocks of a transfer are.
import { memo, useEffect, useRef, useState } from 'react';
import styles from './block-cells.module.css';

const cellStates = { '0': 'none', '1': 'inFlight', '2': 'done', '3': 'retry' } as const;

/** Cell and gap; below it the gaps would eat the cells and are left out. */
const leastPitchPx = 3;

export interface BlockCellsProps {
  /** One digit a cell: 0 untouched, 1 in flight, 2 done, 3 retrying. */
  readonly cells: string;
  /** Said by screen readers: `survey.parquet, 64 percent`. */
  readonly label: string;
}

export const BlockCells = memo(function BlockCells({ cells, label }: BlockCellsProps) {
  const place = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(place);
  const pitchPx = Math.floor(widthPx / Math.max(1, cells.length));
  // Only whole pixels make all cells look alike.
  const isSpaced = pitchPx >= leastPitchPx;
  return (
    <div ref={place} className={styles.place}>
      <div
        role="img"
        aria-label={label}
        className={isSpaced ? styles.spaced : styles.joined}
        style={isSpaced ? { width: pitchPx * cells.length } : undefined}
      >
        {[...cells].map((digit, index) => (
          <span key={index} className={styles[cellStates[digit as keyof typeof cellStates]]} />
        ))}
      </div>
    </div>
  );
});

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return widthPx;
}
