// How many ranges of a long read are requested in parallel, chosen before it runs or changed meanwhile; and the state
// of such a read in words.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { NumberField, ToggleButton, Tooltip } from '@renderer/ui';
import type { ScanState } from '@shared/model/query-page';
import { maxParallelRanges } from '@shared/model/table-query';
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
      <Tooltip text={t`Cuts the keys into ranges and reads several at once. The rows and their order stay the same.`}>
        <ToggleButton
          label={t`Read in parallel`}
          icon={<Columns4 size={13} aria-hidden />}
          showLabel
          text={<span className={styles.words}>{t`Read in parallel`}</span>}
          isSelected={isOn}
          onChange={onSwitch}
        />
      </Tooltip>
      {isOn ? (
        <NumberField
          label={t`Ranges read at once`}
          labelPosition="hidden"
          className={styles.count ?? ''}
          value={concurrency}
          min={1}
          max={maxParallelRanges}
          step={1}
          unit={plural(concurrency)`range | ranges`}
          onChange={(value) => {
            if (!Number.isNaN(value)) onConcurrencyChange(value);
          }}
        />
      ) : null}
    </>
  );
}

/** `12 of 33 ranges read`, and how the service slows it down. */
export function scanText({ concurrency, allowed, ranges, rangesDone, throttles }: ScanState): string {
  const done =
    rangesDone === ranges
      ? t`${counted(ranges, 'range')} read`
      : t`${formatCount(rangesDone)} of ${formatCount(ranges)} ranges read`;
  const busy = throttles === 0 ? '' : t` · throttled ${counted(throttles, 'time')}`;
  return allowed < concurrency ? t`${done}${busy}, ${formatCount(allowed)} at once for now` : `${done}${busy}`;
}
