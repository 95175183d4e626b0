// A hex dump: sixteen bytes per row, with their offset in the blob and their ASCII.
import { memo, useMemo, useRef } from 'react';
import { type Matches, matchesBetween } from './find-matches';
import type { Target } from './preview-state';
import type { RawPage } from './text-page';
import { VirtualRows, rowPx } from './virtual-rows';
import styles from './preview.module.css';

const rowBytes = 16;

export interface HexViewProps {
  readonly label: string;
  readonly page: RawPage;
  readonly target: Target | null;
  readonly matches: Matches | null;
  /** Called with the first visible byte. */
  readonly onTop: (offset: number) => void;
}

export function HexView({ label, page, target, matches, onTop }: HexViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // Rows start at multiples of sixteen, wherever the page does.
  const firstRow = Math.floor(page.offset / rowBytes);
  const count = page.bytes.length === 0 ? 0 : Math.ceil((page.offset + page.bytes.length) / rowBytes) - firstRow;
  const targetRow = useMemo(
    () => (target === null ? null : { row: Math.floor(target.offset / rowBytes) - firstRow, at: target.at }),
    [target, firstRow],
  );
  return (
    <VirtualRows
      role="region"
      face="mono"
      label={label}
      count={count}
      scroller={scroller}
      target={targetRow}
      onTop={(row) => onTop((firstRow + row) * rowBytes)}
    >
      {(row) => <HexRow key={row} topPx={row * rowPx} at={(firstRow + row) * rowBytes} page={page} matches={matches} />}
    </VirtualRows>
  );
}

interface HexRowProps {
  readonly topPx: number;
  /** The offset of the row's first byte in the blob. */
  readonly at: number;
  readonly page: RawPage;
  readonly matches: Matches | null;
}

const HexRow = memo(function HexRow({ topPx, at, page, matches }: HexRowProps) {
  const found = matchesBetween(matches, at, at + rowBytes);
  const cells = Array.from({ length: rowBytes }, (_, index) => {
    const offset = at + index;
    const byte = page.bytes[offset - page.offset];
    const match = found.find(({ start, end }) => offset >= start && offset < end);
    return { byte: offset < page.offset ? undefined : byte, appearance: appearanceOf(match) };
  });
  return (
    <div className={styles.hexRow} style={{ transform: `translateY(${topPx}px)` }}>
      <span className={styles.hexOffset}>{at.toString(16).padStart(10, '0')}</span>
      <span className={styles.hexBytes}>
        {cells.map(({ byte, appearance }, index) => (
          <span key={index} className={appearance}>
            {byte === undefined ? '  ' : byte.toString(16).padStart(2, '0')}
          </span>
        ))}
      </span>
      <span className={styles.ascii}>
        {cells.map(({ byte, appearance }, index) => (
          <span key={index} className={appearance}>
            {byte === undefined ? ' ' : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'}
          </span>
        ))}
      </span>
    </div>
  );
});

function appearanceOf(match: { readonly isCurrent: boolean } | undefined): string | undefined {
  if (match === undefined) return undefined;
  return match.isCurrent ? styles.currentHit : styles.hit;
}
