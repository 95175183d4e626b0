// The names of a chart's series with their latest values; a click hides or shows one.
import { t } from '@shared/strings/t';
import type { Series } from './series';
import styles from './charts.module.css';

export interface LegendProps<K extends string> {
  readonly series: readonly Series<K>[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: K) => void;
  /** The newest value as text; empty if there is none. */
  readonly newestOf?: (key: K) => string;
}

export function Legend<K extends string>({ series, hidden, onToggle, newestOf }: LegendProps<K>) {
  return (
    <ul className={styles.legend}>
      {series.map((one) => {
        const isShown = !hidden.has(one.key);
        const newest = isShown ? (newestOf?.(one.key) ?? '') : '';
        return (
          <li key={one.key}>
            <button
              type="button"
              className={styles.legendItem}
              aria-pressed={isShown}
              title={isShown ? t`Hide ${one.label}` : t`Show ${one.label}`}
              onClick={() => onToggle(one.key)}
            >
              <Swatch series={one} among={series} />
              <span className={styles.legendLabel}>{one.label}</span>
              {newest === '' ? null : <span className={styles.legendValue}>{newest}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** With the round ends of the line, which extend into the gaps. */
export const swatchGaps = { dashed: '2.5 4', dotted: '0.1 4' } as const;

export interface SwatchProps<K extends string> {
  readonly series: Series<K>;
  /** All series of the chart, in their order: a band that overlaps another is darker there, and so it is here. */
  readonly among: readonly Series<K>[];
}

export function Swatch<K extends string>({ series, among }: SwatchProps<K>) {
  const lowest = among.find(({ shape }) => shape === 'band');
  return (
    <svg className={styles.swatch} viewBox="0 0 12 4" aria-hidden="true">
      {series.shape === 'band' ? (
        // Drawn stronger than the band in the chart, which would not be seen on black.
        <rect
          x={0.5}
          y={0.5}
          width={11}
          height={3}
          fill={series.colour}
          fillOpacity={series.key === lowest?.key ? 0.2 : 0.7}
          stroke={series.colour}
        />
      ) : (
        <line
          x1="1"
          x2="11"
          y1="2"
          y2="2"
          stroke={series.colour}
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={series.dash && swatchGaps[series.dash]}
        />
      )}
    </svg>
  );
}
