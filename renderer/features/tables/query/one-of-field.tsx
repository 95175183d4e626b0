// Several values of a key: finished ones as tokens, and the one being typed, in one piece or in parts.
import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { t } from '@shared/strings/t';
import { type KeyDraft, commitPending } from './key-draft';
import { KeyField, type KeyFieldProps } from './key-field';
import styles from './chip.module.css';

export interface OneOfFieldProps extends Pick<KeyFieldProps, 'state' | 'problemId' | 'delimiter' | 'onDelimiter'> {
  readonly name: string;
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
}

export function OneOfField({ name, draft, onChange, ...shared }: OneOfFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && draft.pending !== '') {
      event.preventDefault();
      onChange(commitPending(draft));
    } else if (event.key === 'Backspace' && draft.pending === '' && draft.values.length > 0) {
      onChange({ ...draft, values: draft.values.slice(0, -1) });
    }
  };
  return (
    <span className={styles.values}>
      {draft.values.map((value) => (
        <span key={value} className={styles.token}>
          <span className={styles.tokenText}>{value}</span>
          <button
            type="button"
            aria-label={t`Remove ${value}`}
            className={styles.tokenRemove}
            onClick={() => onChange({ ...draft, values: draft.values.filter((other) => other !== value) })}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <KeyField
        {...shared}
        label={t`${name}: add a value`}
        value={draft.pending}
        placeholder={t`value, Enter`}
        onChange={(pending) => onChange({ ...draft, pending })}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}
