// How many ranges of a long reading are asked for at once, chosen before it runs and changed while it runs; and how such
// a reading stands, in words.
import { NumberField, ToggleButton, Tooltip } from '@renderer/ui';
import type { ScanState } from '@shared/model/query-page';
import { mostParallelRanges } from '@shared/query/filter';
import { formatCount } from '@shared/units';
import { Columns4 } from 'lucide-react';
import styles from './parallel-reading.module.css';

export interface ParallelReadingProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** Ranges at once, 1…32. */
  readonly concurrency: number;
  readonly onConcurrencyChange: (concurrency: number) => void;
}

export function ParallelReading({ isOn, onSwitch, concurrency, onConcurrencyChange }: ParallelReadingProps) {
  return (
    <>
      <Tooltip text="Cuts the keys into ranges and reads several at once. The rows and their order stay the same.">
        <ToggleButton
          label="Read in parallel"
          icon={<Columns4 size={13} aria-hidden />}
          showLabel
          isSelected={isOn}
          onChange={onSwitch}
        />
      </Tooltip>
      {isOn ? (
        <NumberField
          label="Ranges read at once"
          labelPosition="hidden"
          className={styles.count ?? ''}
          value={concurrency}
          min={1}
          max={mostParallelRanges}
          step={1}
          unit={concurrency === 1 ? 'range' : 'ranges'}
          onChange={(value) => {
            if (!Number.isNaN(value)) onConcurrencyChange(value);
          }}
        />
      ) : null}
    </>
  );
}

/** `12 of 33 ranges read`, and how the service slows it down. */
export function scanWords({ concurrency, allowed, ranges, rangesDone, throttles }: ScanState): string {
  const done =
    rangesDone === ranges
      ? `${formatCount(ranges)} ${ranges === 1 ? 'range' : 'ranges'} read`
      : `${formatCount(rangesDone)} of ${formatCount(ranges)} ranges read`;
  const busy = throttles === 0 ? '' : ` · throttled ${formatCount(throttles)} ${throttles === 1 ? 'time' : 'times'}`;
  return allowed < concurrency ? `${done}${busy}, ${formatCount(allowed)} at once for now` : `${done}${busy}`;
}
