// A value with its type and its exact text, or that there is none; what differs from another value is marked.
import { TypeBadge, classNames } from '@renderer/ui';
import type { EdmValue } from '@shared/model/entity';
import { exactText } from '../grid/cell-format';
import { markDifference } from './property-diff';
import styles from './value-text.module.css';

export interface ValueTextProps {
  readonly value: EdmValue | null;
  /** What it is held against; its differing part is marked. */
  readonly against?: EdmValue | null;
  readonly tone?: 'old' | 'new';
  /** Said where the entity does not hold the property. */
  readonly absent?: string;
}

/** More is shown on demand elsewhere: a page must not stand still for one value. */
const longestShown = 4_000;

export function ValueText({ value, against, tone, absent = 'absent' }: ValueTextProps) {
  if (value === null) return <span className={styles.absent}>{absent}</span>;
  const text = exactText(value);
  const shown = text.length > longestShown ? text.slice(0, longestShown) : text;
  const isMarked = against?.type === value.type;
  const parts = isMarked ? markDifference(shown, exactText(against).slice(0, longestShown)) : null;
  return (
    <span className={classNames(styles.value, tone !== undefined && styles[tone])}>
      <TypeBadge type={value.type} />
      <span className={styles.text}>
        {text === '' ? <span className={styles.absent}>&quot;&quot;</span> : null}
        {parts === null ? (
          shown
        ) : (
          <>
            {parts.head}
            {parts.differing === '' ? null : <mark className={styles.mark}>{parts.differing}</mark>}
            {parts.tail}
          </>
        )}
        {shown === text ? null : (
          <span
            className={styles.absent}
          >{` … ${(text.length - shown.length).toLocaleString('en')} more characters`}</span>
        )}
      </span>
    </span>
  );
}
