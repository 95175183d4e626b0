// When each node worked on which shard, by the clock of the hub: a bar for each shard, in as many lanes as the node has used,
// with a line for how wrong its start may be.
import { type PointerEvent, useState } from 'react';
import { CartesianGrid, ComposedChart, XAxis, YAxis, usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { ShardTime } from '@shared/model/hub';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';
import { durationTickTexts, durationTicks } from '@renderer/charts/duration-axis';
import { isMeasured } from './hub-text';
import type { NodeLanes } from './timeline-lanes';
import styles from './hub-tab.module.css';

export interface TimelineChartProps {
  readonly groups: readonly NodeLanes[];
}

const lanePx = 14;
const groupGap = 0.6;
const axisText = { fontSize: 11, fill: 'var(--chart-axis)' } as const;
const margin = { top: 6, right: 16, bottom: 0, left: 0 } as const;
/** A shard of a moment must be seen, too. */
const minBarPx = 1.5;

interface Lane {
  readonly shards: readonly ShardTime[];
  /** Its upper edge, in lanes from the top. */
  readonly top: number;
}

export function TimelineChart({ groups }: TimelineChartProps) {
  const [pointed, setPointed] = useState<ShardTime | null>(null);
  const { lanes, centres, height } = placed(groups);
  const all = lanes.flatMap(({ shards }) => shards);
  const fromMs = all.reduce((min, { startedAtMs }) => Math.min(min, startedAtMs), Infinity);
  const toMs = all.reduce((max, { startedAtMs, tookMs }) => Math.max(max, startedAtMs + tookMs), -Infinity);
  const spanMs = Math.max(1, toMs - fromMs);
  const ticks = durationTicks(0, spanMs, 8);
  const nameOf = (centre: number): string => groups[centres.indexOf(centre)]?.node ?? '';
  const title = t`Timeline of ${formatCount(groups.length)} nodes`;
  return (
    <div className={styles.chart} role="group" aria-label={title}>
      <ComposedChart
        responsive
        data={[{ atMs: 0 }, { atMs: spanMs }]}
        width="100%"
        height={height * lanePx + 40}
        margin={margin}
        title={title}
      >
        <CartesianGrid horizontal={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="atMs"
          type="number"
          domain={[0, spanMs]}
          allowDataOverflow
          niceTicks="none"
          ticks={[...ticks]}
          interval="preserveStart"
          tickFormatter={durationTickTexts(ticks)}
          tick={axisText}
          tickLine={false}
          tickMargin={6}
          height={26}
          axisLine={{ stroke: 'var(--border-strong)' }}
        />
        <YAxis
          yAxisId="left"
          type="number"
          reversed
          domain={[0, height]}
          allowDataOverflow
          niceTicks="none"
          ticks={[...centres]}
          interval={0}
          tickFormatter={(centre: number) => shortened(nameOf(centre))}
          tick={axisText}
          tickLine={false}
          axisLine={false}
          width={112}
        />
        <Bars lanes={lanes} fromMs={fromMs} pointed={pointed} onPoint={setPointed} />
      </ComposedChart>
      <p className={styles.pointed} role="status">
        {pointed === null ? t`Point at a bar for the details of its shard.` : detailsOf(pointed, fromMs)}
      </p>
    </div>
  );
}

interface BarsProps {
  readonly lanes: readonly Lane[];
  readonly fromMs: number;
  readonly pointed: ShardTime | null;
  readonly onPoint: (shard: ShardTime | null) => void;
}

function Bars({ lanes, fromMs, pointed, onPoint }: BarsProps) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale('left');
  const area = usePlotArea();
  if (!xScale || !yScale || !area || !(area.width > 0 && area.height > 0)) return null;
  const x = (atMs: number): number => Number(xScale(atMs - fromMs));
  const y = (at: number): number => Number(yScale(at));
  const barPx = Math.abs(y(1) - y(0)) * 0.72;
  const widthOf = ({ startedAtMs, tookMs }: ShardTime): number =>
    Math.max(minBarPx, x(startedAtMs + tookMs) - x(startedAtMs));
  const bars = (isWanted: (shard: ShardTime) => boolean): string =>
    lanes
      .flatMap(({ shards, top }) =>
        shards
          .filter(isWanted)
          .map(
            (shard) =>
              `M${px(x(shard.startedAtMs))} ${px(y(top))}h${px(widthOf(shard))}v${px(barPx)}h${px(-widthOf(shard))}z`,
          ),
      )
      .join('');
  const doubts = lanes
    .flatMap(({ shards, top }) =>
      shards
        .filter(({ uncertainMs }) => isMeasured(uncertainMs))
        .map(({ startedAtMs, uncertainMs }) => {
          const middle = px(y(top) + barPx / 2);
          return `M${px(x(startedAtMs - uncertainMs))} ${middle}H${px(x(startedAtMs + uncertainMs))}`;
        }),
    )
    .join('');
  const onPointerMove = (event: PointerEvent<SVGRectElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const [atX, atY] = [event.clientX - box.left + area.x, event.clientY - box.top + area.y];
    const lane = lanes.find(({ top }) => atY >= y(top) && atY <= y(top) + barPx);
    onPoint(
      lane?.shards.find(
        (shard) => atX >= x(shard.startedAtMs) - 1 && atX <= x(shard.startedAtMs) + widthOf(shard) + 1,
      ) ?? null,
    );
  };
  const pointedLane = pointed === null ? undefined : lanes.find(({ shards }) => shards.includes(pointed));
  return (
    <g>
      <path d={bars(({ failedCount, end }) => failedCount === 0 && end !== 'returned')} className={styles.bar} />
      <path d={bars(({ end }) => end === 'returned')} className={styles.returnedBar} />
      <path d={bars(({ failedCount }) => failedCount > 0)} className={styles.failedBar} />
      <path d={doubts} className={styles.doubt} />
      {pointed !== null && pointedLane !== undefined ? (
        <rect
          x={x(pointed.startedAtMs)}
          y={y(pointedLane.top)}
          width={widthOf(pointed)}
          height={barPx}
          className={styles.pointedBar}
        />
      ) : null}
      <rect
        x={area.x}
        y={area.y}
        width={area.width}
        height={area.height}
        fill="transparent"
        onPointerMove={onPointerMove}
        onPointerLeave={() => onPoint(null)}
      />
    </g>
  );
}

function placed(groups: readonly NodeLanes[]): {
  readonly lanes: readonly Lane[];
  readonly centres: readonly number[];
  readonly height: number;
} {
  const lanes: Lane[] = [];
  const centres: number[] = [];
  let top = 0;
  for (const group of groups) {
    group.lanes.forEach((shards, at) => lanes.push({ shards, top: top + at }));
    centres.push(top + group.lanes.length / 2 - 0.15);
    top += group.lanes.length + groupGap;
  }
  return { lanes, centres, height: Math.max(1, top) };
}

/** To a tenth, so that the path of many shards stays short. */
const px = (value: number): number => Math.round(value * 10) / 10;

const shortened = (name: string): string => (name.length > 16 ? `${name.slice(0, 15)}…` : name);

function detailsOf(shard: ShardTime, fromMs: number): string {
  const { node, startedAtMs, tookMs, uncertainMs, files, bytes, failedCount, deliveries } = shard;
  const start = formatDuration(startedAtMs - fromMs);
  return [
    t`${node}: shard ${shard.shard.slice(0, 8)}`,
    isMeasured(uncertainMs) ? t`started after ${start} ± ${formatDuration(uncertainMs)}` : t`started after ${start}`,
    t`took ${formatDuration(tookMs)}`,
    shard.end === 'returned'
      ? t`given back after ${formatBytes(bytes)}`
      : `${counted(files, 'file')}, ${formatBytes(bytes)}`,
    formatRate(tookMs === 0 ? 0 : (bytes / tookMs) * 1000),
    ...(failedCount > 0 ? [t`${formatCount(failedCount)} failed`] : []),
    ...(deliveries > 1 ? [t`given out ${counted(deliveries, 'time')}`] : []),
  ].join(' · ');
}
