// The rate of a job by the number of nodes that were at work, beside the linear one, and what is lost against it.
import { CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { t } from '@shared/strings/t';
import { formatCount, formatDuration, formatPercent, formatRate } from '@shared/units';
import { rateScale, tickTexts, ticksFromZero } from '@renderer/charts/axis';
import chartStyles from '@renderer/charts/charts.module.css';
import { lineGaps } from '@renderer/charts/series';
import type { Scaling } from './node-scaling';
import styles from './hub-tab.module.css';

const axisText = { fontSize: 11, fill: 'var(--chart-axis)' } as const;
const margin = { top: 8, right: 24, bottom: 0, left: 0 } as const;
const measuredColour = 'var(--series-upload)';
const linearColour = 'var(--text-muted)';

interface Row {
  readonly nodes: number;
  readonly measured: number;
  readonly linear: number;
  readonly ms: number;
}

export function ScalingChart({ scaling }: { readonly scaling: Scaling }) {
  const { points, perNode, baseNodes, loss } = scaling;
  const top = points.at(-1);
  if (top === undefined) return null;
  if (loss === null) {
    return (
      <p className={styles.quiet}>
        {t`All the time ${nodesText(top.nodes)} worked, at ${formatRate(top.bytesPerSecond)} together. There is nothing to compare this with: the loss is shown once another number of nodes has worked for a while.`}
      </p>
    );
  }
  const rows: readonly Row[] = points.map(({ nodes, bytesPerSecond, ms }) => ({
    nodes,
    measured: bytesPerSecond,
    linear: perNode * nodes,
    ms,
  }));
  const max = Math.max(...rows.flatMap(({ measured, linear }) => [measured, linear]));
  const { unit, per } = rateScale(max);
  const ticks = ticksFromZero(max / per, 4, 0.001);
  return (
    <>
      <p>
        {loss >= 0
          ? t`With ${nodesText(top.nodes)}, ${formatPercent(loss)} is lost against the linear rate: ${formatRate(top.bytesPerSecond)} instead of ${formatRate(perNode * top.nodes)}.`
          : t`With ${nodesText(top.nodes)}, the rate is ${formatPercent(-loss)} above linear: ${formatRate(top.bytesPerSecond)} instead of ${formatRate(perNode * top.nodes)}.`}
      </p>
      <p className={styles.quiet}>
        {t`Linear: ${formatRate(perNode)} for each node, as measured while ${nodesText(baseNodes)} worked. Unit of the chart: ${unit}.`}
      </p>
      <div className={styles.chart} role="group" aria-label={t`Rate by number of nodes`}>
        <ComposedChart
          responsive
          data={[...rows]}
          width="100%"
          height={200}
          margin={margin}
          title={t`Rate by number of nodes`}
        >
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis
            dataKey="nodes"
            type="number"
            domain={[0, top.nodes]}
            ticks={[0, ...rows.map(({ nodes }) => nodes)]}
            tick={axisText}
            tickLine={false}
            tickMargin={6}
            height={26}
            axisLine={{ stroke: 'var(--border-strong)' }}
          />
          <YAxis
            domain={[0, (ticks.at(-1) ?? 1) * per]}
            niceTicks="none"
            ticks={ticks.map((tick) => tick * per)}
            interval={0}
            tickFormatter={(value: number) => tickTexts(ticks)(Number((value / per).toPrecision(12)))}
            tick={axisText}
            tickLine={false}
            axisLine={false}
            width={64}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--border-strong)', strokeWidth: 1 }}
            content={({ active, payload }) => (
              <PointTooltip row={active ? (payload[0]?.payload as Row | undefined) : undefined} />
            )}
          />
          <Line
            dataKey="linear"
            type="linear"
            stroke={linearColour}
            strokeDasharray={lineGaps.dashed}
            dot={false}
            isAnimationActive={false}
          />
          <Line
            dataKey="measured"
            type="linear"
            stroke={measuredColour}
            strokeWidth={2}
            dot={{ r: 3.5, fill: measuredColour, stroke: 'none' }}
            isAnimationActive={false}
          />
        </ComposedChart>
        <p className={styles.legend}>
          <span className={styles.measured}>{t`measured`}</span>
          <span className={styles.linear}>{t`linear`}</span>
        </p>
      </div>
    </>
  );
}

function PointTooltip({ row }: { readonly row: Row | undefined }) {
  if (row === undefined) return null;
  return (
    <div className={chartStyles.tooltip}>
      <div className={chartStyles.tooltipTime}>{t`${nodesText(row.nodes)}, for ${formatDuration(row.ms)}`}</div>
      <div className={chartStyles.tooltipRow}>
        {t`measured`}
        <span className={chartStyles.tooltipValue}>{formatRate(row.measured)}</span>
      </div>
      <div className={chartStyles.tooltipRow}>
        {t`linear`}
        <span className={chartStyles.tooltipValue}>{formatRate(row.linear)}</span>
      </div>
    </div>
  );
}

const nodesText = (nodes: number): string => (nodes === 1 ? t`one node` : t`${formatCount(nodes)} nodes`);
