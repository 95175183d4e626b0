// The condition on one key: name, operator, and the boxes that the operator needs.
import { Select, classNames } from '@renderer/ui';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { DelimiterToggle } from '../keys/delimiter-toggle';
import { KeyTools } from '../keys/key-tools';
import { PartsField } from '../keys/parts-field';
import { PastedDate, dateIn } from '../keys/pasted-date';
import { type BoundKind, type KeyDraft, commitPending, keyOperators, withOperator } from './key-draft';
import styles from './query-bar.module.css';
import { ValueInput, type ValueInputProps } from './value-input';

export interface KeyChipProps {
  readonly name: 'PartitionKey' | 'RowKey';
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
  readonly state: 'fine' | 'wrong';
  readonly problemId: string;
  /** What the seen keys have between their parts; null where they are no composite keys. */
  readonly delimiter: string | null;
}

const options = keyOperators.map(({ operator, words }) => ({ value: operator, label: words }));

export function KeyChip(props: KeyChipProps) {
  const { name, draft, onChange, state } = props;
  return (
    <div
      role="group"
      aria-label={`${name} condition`}
      className={classNames(
        styles.chip,
        (draft.operator === 'range' || Boolean(draft.delimiter)) && styles.wrapping,
        state === 'wrong' && styles.wrongChip,
      )}
    >
      <span className={styles.name}>{name}</span>
      <Select
        label={`${name} operator`}
        labelPosition="hidden"
        appearance="bare"
        className={styles.operator ?? ''}
        options={options}
        value={draft.operator}
        onChange={(operator) => onChange(withOperator(draft, operator))}
      />
      <KeyValue {...props} />
    </div>
  );
}

function KeyValue({ name, draft, onChange, state, problemId, delimiter }: KeyChipProps) {
  const shared = { state, problemId };
  switch (draft.operator) {
    case 'any':
      return null;
    case 'is':
      return (
        <>
          <TextOrParts {...shared} label={`${name} value`} placeholder="empty key" draft={draft} onChange={onChange} />
          <DelimiterToggle
            name={name}
            operator="is"
            text={draft.text}
            chosen={draft.delimiter}
            seen={delimiter}
            onChange={(chosen) => onChange({ ...draft, delimiter: chosen })}
          />
        </>
      );
    case 'starts-with':
      return (
        <>
          <TextOrParts {...shared} label={`${name} prefix`} placeholder="prefix" draft={draft} onChange={onChange} />
          <DelimiterToggle
            name={name}
            operator="starts-with"
            text={draft.text}
            chosen={draft.delimiter}
            seen={delimiter}
            onChange={(chosen) => onChange({ ...draft, delimiter: chosen })}
          />
        </>
      );
    case 'one-of':
      return <OneOf {...shared} name={name} draft={draft} onChange={onChange} />;
    case 'after':
      return (
        <KeyField
          {...shared}
          label={`${name} after`}
          value={draft.from}
          placeholder="not itself"
          onChange={(from) => onChange({ ...draft, from })}
        />
      );
    case 'before':
      return (
        <KeyField
          {...shared}
          label={`${name} before`}
          value={draft.to}
          placeholder="not itself"
          onChange={(to) => onChange({ ...draft, to })}
        />
      );
    case 'range':
      return (
        <>
          <BoundToggle
            label={`${name} lower bound`}
            words={{ inclusive: '≥', exclusive: '>' }}
            value={draft.fromBound}
            onChange={(fromBound) => onChange({ ...draft, fromBound })}
          />
          <KeyField
            {...shared}
            label={`${name} from`}
            value={draft.from}
            placeholder="first"
            onChange={(from) => onChange({ ...draft, from })}
          />
          <BoundToggle
            label={`${name} upper bound`}
            words={{ inclusive: '≤', exclusive: '<' }}
            value={draft.toBound}
            onChange={(toBound) => onChange({ ...draft, toBound })}
          />
          <KeyField
            {...shared}
            label={`${name} to`}
            value={draft.to}
            placeholder="last"
            onChange={(to) => onChange({ ...draft, to })}
          />
        </>
      );
  }
}

interface TextOrPartsProps extends Pick<ValueInputProps, 'label' | 'placeholder' | 'state' | 'problemId'> {
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
}

/** The draft's text in one field, or in a field a part. */
function TextOrParts({ draft, onChange, placeholder = '', ...shared }: TextOrPartsProps) {
  const change = (text: string): void => onChange({ ...draft, text });
  const onDelimiter = (delimiter: string): void => onChange({ ...draft, delimiter });
  const { text, delimiter = '' } = draft;
  return delimiter === '' ? (
    <KeyField {...shared} value={text} placeholder={placeholder} onChange={change} onDelimiter={onDelimiter} />
  ) : (
    <PartsField {...shared} value={text} onChange={change} delimiter={delimiter} onDelimiter={onDelimiter} />
  );
}

interface KeyFieldProps extends ValueInputProps {
  readonly onDelimiter?: (delimiter: string) => void;
}

/** A value with the tools that compute one, and a choice of keys where a date was pasted. */
function KeyField({ onDelimiter, ...props }: KeyFieldProps) {
  const [pasted, setPasted] = useState<string | null>(null);
  const isOffered = pasted !== null && props.value.trim() === pasted;
  return (
    <>
      <span className={styles.withTools} onPaste={(event) => setPasted(dateIn(event.clipboardData.getData('text')))}>
        <ValueInput {...props} />
        <KeyTools
          field={props.label}
          value={props.value}
          onUse={props.onChange}
          {...(onDelimiter === undefined ? {} : { onDelimiter })}
        />
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

function OneOf({ name, draft, onChange, state, problemId }: Omit<KeyChipProps, 'delimiter'>) {
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
            aria-label={`Remove ${value}`}
            className={styles.tokenRemove}
            onClick={() => onChange({ ...draft, values: draft.values.filter((other) => other !== value) })}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <ValueInput
        label={`${name}: add a value`}
        value={draft.pending}
        placeholder="value, Enter"
        state={state}
        problemId={problemId}
        onChange={(pending) => onChange({ ...draft, pending })}
        onKeyDown={onKeyDown}
      />
      <KeyTools
        field={`${name}: add a value`}
        value={draft.pending}
        onUse={(pending) => onChange(commitPending({ ...draft, pending }))}
      />
    </span>
  );
}

interface BoundToggleProps {
  readonly label: string;
  readonly words: Readonly<Record<BoundKind, string>>;
  readonly value: BoundKind;
  readonly onChange: (value: BoundKind) => void;
}

function BoundToggle({ label, words, value, onChange }: BoundToggleProps) {
  const other = value === 'inclusive' ? 'exclusive' : 'inclusive';
  return (
    <button
      type="button"
      className={styles.bound}
      aria-label={`${label}: ${value}`}
      title={`${value === 'inclusive' ? 'Includes' : 'Excludes'} the value itself. Press to change.`}
      onClick={() => onChange(other)}
    >
      {words[value]}
    </button>
  );
}
