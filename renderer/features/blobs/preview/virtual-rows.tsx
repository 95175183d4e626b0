// Rows of equal height, of which only those in view exist: up to the million lines that a page can have. A list that
// measures each row would hold an object per row.
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import styles from './preview.module.css';

export const rowPx = 20;
const overscanRows = 20;

export interface VirtualRowsProps {
  /** Names the rows for screen readers. */
  readonly label: string;
  readonly face: 'mono' | 'interface';
  /** `table`: `head` and the rows are rows of a table, `count` and the head together. */
  readonly role: 'region' | 'table';
  readonly count: number;
  /** Above the rows, stays while they scroll; `rowPx` high. */
  readonly head?: ReactNode;
  /** The row that should come into view; a new object scrolls again. */
  readonly target: { readonly row: number; readonly at: 'in-view' | 'top' } | null;
  /** Called with the first visible row after each scroll; without it, the panel stores the position. */
  readonly onTop?: (row: number) => void;
  /** Becomes the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly children: (index: number) => ReactNode;
}

/** Fills its container and scrolls independently, also by keyboard. */
export function VirtualRows(props: VirtualRowsProps) {
  const { label, face, role, count, head, target, scroller, onTop, children } = props;
  const [view, setView] = useState({ topPx: 0, heightPx: 600 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => setView({ topPx: element.scrollTop, heightPx: element.clientHeight });
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    sizes?.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      sizes?.disconnect();
    };
  }, [scroller]);

  useEffect(() => {
    // The keyboard goes where it is of use when what held it is gone, as the row that opened this.
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || target === null) return;
    const top = target.row * rowPx;
    const isInView = top >= element.scrollTop && top + 2 * rowPx <= element.scrollTop + element.clientHeight;
    if (target.at === 'top') element.scrollTo({ top });
    else if (!isInView) element.scrollTo({ top: Math.max(0, top - element.clientHeight / 3) });
  }, [scroller, target]);

  const reportTop = useEffectEvent(() => {
    const element = scroller.current;
    if (element !== null && element.clientHeight > 0) onTop?.(Math.floor(element.scrollTop / rowPx));
  });
  useEffect(() => {
    const element = scroller.current;
    const listen = (): void => reportTop();
    element?.addEventListener('scroll', listen, { passive: true });
    return () => element?.removeEventListener('scroll', listen);
  }, [scroller]);

  const first = Math.max(0, Math.floor(view.topPx / rowPx) - overscanRows);
  const last = Math.min(count, Math.ceil((view.topPx + view.heightPx) / rowPx) + overscanRows);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-face={face}
      role={role}
      aria-label={label}
      {...(role === 'table' ? { 'aria-rowcount': count + 1 } : {})}
      tabIndex={0}
      {...(onTop === undefined ? { 'data-kept-scroll': 'rows' } : {})}
    >
      {head}
      <div role="presentation" className={styles.rows} style={{ height: count * rowPx }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, index) => children(first + index))}
      </div>
    </div>
  );
}
