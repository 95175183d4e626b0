// The condition on one property: name, operator, typed operand, and its removal.
import { t } from '@shared/strings/t';
import { classNames, Select } from '@renderer/ui';
import { type EdmType, edmType } from '@shared/model/entity';
import { X } from 'lucide-react';
import { useRef } from 'react';
import {
  type BinarySpelling,
  type ConditionContext,
  type PropertyDraft,
  type PropertyOperator,
  operatorsFor,
  withType,
} from './property-draft';
import styles from './chip.module.css';
import { focusOperand, ValueInput } from './value-input';

export interface PropertyChipProps {
  readonly draft: PropertyDraft;
  readonly context: ConditionContext;
  /** `known` names come from the table's columns; others are typed. */
  readonly naming: 'known' | 'typed';
  readonly onChange: (draft: PropertyDraft) => void;
  readonly onRemove: () => void;
  readonly state: 'fine' | 'wrong';
  readonly problemId: string;
}

const typeOptions = edmType.options.map((type) => ({ value: type, label: type.slice('Edm.'.length) }));
const booleanOptions = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;
const spellings = [
  { value: 'hex', label: 'hex' },
  { value: 'base64', label: 'base64' },
] as const;
/** Listed although it is disabled, so that users find it. */
const presence = {
  value: 'present',
  label: t`is present`,
  description: t`Not possible: the service has no test for presence. A comparison skips entities that lack the property.`,
  isDisabled: true,
} as const;
const operandHints: Readonly<Record<EdmType, string>> = {
  'Edm.String': t`empty text`,
  'Edm.Int32': t`number`,
  'Edm.Int64': t`number`,
  'Edm.Double': t`number`,
  'Edm.Boolean': '',
  'Edm.DateTime': '2026-10-14T08:21Z',
  'Edm.Guid': 'guid',
  'Edm.Binary': '0x01ff',
};

export function PropertyChip({ draft, context, naming, onChange, onRemove, state, problemId }: PropertyChipProps) {
  const called = draft.name === '' ? t`property` : draft.name;
  const operators = operatorsFor(draft.type, context).map(({ operator, text }) => ({ value: operator, label: text }));
  const spelling = draft.spelling ?? 'hex';
  const chip = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={chip}
      role="group"
      aria-label={t`Condition for ${called}`}
      data-condition={draft.id}
      className={classNames(
        styles.chip,
        draft.operator === 'range' && styles.wrapping,
        state === 'wrong' && styles.wrongChip,
      )}
    >
      {naming === 'known' ? (
        <span className={styles.name}>{draft.name}</span>
      ) : (
        <span className={styles.name} data-naming>
          <ValueInput
            label={t`Property name`}
            value={draft.name}
            placeholder={t`property`}
            state={state}
            problemId={problemId}
            onChange={(name) => onChange({ ...draft, name })}
          />
        </span>
      )}
      <Select<PropertyOperator | 'present'>
        label={t`Operator for ${called}`}
        labelPosition="hidden"
        appearance="bare"
        className={styles.operator ?? ''}
        options={[...operators, presence]}
        value={draft.operator}
        onChange={(operator) => (operator === 'present' ? undefined : onChange({ ...draft, operator }))}
        onChosen={() => focusOperand(chip.current)}
      />
      <Operand draft={draft} called={called} onChange={onChange} state={state} problemId={problemId} />
      {draft.type === 'Edm.Binary' ? (
        <Select<BinarySpelling>
          label={t`Format of ${called}`}
          labelPosition="hidden"
          appearance="bare"
          size="small"
          className={styles.type ?? ''}
          options={spellings}
          value={spelling}
          onChange={(chosen) => onChange({ ...draft, spelling: chosen })}
        />
      ) : null}
      <Select<EdmType>
        label={t`Type of ${called}`}
        labelPosition="hidden"
        appearance="bare"
        size="small"
        className={styles.type ?? ''}
        options={typeOptions}
        value={draft.type}
        onChange={(type) => onChange(withType(draft, type))}
      />
      <button type="button" className={styles.remove} aria-label={t`Remove condition for ${called}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

type OperandProps = Pick<PropertyChipProps, 'draft' | 'onChange' | 'state' | 'problemId'> & { readonly called: string };

function Operand({ draft, called, onChange, ...rest }: OperandProps) {
  const { type } = draft;
  if (type === 'Edm.Boolean') {
    return (
      <Select
        label={t`Value for ${called}`}
        labelPosition="hidden"
        appearance="bare"
        className={styles.operator ?? ''}
        options={booleanOptions}
        value={draft.text === 'false' ? 'false' : 'true'}
        onChange={(text) => onChange({ ...draft, text })}
      />
    );
  }
  if (draft.operator === 'range') {
    return (
      <>
        <ValueInput
          {...rest}
          label={t`Start of ${called} (inclusive)`}
          value={draft.text}
          placeholder={t`from (inclusive)`}
          onChange={(text) => onChange({ ...draft, text })}
        />
        <ValueInput
          {...rest}
          label={t`End of ${called} (exclusive)`}
          value={draft.to ?? ''}
          placeholder={t`to (exclusive)`}
          onChange={(to) => onChange({ ...draft, to })}
        />
      </>
    );
  }
  return (
    <ValueInput
      {...rest}
      label={t`Value for ${called}`}
      value={draft.text}
      placeholder={type === 'Edm.Binary' && draft.spelling === 'base64' ? t`Af8=` : operandHints[type]}
      onChange={(text) => onChange({ ...draft, text })}
    />
  );
}
