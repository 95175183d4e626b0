// Draws the requests of a run, one row per slot, on a canvas because there may be tens of thousands.
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { TraceSpan, TransferTimeline } from '@shared/model/transfer-trace';
import { durationTickTexts, durationTicks } from '@renderer/charts/duration-axis';
import type { TimeRange } from './timeline-facts';
import styles from './timeline-view.module.css';

export interface TimelineCanvasProps {
  readonly timeline: TransferTimeline;
  readonly range: TimeRange;
  readonly label: string;
  readonly onPoint: (span: TraceSpan | null) => void;
}

const tallestRowPx = 16;
const tallestPx = 320;
const parts = 6;
const colours: Readonly<Record<TraceSpan['outcome'], string>> = {
  done: '--cell-done',
  'in-flight': '--cell-in-flight',
  retried: '--cell-retry',
  failed: '--series-throttled',
};

export function TimelineCanvas({ timeline, range, label, onPoint }: TimelineCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const [widthPx, setWidthPx] = useState(0);
  const rowPx = Math.max(3, Math.min(tallestRowPx, Math.floor(tallestPx / Math.max(1, timeline.slots))));
  const heightPx = Math.max(rowPx, rowPx * timeline.slots);
  const spanMs = Math.max(1, range.toMs - range.fromMs);

  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen || widthPx === 0) return;
    const ratio = window.devicePixelRatio;
    element.width = widthPx * ratio;
    element.height = heightPx * ratio;
    pen.scale(ratio, ratio);
    const style = getComputedStyle(element);
    const xOf = (ms: number): number => ((ms - range.fromMs) / spanMs) * widthPx;
    pen.fillStyle = style.getPropertyValue('--surface-2');
    for (let slot = 1; slot < timeline.slots; slot += 2) pen.fillRect(0, slot * rowPx, widthPx, rowPx);
    for (const span of timeline.spans) {
      const from = Math.max(0, xOf(span.fromMs));
      const to = Math.min(widthPx, xOf(span.toMs ?? range.toMs));
      pen.fillStyle = style.getPropertyValue(colours[span.outcome]);
      // A gap of a pixel keeps neighbours apart where there is room for one.
      pen.fillRect(from, span.slot * rowPx + 1, Math.max(1, to - from - (to - from > 3 ? 1 : 0)), rowPx - 2);
    }
  }, [timeline, range.fromMs, range.toMs, spanMs, widthPx, heightPx, rowPx, theme]);

  const point = (event: PointerEvent<HTMLCanvasElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const atMs = range.fromMs + ((event.clientX - box.left) / Math.max(1, box.width)) * spanMs;
    const slot = Math.floor((event.clientY - box.top) / rowPx);
    const pixelMs = spanMs / Math.max(1, box.width);
    const hit = timeline.spans.find(
      (span) => span.slot === slot && span.fromMs <= atMs + pixelMs && (span.toMs ?? Infinity) >= atMs - pixelMs,
    );
    onPoint(hit ?? null);
  };

  const ticks = durationTicks(range.fromMs, range.toMs, parts);
  const tickText = durationTickTexts(ticks);
  return (
    <div className={styles.drawing}>
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map((atMs) => (
          <span
            key={atMs}
            className={atMs === range.fromMs ? styles.atEdge : undefined}
            style={{ left: `${((atMs - range.fromMs) / spanMs) * 100}%` }}
          >
            {tickText(atMs)}
          </span>
        ))}
      </div>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        className={styles.canvas}
        style={{ height: heightPx }}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
      />
    </div>
  );
}

/** The document's `data-theme`, followed by the colours that the system forces, if any. */
function useTheme(): string {
  return useSyncExternalStore(subscribe, theme);
}

const forced = (): MediaQueryList => matchMedia('(forced-colors: active)');

function theme(): string {
  return `${document.documentElement.dataset.theme ?? ''} ${forced().matches ? 'forced' : ''}`;
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const query = forced();
  query.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    query.removeEventListener('change', onChange);
  };
}
