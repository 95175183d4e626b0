// The condition on one property: name, operator, typed operand, and its removal.
import { Select, classNames } from '@renderer/ui';
import { type EdmType, edmType } from '@shared/model/entity';
import { X } from 'lucide-react';
import {
  type BinarySpelling,
  type PropertyDraft,
  type PropertyOperator,
  operatorsFor,
  withType,
} from './property-draft';
import styles from './query-bar.module.css';
import { ValueInput } from './value-input';

export interface PropertyChipProps {
  readonly draft: PropertyDraft;
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
/** Offered so that nobody looks for it in vain. */
const presence = {
  value: 'present',
  label: 'is present',
  description: 'Not possible: the service has no test for it. A comparison skips entities that lack the property.',
  isDisabled: true,
} as const;
const operandHints: Readonly<Record<EdmType, string>> = {
  'Edm.String': 'empty text',
  'Edm.Int32': 'number',
  'Edm.Int64': 'number',
  'Edm.Double': 'number',
  'Edm.Boolean': '',
  'Edm.DateTime': '2026-10-14T08:21Z',
  'Edm.Guid': 'guid',
  'Edm.Binary': '0x01ff',
};

export function PropertyChip({ draft, naming, onChange, onRemove, state, problemId }: PropertyChipProps) {
  const called = draft.name === '' ? 'property' : draft.name;
  const operators = operatorsFor(draft.type).map(({ operator, words }) => ({ value: operator, label: words }));
  const spelling = draft.spelling ?? 'hex';
  return (
    <div
      role="group"
      aria-label={`Condition on ${called}`}
      data-condition={draft.id}
      className={classNames(styles.chip, state === 'wrong' && styles.wrongChip)}
    >
      {naming === 'known' ? (
        <span className={styles.name}>{draft.name}</span>
      ) : (
        <span className={styles.name}>
          <ValueInput
            label="Property name"
            value={draft.name}
            placeholder="property"
            state={state}
            problemId={problemId}
            onChange={(name) => onChange({ ...draft, name })}
          />
        </span>
      )}
      <Select<PropertyOperator | 'present'>
        label={`Operator for ${called}`}
        labelPosition="hidden"
        appearance="bare"
        className={styles.operator ?? ''}
        options={[...operators, presence]}
        value={draft.operator}
        onChange={(operator) => (operator === 'present' ? undefined : onChange({ ...draft, operator }))}
      />
      {draft.type === 'Edm.Boolean' ? (
        <Select
          label={`Value for ${called}`}
          labelPosition="hidden"
          appearance="bare"
          className={styles.operator ?? ''}
          options={booleanOptions}
          value={draft.text === 'false' ? 'false' : 'true'}
          onChange={(text) => onChange({ ...draft, text })}
        />
      ) : (
        <ValueInput
          label={`Value for ${called}`}
          value={draft.text}
          placeholder={draft.type === 'Edm.Binary' && spelling === 'base64' ? 'Af8=' : operandHints[draft.type]}
          state={state}
          problemId={problemId}
          onChange={(text) => onChange({ ...draft, text })}
        />
      )}
      {draft.type === 'Edm.Binary' ? (
        <Select<BinarySpelling>
          label={`Spelling of ${called}`}
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
        label={`Type of ${called}`}
        labelPosition="hidden"
        appearance="bare"
        size="small"
        className={styles.type ?? ''}
        options={typeOptions}
        value={draft.type}
        onChange={(type) => onChange(withType(draft, type))}
      />
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove the condition on ${called}`}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}
