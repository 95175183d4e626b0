// What an experiment measured: a row of statistics a distribution, and how its values are spread.
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { Distribution } from '@shared/model/lab';
import { formatCount, formatDuration } from '@shared/units';
import { tickText, ticksFromZero } from '@renderer/charts/axis';
import chartStyles from '@renderer/charts/charts.module.css';
import { barsOf, figure, statistics } from './figures';
import type { ExperimentResult } from './lab-store';
import styles from './lab-tab.module.css';

export function ResultView({ result }: { readonly result: ExperimentResult }) {
  const failed = result.distributions.reduce((sum, one) => sum + one.failed, 0);
  return (
    <section className={styles.result} aria-label="Result">
      <p className={styles.muted} role="status">
        {formatCount(result.requests)} requests in {formatDuration(result.elapsedMs)}
        {failed > 0 ? ` · ${formatCount(failed)} failed` : ' · none failed'}
      </p>
      <div className={styles.tableScroll} tabIndex={0} role="region" aria-label="Statistics">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Measured</th>
              <th scope="col">Unit</th>
              <th scope="col">Count</th>
              {statistics.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {result.distributions.map((one) => (
              <tr key={one.label}>
                <th scope="row">{one.label}</th>
                <td>{one.unit}</td>
                <td>{formatCount(one.count)}</td>
                {statistics.map((name) => (
                  <td key={name}>{one.count === 0 ? '–' : figure(one[name], one.median)}</td>
                ))}
                <td className={one.failed > 0 ? styles.bad : undefined}>{formatCount(one.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.histograms}>
        {result.distributions.map((one) =>
          one.histogram.length > 0 ? <Histogram key={one.label} distribution={one} /> : null,
        )}
      </div>
    </section>
  );
}

const axisText = { fontSize: 11, fill: 'var(--chart-axis)' } as const;

function Histogram({ distribution }: { readonly distribution: Distribution }) {
  const bars = barsOf(distribution);
  const most = Math.max(0, ...bars.map((bar) => bar.count));
  const ticks = ticksFromZero(most, 3, 3).filter((tick) => Number.isInteger(tick));
  return (
    <figure className={styles.histogram}>
      <figcaption className={styles.histogramTitle}>
        {distribution.label} <span className={styles.muted}>{distribution.unit}, count of values</span>
      </figcaption>
      <BarChart
        responsive
        data={[...bars]}
        width="100%"
        height={150}
        margin={{ top: 6, right: 8, bottom: 0, left: 0 }}
        barCategoryGap={1}
        title={`Histogram of ${distribution.label}`}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="label"
          tick={axisText}
          tickLine={false}
          tickMargin={6}
          height={26}
          interval="equidistantPreserveStart"
          minTickGap={24}
          axisLine={{ stroke: 'var(--border-strong)' }}
        />
        <YAxis
          domain={[0, ticks.at(-1) ?? 1]}
          ticks={ticks}
          tickFormatter={tickText}
          tick={axisText}
          tickLine={false}
          axisLine={false}
          width={40}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--surface-hover)' }}
          content={({ active, payload, label }) =>
            active && payload[0] ? (
              <div className={chartStyles.tooltip}>
                <div className={chartStyles.tooltipTime}>
                  {label} {distribution.unit}
                </div>
                <strong>{formatCount(Number(payload[0].value))}</strong> of {formatCount(distribution.count)}
              </div>
            ) : null
          }
        />
        <Bar dataKey="count" fill="var(--series-upload)" isAnimationActive={false} />
      </BarChart>
    </figure>
  );
}
