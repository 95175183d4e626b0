// The input for a key: one field, or a field for each part, with tools that compute keys, and suggestions when a date
// was pasted.
import { useState } from 'react';
import { KeyTools } from './key-tools';
import { PartsField } from './parts-field';
import { PastedDate, dateIn } from './pasted-date';
import styles from './chip.module.css';
import { ValueInput, type ValueInputProps } from '../result/value-input';

export interface KeyFieldProps extends ValueInputProps {
  /** Between the parts; empty where the key is typed in one piece. */
  readonly delimiter: string;
  readonly onDelimiter: (delimiter: string) => void;
}

export function KeyField({ delimiter, onDelimiter, ...props }: KeyFieldProps) {
  const [pasted, setPasted] = useState<string | null>(null);
  if (delimiter !== '') {
    const { placeholder: _, ...shared } = props;
    return <PartsField {...shared} delimiter={delimiter} onDelimiter={onDelimiter} />;
  }
  const isOffered = pasted !== null && props.value.trim() === pasted;
  return (
    <>
      <span className={styles.withTools} onPaste={(event) => setPasted(dateIn(event.clipboardData.getData('text')))}>
        <ValueInput {...props} />
        <KeyTools field={props.label} value={props.value} onUse={props.onChange} onDelimiter={onDelimiter} />
      </span>
      {isOffered ? (
        <PastedDate
          field={props.label}
          pasted={pasted}
          onKeep={() => setPasted(null)}
          onUse={(key) => {
            setPasted(null);
            props.onChange(key);
          }}
        />
      ) : null}
    </>
  );
}
