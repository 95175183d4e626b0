// A word-sized line of one or two rates without axes; the figures beside it show the values.
import styles from './charts.module.css';

export interface SparklineProps {
  readonly lines: readonly { readonly colour: string; readonly values: readonly (number | null)[] }[];
  /** The minimum value at full height: without an axis, small values must look small. */
  readonly minTop: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export function Sparkline({ lines, minTop, width, height }: SparklineProps) {
  const max = Math.max(minTop, ...lines.flatMap((line) => line.values.map((value) => value ?? 0)));
  return (
    <svg className={styles.sparkline} width={width} height={height} aria-hidden="true">
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--border-strong)" />
      {lines.map((line) => (
        <path
          key={line.colour}
          d={pathOf(line.values, max, width, height)}
          fill="none"
          stroke={line.colour}
          strokeWidth="1.5"
        />
      ))}
    </svg>
  );
}

/** Straight segments between measured values; a null lifts the pen. */
function pathOf(values: readonly (number | null)[], max: number, width: number, height: number): string {
  const stepPx = values.length > 1 ? width / (values.length - 1) : 0;
  const usableHeight = height - 2;
  let isPenDown = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isPenDown = false;
        return '';
      }
      const verb = isPenDown ? 'L' : 'M';
      isPenDown = true;
      return `${verb}${(index * stepPx).toFixed(1)} ${(height - 1 - (value / max) * usableHeight).toFixed(1)}`;
    })
    .join('');
}
