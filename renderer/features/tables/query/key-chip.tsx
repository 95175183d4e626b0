// The condition on one key: name, operator, and the boxes that the operator needs.
import { t } from '@shared/strings/t';
import { Select, classNames } from '@renderer/ui';
import { type KeyboardEvent, useRef } from 'react';
import { DelimiterToggle } from './delimiter-toggle';
import { type BoundKind, type KeyDraft, keyOperators, withOperator } from './key-draft';
import { KeyField } from './key-field';
import { OneOfField } from './one-of-field';
import { focusOperand } from '../result/value-input';
import styles from './chip.module.css';

export interface KeyChipProps {
  readonly name: 'PartitionKey' | 'RowKey';
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
  readonly state: 'fine' | 'wrong';
  readonly problemId: string;
  /** What the seen keys have between their parts; null where they are no composite keys. */
  readonly delimiter: string | null;
}

const options = keyOperators.map(({ operator, text: caption }) => ({ value: operator, label: caption }));

export function KeyChip(props: KeyChipProps) {
  const { name, draft, onChange, state } = props;
  const chip = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={chip}
      role="group"
      data-key={name}
      aria-label={t`${name} condition`}
      className={classNames(
        styles.chip,
        (draft.operator === 'range' || Boolean(draft.delimiter)) && styles.wrapping,
        state === 'wrong' && styles.wrongChip,
      )}
    >
      <span className={styles.name}>{name}</span>
      <Select
        label={t`${name} operator`}
        labelPosition="hidden"
        appearance="bare"
        className={styles.operator ?? ''}
        options={options}
        value={draft.operator}
        onChange={(operator) => onChange(withOperator(draft, operator))}
        onChosen={() => focusOperand(chip.current)}
      />
      <KeyValue {...props} />
    </div>
  );
}

function KeyValue({ name, draft, onChange, state, problemId, delimiter }: KeyChipProps) {
  const { operator } = draft;
  if (operator === 'any') return null;
  const shared = {
    state,
    problemId,
    delimiter: draft.delimiter ?? '',
    onDelimiter: (chosen: string) => onChange({ ...draft, delimiter: chosen }),
  };
  const from = (caption: string, placeholder: string, onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void) => (
    <KeyField
      {...shared}
      {...(onKeyDown ? { onKeyDown } : {})}
      label={`${name} ${caption}`}
      value={draft.from}
      placeholder={placeholder}
      onChange={(text) => onChange({ ...draft, from: text })}
    />
  );
  const to = (caption: string, placeholder: string) => (
    <KeyField
      {...shared}
      label={`${name} ${caption}`}
      value={draft.to}
      placeholder={placeholder}
      onChange={(text) => onChange({ ...draft, to: text })}
    />
  );
  const text = (caption: string, placeholder: string) => (
    <KeyField
      {...shared}
      label={`${name} ${caption}`}
      value={draft.text}
      placeholder={placeholder}
      onChange={(typed) => onChange({ ...draft, text: typed })}
    />
  );
  const fields = {
    is: () => text(t`value`, t`empty key`),
    'starts-with': () => text(t`prefix`, t`prefix`),
    'one-of': () => <OneOfField {...shared} name={name} draft={draft} onChange={onChange} />,
    after: () => from(t`after`, t`not itself`),
    before: () => to(t`before`, t`not itself`),
    range: () => (
      <>
        <span className={styles.bounded}>
          <BoundToggle
            label={t`${name} lower bound`}
            text={{ inclusive: '≥', exclusive: '>' }}
            value={draft.fromBound}
            onChange={(fromBound) => onChange({ ...draft, fromBound })}
          />
          {from(t`from`, t`first`, shared.delimiter === '' ? goToLastInput : undefined)}
        </span>
        <span className={styles.bounded}>
          <BoundToggle
            label={t`${name} upper bound`}
            text={{ inclusive: '≤', exclusive: '<' }}
            value={draft.toBound}
            onChange={(toBound) => onChange({ ...draft, toBound })}
          />
          {to(t`to`, t`last`)}
        </span>
      </>
    ),
  } as const;
  return (
    <>
      {fields[operator]()}
      <DelimiterToggle
        name={name}
        operator={operator}
        text={draft.text}
        chosen={draft.delimiter}
        seen={delimiter}
        onChange={shared.onDelimiter}
      />
    </>
  );
}

/** A person types where a range begins and then where it ends; controls between the two are reached by Shift+Tab. */
function goToLastInput(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Tab' || event.shiftKey) return;
  const inputs = event.currentTarget.closest('[data-key]')?.querySelectorAll('input') ?? [];
  const last = inputs[inputs.length - 1];
  if (last === undefined || last === event.currentTarget) return;
  event.preventDefault();
  last.focus();
  last.select();
}

interface BoundToggleProps {
  readonly label: string;
  readonly text: Readonly<Record<BoundKind, string>>;
  readonly value: BoundKind;
  readonly onChange: (value: BoundKind) => void;
}

function BoundToggle({ label, text: caption, value, onChange }: BoundToggleProps) {
  const other = value === 'inclusive' ? 'exclusive' : 'inclusive';
  return (
    <button
      type="button"
      className={styles.bound}
      aria-label={`${label}: ${value === 'inclusive' ? t`inclusive` : t`exclusive`}`}
      title={t`${value === 'inclusive' ? t`Includes` : t`Excludes`} the value itself. Press to change.`}
      onClick={() => onChange(other)}
    >
      {caption[value]}
    </button>
  );
}
