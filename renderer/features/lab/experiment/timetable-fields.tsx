// Whether a run measures once or by timetable, and then how often and for how long.
import { type TimetableChoice, timetableFrom } from '@shared/lab/timed/timetable';
import { decimalSign } from '@shared/strings/numbers';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Checkbox, Select, TextField } from '@renderer/ui';
import styles from './experiment-view.module.css';

/** As entered. */
export interface TimetableText {
  readonly everyMinutes: number;
  readonly days: string;
}

export interface TimetableFieldsProps {
  /** Null: it measures once. */
  readonly timetable: TimetableText | null;
  readonly onTimetable: (timetable: TimetableText | null) => void;
}

const defaults: TimetableText = { everyMinutes: 60, days: '7' };
const intervals = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

export function TimetableFields({ timetable, onTimetable }: TimetableFieldsProps) {
  const count = timetable === null ? null : samplesOf(timetable);
  return (
    <>
      <Checkbox isSelected={timetable !== null} onChange={(isTimed) => onTimetable(isTimed ? defaults : null)}>
        {t`Repeat by timetable`}
      </Checkbox>
      {timetable === null ? null : (
        <div className={styles.fields}>
          <Select
            label={t`One sample every`}
            description={t`Limits hold for each sample.`}
            options={intervals.map((minutes) => ({ value: String(minutes), label: intervalText(minutes) }))}
            value={String(timetable.everyMinutes)}
            onChange={(minutes) => onTimetable({ ...timetable, everyMinutes: Number(minutes) })}
          />
          <TextField
            label={t`For`}
            {...(count === null
              ? { errorMessage: t`Enter days that give 2 to 3,000 samples, at most 92.` }
              : { description: t`${formatCount(count)} samples. It continues when the app is started again.` })}
            value={timetable.days}
            onChange={(days) => onTimetable({ ...timetable, days })}
            face="mono"
            after={t`days`}
          />
        </div>
      )}
    </>
  );
}

function intervalText(minutes: number): string {
  const hours = minutes / 60;
  return minutes < 60 ? t`${minutes} minutes` : plural(hours)`${hours} hour | ${hours} hours`;
}

/** Null while it makes no sense. */
export function choiceOf({ everyMinutes, days }: TimetableText): TimetableChoice | null {
  const text = days.trim().replace(decimalSign(), '.');
  const forMinutes = /^\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 24 * 60) : NaN;
  const choice = { everyMinutes, forMinutes };
  return forMinutes <= 92 * 24 * 60 && countOf(choice) !== null ? choice : null;
}

const samplesOf = (timetable: TimetableText): number | null => {
  const choice = choiceOf(timetable);
  return choice === null ? null : countOf(choice);
};

function countOf(choice: TimetableChoice): number | null {
  try {
    return timetableFrom(choice, 0).samples;
  } catch {
    return null;
  }
}
