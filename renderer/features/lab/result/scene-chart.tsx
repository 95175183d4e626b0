// A chart of the lab on screen: the same marks as in its report, with a clickable legend, values under the pointer or
// by arrow keys, at the available width; it can be saved as it is shown.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartSpec } from '@shared/lab/charts/chart-spec';
import { drawChart } from '@shared/lab/charts/draw-chart';
import {
  type HotSpot,
  type Mark,
  type Scene,
  seriesInk,
  seriesStroke,
  strokeGaps,
  textSize,
  textTurn,
} from '@shared/lab/charts/scene';
import { inkProperty, pathData, svgFile } from '@shared/lab/charts/svg-text';
import { pointsCsv } from '@shared/lab/run-files';
import { t } from '@shared/strings/t';
import chartStyles from '@renderer/charts/charts.module.css';
import { Legend, swatchGaps } from '@renderer/charts/legend';
import { SaveChart } from '@renderer/charts/save-chart';
import styles from './scene-chart.module.css';

export interface SceneChartProps {
  readonly spec: ChartSpec;
  readonly height?: number;
}

export function SceneChart({ spec, height = 240 }: SceneChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [box, width] = useWidth();
  const [spotX, setSpotX] = useState<number | null>(null);
  const scene = useMemo(
    () => (width === 0 ? null : drawChart(spec, { width, height, hidden })),
    [spec, width, height, hidden],
  );
  const spot = scene && spotX !== null ? nearest(scene.hotSpots, spotX) : null;
  const toggle = (label: string): void => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    setHidden(next);
  };
  return (
    <figure className={styles.chart} data-chart={spec.id}>
      <figcaption className={styles.title}>
        {spec.title}
        <SaveChart
          label={t`Save chart: ${spec.title}`}
          name={spec.title}
          csv={() => pointsCsv(spec)}
          picture={() => (scene && box.current ? svgFile(scene, shownOf(spec, hidden), inksOf(box.current)) : null)}
        />
      </figcaption>
      {spec.series.length > 1 ? <Legend series={legendOf(spec)} hidden={hidden} onToggle={toggle} /> : null}
      <div
        ref={box}
        className={styles.drawing}
        style={{ height: scene?.height ?? height }}
        tabIndex={0}
        role="img"
        aria-label={describe(spec, spot)}
        onPointerMove={(event) => setSpotX(event.clientX - event.currentTarget.getBoundingClientRect().left)}
        onPointerLeave={() => setSpotX(null)}
        onBlur={() => setSpotX(null)}
        onKeyDown={(event) => {
          const next = scene ? stepped(scene.hotSpots, spot, event) : null;
          if (next === null) return;
          event.preventDefault();
          setSpotX(next.x);
        }}
      >
        {scene ? <Drawing scene={scene} spot={spot} /> : null}
        {scene && spot ? <Values scene={scene} spot={spot} heading={headingOf(spec, spot)} /> : null}
      </div>
      {spec.note === '' ? null : <p className={styles.note}>{spec.note}</p>}
    </figure>
  );
}

const shownOf = (spec: ChartSpec, hidden: ReadonlySet<string>): ChartSpec => ({
  ...spec,
  series: spec.series.filter(({ label }) => !hidden.has(label)),
});

/** The colours of the theme on screen, by ink. */
function inksOf(element: HTMLElement): Record<string, string> {
  const style = getComputedStyle(element);
  const inks = ['grid', 'axis', 'text', 'ground', ...Array.from({ length: 6 }, (_, index) => `series-${index}`)];
  return Object.fromEntries(inks.map((ink) => [ink, style.getPropertyValue(`--ink-${ink}`).trim()]));
}

function Drawing({ scene, spot }: { readonly scene: Scene; readonly spot: HotSpot | null }) {
  return (
    <svg width={scene.width} height={scene.height} fontSize={textSize} aria-hidden="true" className={styles.svg}>
      <Marks scene={scene} />
      {spot ? (
        <>
          <line x1={spot.x} x2={spot.x} y1={scene.plot.top} y2={scene.plot.bottom} className={styles.cursor} />
          {spot.lines.map((line, index) => (
            <circle key={index} cx={spot.x} cy={line.y} r={3.5} fill={inkProperty(line.ink)} className={styles.found} />
          ))}
        </>
      ) : null}
    </svg>
  );
}

/** Apart, so that a moving pointer draws none of it again. */
function Marks({ scene }: { readonly scene: Scene }) {
  return useMemo(
    () => (
      <g>
        {scene.marks.map((mark, index) => (
          <MarkShape key={index} mark={mark} />
        ))}
      </g>
    ),
    [scene],
  );
}

function MarkShape({ mark }: { readonly mark: Mark }) {
  const colour = inkProperty(mark.ink);
  switch (mark.kind) {
    case 'line':
      return (
        <path
          d={pathData(mark.points)}
          fill="none"
          stroke={colour}
          strokeWidth={mark.width}
          strokeLinejoin="round"
          strokeDasharray={strokeGaps[mark.stroke] || undefined}
        />
      );
    case 'shape':
      return <path d={`${pathData(mark.points)}Z`} fill={colour} fillOpacity={mark.opacity} />;
    case 'dot':
      return <circle cx={mark.at[0]} cy={mark.at[1]} r={mark.radius} fill={colour} fillOpacity={mark.opacity} />;
    case 'text':
      return (
        <text
          x={mark.at[0]}
          y={mark.at[1]}
          textAnchor={mark.anchor}
          fill={colour}
          transform={mark.isTurned === true ? `rotate(${textTurn} ${mark.at[0]} ${mark.at[1]})` : undefined}
        >
          {mark.text}
        </text>
      );
  }
}

const valuesWidth = 240;

/** A number without a unit is shown with the noun that it counts. */
function headingOf({ x }: ChartSpec, { title }: HotSpot): string {
  return x.unit === '' && x.scale !== 'category' ? t`${x.title}: ${title}` : title;
}

interface ValuesProps {
  readonly scene: Scene;
  readonly spot: HotSpot;
  readonly heading: string;
}

function Values({ scene, spot, heading }: ValuesProps) {
  const isLeft = spot.x + valuesWidth + 16 > scene.width && spot.x > scene.width / 2;
  const offsetStyle = isLeft ? { right: scene.width - spot.x + 12 } : { left: spot.x + 12 };
  return (
    <div className={`${chartStyles.tooltip ?? ''} ${styles.values ?? ''}`} style={offsetStyle}>
      <div className={chartStyles.tooltipTime}>{heading}</div>
      {spot.lines.map((line, index) => (
        <div key={index} className={chartStyles.tooltipRow}>
          <svg className={chartStyles.swatch} viewBox="0 0 12 4" aria-hidden="true">
            <line
              x1="1"
              x2="11"
              y1="2"
              y2="2"
              stroke={inkProperty(line.ink)}
              strokeWidth="3"
              strokeLinecap="round"
              strokeDasharray={line.stroke === 'solid' ? undefined : swatchGaps[line.stroke]}
            />
          </svg>
          <span className={styles.label}>{line.label}</span>
          <span className={chartStyles.tooltipValue}>{line.text}</span>
        </div>
      ))}
    </div>
  );
}

function legendOf({ series }: ChartSpec) {
  return series.map((one) => {
    const { label, colour } = one;
    const stroke = seriesStroke(one);
    return {
      key: label,
      label,
      colour: inkProperty(seriesInk(colour)),
      shape: 'line' as const,
      ...(stroke === 'solid' ? {} : { dash: stroke }),
    };
  });
}

function describe({ title }: ChartSpec, spot: HotSpot | null): string {
  if (spot === null) return title;
  return `${title}. ${spot.title}: ${spot.lines.map(({ label, text }) => `${label} ${text}`).join(', ')}`;
}

function nearest(spots: readonly HotSpot[], x: number): HotSpot | null {
  return spots.reduce<HotSpot | null>(
    (best, spot) => (best === null || Math.abs(spot.x - x) < Math.abs(best.x - x) ? spot : best),
    null,
  );
}

function stepped(spots: readonly HotSpot[], from: HotSpot | null, { key }: KeyboardEvent): HotSpot | null {
  const at = from === null ? -1 : spots.indexOf(from);
  const last = spots.length - 1;
  switch (key) {
    case 'ArrowRight':
      return spots[Math.min(last, at + 1)] ?? null;
    case 'ArrowLeft':
      return spots[at <= 0 ? 0 : at - 1] ?? null;
    case 'Home':
      return spots[0] ?? null;
    case 'End':
      return spots[last] ?? null;
    default:
      return null;
  }
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
