// A bar for each page of the running query: its height is the latency; it is hollow if the page was empty. One tab
// stop; the arrow keys move along the bars, and the one under pointer or keyboard shows its figures. A click or Enter
// opens its requests.
import type { PageStats } from '@shared/model/query-page';
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '@shared/strings/t';
import styles from './page-bars.module.css';
import { pageBars, pageFacts } from './page-summary';

const barPx = 6;
const gapPx = 2;
const factsPx = 216;

export interface PageBarsProps {
  readonly pages: readonly PageStats[];
  /** Somebody wants to see the requests of the page with this index. */
  readonly onOpen: (page: number) => void;
}

export function PageBars({ pages, onOpen }: PageBarsProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [widthPx, setWidthPx] = useState(0);
  const [current, setCurrent] = useState<number>();
  useLayoutEffect(() => {
    const target = box.current;
    if (target === null) return;
    const sizes = new ResizeObserver(() => setWidthPx(target.clientWidth));
    setWidthPx(target.clientWidth);
    sizes.observe(target);
    return () => sizes.disconnect();
  }, []);

  const maxBars = Math.max(1, Math.floor((widthPx + gapPx) / (barPx + gapPx)));
  const bars = useMemo(() => pageBars(pages, maxBars), [pages, maxBars]);
  const shown = current === undefined ? undefined : bars[Math.min(current, bars.length - 1)];

  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.floor(left / (barPx + gapPx));
    setCurrent(index >= 0 && index < bars.length ? index : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = current ?? bars.length;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (event.key === 'Escape') setCurrent(undefined);
    if (event.key === 'Enter' && shown !== undefined) onOpen(shown.first);
    if (to === undefined) return;
    event.preventDefault();
    setCurrent(Math.max(0, Math.min(bars.length - 1, to)));
  };

  if (bars.length === 0) return <div ref={box} className={styles.bars} />;
  const left = Math.max(0, Math.min(widthPx - factsPx, (current ?? 0) * (barPx + gapPx) - factsPx / 2));
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t`Pages of this query by latency`}
      aria-orientation="horizontal"
      aria-activedescendant={current === undefined ? undefined : `${id}-${current}`}
      className={styles.bars}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setCurrent(undefined)}
      onClick={() => {
        if (shown !== undefined) onOpen(shown.first);
      }}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setCurrent(bars.length - 1);
      }}
      onBlur={() => setCurrent(undefined)}
      onKeyDown={onKeyDown}
    >
      {bars.map((bar, index) => (
        <span
          key={bar.first}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          aria-label={`${heading(bar.first, bar.count)}: ${spoken(pages, bar.first, bar.count)}`}
          className={`${styles.bar} ${bar.kind === 'empty' ? styles.empty : styles.full}`}
          style={{ height: `${Math.max(12, bar.height * 100)}%` }}
        />
      ))}
      {shown === undefined ? null : (
        <div className={styles.facts} style={{ left }} aria-hidden>
          <strong>{heading(shown.first, shown.count)}</strong>
          <dl>
            {facts(pages, shown.first, shown.count).map(([name, text]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}

function heading(first: number, count: number): string {
  return count === 1 ? t`Page ${first + 1}` : t`Slowest of pages ${first + 1} to ${first + count}`;
}

/** The facts of a bar's page, or of the slowest page where neighbours share the bar. */
function facts(pages: readonly PageStats[], first: number, count: number): ReturnType<typeof pageFacts> {
  const slowest = pages
    .slice(first, first + count)
    .reduce<PageStats | undefined>(
      (maxBars, page) => (maxBars && maxBars.latencyMs >= page.latencyMs ? maxBars : page),
      undefined,
    );
  return slowest === undefined ? [] : pageFacts(slowest);
}

function spoken(pages: readonly PageStats[], first: number, count: number): string {
  return facts(pages, first, count)
    .map(([name, text]) => `${name} ${text}`)
    .join(', ');
}
