// The filter typed as OData text, with a mark under the place where reading it failed.
import { useId } from 'react';
import styles from './query-bar.module.css';

export interface FilterTextFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  /** 0-based place of the mistake; undefined where the text is understood. */
  readonly mistakeAt: number | undefined;
  readonly problemId: string;
}

export function FilterTextField({ value, onChange, onSubmit, mistakeAt, problemId }: FilterTextFieldProps) {
  const id = useId();
  return (
    <div className={styles.filterText}>
      <label className={styles.name} htmlFor={id}>
        Filter
      </label>
      <div className={styles.filterBox}>
        {mistakeAt === undefined ? null : (
          <div className={styles.mistakes} aria-hidden>
            {value.slice(0, mistakeAt)}
            <span className={styles.mistake}>{value.slice(mistakeAt, mistakeAt + 1) || ' '}</span>
          </div>
        )}
        <textarea
          id={id}
          rows={1}
          className={styles.filterArea}
          value={value}
          placeholder="PartitionKey eq 'Action' and Rating gt 7.0"
          spellCheck={false}
          autoComplete="off"
          autoFocus
          aria-invalid={mistakeAt !== undefined}
          aria-describedby={mistakeAt === undefined ? undefined : problemId}
          onChange={(event) => onChange(event.target.value.replace(/\r?\n/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onSubmit();
          }}
        />
        <div className={styles.filterGrow} aria-hidden>
          {value + ' '}
        </div>
      </div>
    </div>
  );
}
