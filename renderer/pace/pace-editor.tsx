// Chooses a speed: unlimited, a limit, or a painted timetable; always with a sentence that describes it.
import { useState } from 'react';
import { type HourPace, type Pace, minLimitRate } from '@shared/model/transfer-pace';
import { t } from '@shared/strings/t';
import { evenTimetable } from '@shared/timetable/pace-at';
import { paceText } from '@shared/timetable/pace-text';
import { NumberField, SegmentedControl } from '@renderer/ui';
import styles from './pace-editor.module.css';
import { WeekGrid } from './week-grid';

export interface PaceEditorProps {
  /** Of what: `all transfers together`. */
  readonly of: string;
  readonly value: Pace;
  readonly timeZone: string;
  readonly onChange: (pace: Pace) => void;
}

type Brush = 'full' | 'limit' | 'pause';
/** The initial limit, if none was chosen yet. */
const firstMegabits = 20;
const bytesOf = (megabits: number): number => Math.max(minLimitRate, Math.round((megabits * 1e6) / 8));

export function PaceEditor({ of, value, timeZone, onChange }: PaceEditorProps) {
  const [megabits, setMegabits] = useState(megabitsIn(value));
  const [brush, setBrush] = useState<Brush>('limit');
  /** The painted hours, to be restored: arrow keys move through the other choices. */
  const [week, setWeek] = useState(evenTimetable('full'));
  const choose = (kind: Pace['kind']): void => {
    if (value.kind === 'timetable') setWeek(value.hours);
    if (kind === 'full') onChange({ kind });
    else if (kind === 'limit') onChange({ kind, bytesPerSecond: bytesOf(megabits) });
    else onChange({ kind, hours: week });
  };
  const change = (next: number): void => {
    if (!Number.isFinite(next) || next <= 0) return;
    setMegabits(next);
    if (value.kind === 'limit') onChange({ kind: 'limit', bytesPerSecond: bytesOf(next) });
  };
  const paint: HourPace = brush === 'limit' ? bytesOf(megabits) : brush;
  const rate = (
    <NumberField
      label={t`Limit in Mbit/s`}
      labelPosition="hidden"
      className={styles.rate ?? ''}
      unit="Mbit/s"
      min={0.01}
      max={100_000}
      value={megabits}
      onChange={change}
    />
  );
  return (
    <div className={styles.editor}>
      <div className={styles.line}>
        <SegmentedControl
          label={t`Speed of ${of}`}
          options={[
            { value: 'full', label: t`Full speed` },
            { value: 'limit', label: t`Limit` },
            { value: 'timetable', label: t`Schedule` },
          ]}
          value={value.kind}
          onChange={choose}
        />
        {value.kind === 'limit' ? rate : null}
      </div>
      {value.kind === 'timetable' ? (
        <>
          <div className={styles.line}>
            <span className={styles.word}>{t`Paint`}</span>
            <SegmentedControl
              label={t`Setting for painted hours`}
              options={[
                { value: 'limit', label: t`Limit` },
                { value: 'pause', label: t`Pause` },
                { value: 'full', label: t`Full speed` },
              ]}
              value={brush}
              onChange={setBrush}
            />
            {brush === 'limit' ? rate : null}
          </div>
          <WeekGrid hours={value.hours} brush={paint} onChange={(hours) => onChange({ kind: 'timetable', hours })} />
          <p className={styles.note}>
            {t`Drag over the hours, or use the arrow keys and Space; hold Shift to paint a block. Hours are in ${timeZone}. A sleeping computer does not wake up for them.`}
          </p>
        </>
      ) : null}
      <p className={styles.sentence} role="status">
        {value.kind === 'full' ? null : `${paceText(value)}.`}
      </p>
    </div>
  );
}

/** The first limit of a pace, to go on with. */
function megabitsIn(pace: Pace): number {
  const rates = pace.kind === 'timetable' ? pace.hours : pace.kind === 'limit' ? [pace.bytesPerSecond] : [];
  const first = rates.find((rate): rate is number => typeof rate === 'number');
  return first === undefined ? firstMegabits : Math.round((first * 8) / 1e4) / 100;
}
