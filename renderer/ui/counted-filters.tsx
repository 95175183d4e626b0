// A choice between parts of a list, each with its count; an empty part has its name only.
import { formatCount } from '@shared/units';
import { classNames } from './class-names';
import styles from './counted-filters.module.css';

export interface CountedFilter<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly count: number;
  /** `alarm`: its items need attention. */
  readonly tone?: 'plain' | 'alarm';
}

export interface CountedFiltersProps<T extends string> {
  readonly label: string;
  readonly filters: readonly CountedFilter<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function CountedFilters<T extends string>({ label, filters, value, onChange }: CountedFiltersProps<T>) {
  return (
    <div className={styles.filters} role="group" aria-label={label}>
      {filters.map((one) => (
        <button
          key={one.value}
          type="button"
          className={classNames(
            styles.filter,
            one.value === value && styles.chosen,
            one.tone === 'alarm' && one.count > 0 && styles.alarm,
          )}
          aria-pressed={one.value === value}
          onClick={() => onChange(one.value)}
        >
          {one.count === 0 ? one.label : `${one.label} ${formatCount(one.count)}`}
        </button>
      ))}
    </div>
  );
}
