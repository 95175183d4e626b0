// Progress bars and meters.
import { Meter as AriaMeter, ProgressBar as AriaProgressBar } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './meter.module.css';

export interface ProgressBarProps {
  readonly label: string;
  /** 0…1; null while the end is unknown. */
  readonly fraction: number | null;
  /** Said instead of the percentage: `9,411 of 18,221 files`. */
  readonly valueText?: string;
}

export function ProgressBar({ label, fraction, valueText }: ProgressBarProps) {
  return (
    <AriaProgressBar
      aria-label={label}
      className={styles.track ?? ''}
      minValue={0}
      maxValue={1}
      value={fraction ?? 0}
      isIndeterminate={fraction === null}
      {...(valueText === undefined ? {} : { valueLabel: valueText })}
    >
      <div
        className={classNames(styles.fill, fraction === null && styles.underWay)}
        style={{ width: `${(fraction ?? 1) * 100}%` }}
      />
    </AriaProgressBar>
  );
}

export interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly valueText: string;
}

export function Meter({ label, value, max, valueText }: MeterProps) {
  return (
    <AriaMeter
      aria-label={label}
      className={styles.track ?? ''}
      minValue={0}
      maxValue={max}
      value={value}
      valueLabel={valueText}
    >
      <div className={styles.fill} style={{ width: `${max === 0 ? 0 : Math.min(1, value / max) * 100}%` }} />
    </AriaMeter>
  );
}
