// The condition on one key: name, operator, the fields that the operator needs, and the toggles for its delimiter.
import { t } from '@shared/strings/t';
import { classNames, Select } from '@renderer/ui';
import { type KeyboardEvent, use, useRef } from 'react';
import { type BoundKind, type KeyDraft, type KeyOperator, keyOperators, withOperator } from './key-draft';
import { KeyField, OneOfField } from './key-field';
import { SuggestedPartitions } from './seen-partitions';
import { focusOperand } from './value-input';
import chipStyles from './chip.module.css';
import { StowageError } from '@shared/errors';
import { keyPrefixRange } from '@shared/query/prefix-range';
import keysStyles from './keys.module.css';

interface KeyChipProps {
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
        chipStyles.chip,
        (draft.operator === 'range' || Boolean(draft.delimiter)) && chipStyles.wrapping,
        state === 'wrong' && chipStyles.wrongChip,
      )}
    >
      <span className={chipStyles.name}>{name}</span>
      <Select
        label={t`${name} operator`}
        labelPosition="hidden"
        appearance="bare"
        className={chipStyles.operator ?? ''}
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
  const partitions = use(SuggestedPartitions);
  if (operator === 'any') return null;
  const shared = {
    state,
    problemId,
    suggest: name === 'PartitionKey' ? partitions : undefined,
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
    after: () => from(t`after`, t`exclusive`),
    before: () => to(t`before`, t`exclusive`),
    range: () => (
      <>
        <span className={chipStyles.bounded}>
          <BoundToggle
            label={t`${name} lower bound`}
            text={{ inclusive: '≥', exclusive: '>' }}
            value={draft.fromBound}
            onChange={(fromBound) => onChange({ ...draft, fromBound })}
          />
          {from(t`from`, t`first`, shared.delimiter === '' ? goToLastInput : undefined)}
        </span>
        <span className={chipStyles.bounded}>
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

/** Users type where a range begins and then where it ends; controls between the two are reached by Shift+Tab. */
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
      className={chipStyles.bound}
      aria-label={`${label}: ${value === 'inclusive' ? t`inclusive` : t`exclusive`}`}
      title={t`${value === 'inclusive' ? t`Includes` : t`Excludes`} the value itself. Click to change.`}
      onClick={() => onChange(other)}
    >
      {caption[value]}
    </button>
  );
}

interface DelimiterToggleProps {
  readonly name: 'PartitionKey' | 'RowKey';
  readonly operator: Exclude<KeyOperator, 'any'>;
  readonly text: string;
  /** Empty or undefined while the key is typed in one piece. */
  readonly chosen: string | undefined;
  readonly seen: string | null;
  readonly onChange: (delimiter: string) => void;
}

/** Nothing if the loaded keys have no parts and none were requested. */
function DelimiterToggle({ name, operator, text, chosen, seen, onChange }: DelimiterToggleProps) {
  const isOn = chosen !== undefined && chosen !== '';
  const delimiter = isOn ? chosen : seen;
  if (delimiter === null) return null;
  const isPrefix = operator === 'starts-with';
  const end = isOn && isPrefix ? endOf(name, text, delimiter) : undefined;
  return (
    <>
      <button
        type="button"
        className={classNames(keysStyles.parts, isOn && keysStyles.partsOn)}
        aria-pressed={isOn}
        aria-label={
          isPrefix ? t`${name}: whole parts, up to ${delimiter}` : t`${name}: parts separated by ${delimiter}`
        }
        title={titleOf(operator, isOn ? 'on' : 'off', delimiter)}
        onClick={() => onChange(isOn ? '' : delimiter)}
      >
        {t`parts`} <code className={keysStyles.delimiter}>{delimiter}</code>
      </button>
      {end === undefined ? null : (
        <span className={keysStyles.bound} title={t`First key after the range`}>
          {t`ends before`} <code>{end}</code>
        </span>
      )}
    </>
  );
}

function titleOf(operator: DelimiterToggleProps['operator'], state: 'on' | 'off', delimiter: string): string {
  const isPrefix = operator === 'starts-with';
  if (state === 'off') {
    return t`These keys have parts separated by ${delimiter}. Click to enter them separately${isPrefix ? t`, and to match only whole parts` : ''}.`;
  }
  return isPrefix
    ? t`The prefix ends with a whole part, at ${delimiter}. Click to match any characters.`
    : t`Click to enter the key as one value.`;
}

/** Undefined for input that is not a key yet; the bar explains why. */
function endOf(name: string, prefix: string, delimiter: string): string | undefined {
  if (prefix === '') return undefined;
  try {
    return keyPrefixRange(name, prefix, delimiter).to ?? undefined;
  } catch (thrown) {
    if (thrown instanceof StowageError) return undefined;
    throw thrown;
  }
}
