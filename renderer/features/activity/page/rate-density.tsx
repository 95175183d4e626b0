// How often which rate was seen, over time or over files: one peak is a steady line, two are two regimes.
import { t } from '@shared/strings/t';
import { formatRate } from '@shared/units';
import { Bar, BarChart, type BarShapeProps, CartesianGrid, Tooltip, XAxis, YAxis, useXAxisScale } from 'recharts';
import { maxOf, rateScale, tickText, tickTexts, ticksFromZero } from '@renderer/charts/axis';
import styles from './speed-view.module.css';

export interface RateDensityProps {
  /** Bytes per second. */
  readonly rates: readonly number[];
  /** What each rate is one of. */
  readonly of: 'moments' | 'files';
  readonly heightPx: number;
}

const maxRateMarks = 7;

export function RateDensity({ rates, of, heightPx }: RateDensityProps) {
  const { per, unit } = rateScale(rates.reduce((max, rate) => Math.max(max, rate), 0));
  const bins = rateBins(rates, per);
  const rows = bins.map(({ from, to, share }) => ({ from, to, middle: (from + to) / 2 / per, percent: share * 100 }));
  const endRate = (bins.at(-1)?.to ?? per) / per;
  const every = [1, 2, 5].find((many) => bins.length / many <= maxRateMarks) ?? 10;
  const rateTicks = [0, ...bins.map(({ to }) => Number((to / per).toPrecision(12)))].filter(
    (_, index) => index % every === 0,
  );
  const ticks = ticksFromZero(maxOf(rows, [({ percent }) => percent]), 4, 1);
  return (
    <figure
      className={styles.cell}
      aria-label={of === 'files' ? t`Number of files at each rate, ${unit}` : t`Frequency of each rate, ${unit}`}
    >
      <figcaption className={styles.caption}>
        {of === 'files' ? t`Share of files at each rate` : t`Share of time at each rate`}{' '}
        <span className={styles.unit}>{t`%, by ${unit}`}</span>
      </figcaption>
      <BarChart
        responsive
        data={rows}
        width="100%"
        height={heightPx}
        margin={{ top: 6, right: 12, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="middle"
          type="number"
          domain={[0, endRate]}
          ticks={rateTicks}
          tickFormatter={tickTexts(rateTicks)}
          {...axis}
          interval="equidistantPreserveStart"
          height={26}
          tickMargin={6}
        />
        <YAxis
          tickFormatter={tickText}
          {...axis}
          domain={[0, ticks.at(-1) ?? 1]}
          ticks={[...ticks]}
          interval={0}
          width={44}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--surface-hover)' }}
          content={({ active, payload }) => {
            const row = payload[0]?.payload as (typeof rows)[number] | undefined;
            return active && row ? (
              <div className={styles.tooltip}>
                {t`${formatRate(row.from)} to ${formatRate(row.to)}: ${tickText(row.percent)} %`}
              </div>
            ) : null;
          }}
        />
        <Bar dataKey="percent" isAnimationActive={false} shape={(bar: BarShapeProps) => <Bin {...bar} per={per} />} />
      </BarChart>
    </figure>
  );
}

/** From edge to edge of its rates, so that the marks of the axis are read at its sides. */
function Bin({ y, height, payload, per }: BarShapeProps & { readonly per: number }) {
  const scale = useXAxisScale();
  const { from, to } = payload as RateBin;
  const left = scale?.(from / per);
  const right = scale?.(to / per);
  if (left === undefined || right === undefined) return null;
  return <rect x={left} y={y} width={Math.max(1, right - left - 1)} height={height} fill="var(--series-p50)" />;
}

const axis = { tick: { fontSize: 11, fill: 'var(--chart-axis)' }, tickLine: false } as const;

// Sorts rates into bins of equal width from zero; the width is round in the displayed unit.

interface RateBin {
  /** Bytes per second; `to` belongs to the next bin. */
  readonly from: number;
  readonly to: number;
  /** 0…1 of all samples. */
  readonly share: number;
}

const aboutBins = 20;

/** `per`: bytes per second of the unit. */
export function rateBins(bytesPerSecond: readonly number[], per: number): readonly RateBin[] {
  if (bytesPerSecond.length === 0) return [];
  const max = bytesPerSecond.reduce((a, b) => Math.max(a, b), 0);
  const edges = ticksFromZero(max / per, aboutBins, 1 / per);
  const width = (edges[1] ?? 1) * per;
  // The largest value is on an edge when it is round: it gets a separate bin.
  const counts = Array.from({ length: Math.floor(max / width) + 1 }, () => 0);
  for (const rate of bytesPerSecond) counts[Math.floor(rate / width)] = (counts[Math.floor(rate / width)] ?? 0) + 1;
  return counts.map((count, index) => ({
    from: index * width,
    to: (index + 1) * width,
    share: count / bytesPerSecond.length,
  }));
}
