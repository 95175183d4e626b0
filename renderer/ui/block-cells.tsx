// The strip of cells that shows the state of a transfer's blocks.
import { memo, useEffect, useRef, useState } from 'react';
import styles from './block-cells.module.css';

const cellStates = { '0': 'none', '1': 'inFlight', '2': 'done', '3': 'retry', '4': 'partly', '5': 'failed' } as const;

/** Cell and gap. Where there is less room, neighbours are drawn as one. */
const minPitchPx = 5;
const widePitchPx = 12;

export interface BlockCellsProps {
  /** One digit a cell: 0 untouched, 1 in flight, 2 done, 3 retrying, 4 partly done, 5 failed. */
  readonly cells: string;
  /** Announced by screen readers: `survey.parquet, 64 percent`. */
  readonly label: string;
}

export const BlockCells = memo(function BlockCells({ cells, label }: BlockCellsProps) {
  const container = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(container);
  const drawn = widthPx === 0 ? cells : gathered(cells, Math.floor(widthPx / minPitchPx));
  const geometry = widthPx === 0 ? [] : cellGeometry(widthPx, drawn.length);
  return (
    <div ref={container} className={styles.place}>
      <div role="img" aria-label={label} className={styles.cells}>
        {[...drawn].map((digit, index) => (
          <span key={index} className={styles[cellStates[digit as keyof typeof cellStates]]} style={geometry[index]} />
        ))}
      </div>
    </div>
  );
});

export interface CellGeometry {
  readonly flex: 'none';
  readonly width: number;
  readonly marginRight: number;
}

/**
 * Only whole pixels make narrow cells look alike: all have the same width, and the rest of the width is distributed to
 * the gaps between them, so that the last one ends at the edge. Empty for wide ones, which look alike anyway. Pure.
 */
export function cellGeometry(widthPx: number, count: number): readonly CellGeometry[] {
  const pitchPx = (widthPx + 1) / count;
  if (count < 2 || pitchPx >= widePitchPx) return [];
  const width = Math.max(1, Math.floor(pitchPx) - 1);
  const startOf = (index: number): number => Math.round((index * (widthPx - width)) / (count - 1));
  return Array.from({ length: count }, (_, index) => ({
    flex: 'none',
    width,
    // The width includes a gap of one already.
    marginRight: index === count - 1 ? 0 : startOf(index + 1) - startOf(index) - width - 1,
  }));
}

/** At most `max` cells: a retry shows through, then what is in flight, then what failed; what is neither full nor empty is partly done. Pure. */
export function gathered(cells: string, max: number): string {
  if (cells.length <= max || max < 1) return cells;
  let result = '';
  for (let index = 0; index < max; index += 1) {
    const part = cells.slice(Math.floor((index * cells.length) / max), Math.floor(((index + 1) * cells.length) / max));
    const shown = ['3', '1', '5'].find((digit) => part.includes(digit));
    const [first = '0', ...others] = part;
    result += shown ?? (others.every((digit) => digit === first) ? first : '4');
  }
  return result;
}

function useWidth(container: { readonly current: HTMLElement | null }): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const element = container.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return widthPx;
}
