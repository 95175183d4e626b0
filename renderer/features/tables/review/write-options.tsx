// Chooses how the staged edits are written, with one line of text for each current choice.
import { t } from '@shared/strings/t';
import { type Option, Select, classNames } from '@renderer/ui';
import type { EditGrouping } from '@shared/model/edit';
import {
  type ChoiceInForce,
  type WriteChoice,
  conditionLabels,
  groupingLabels,
  insertLabels,
  updateLabels,
} from './write-modes';
import styles from './write-options.module.css';

export interface WriteOptionsProps {
  readonly inForce: ChoiceInForce;
  readonly grouping: EditGrouping;
  readonly isDisabled: boolean;
  readonly onChoose: (choice: WriteChoice) => void;
  readonly onGroup: (grouping: EditGrouping) => void;
}

export function WriteOptions({ inForce, grouping, isDisabled, onChoose, onGroup }: WriteOptionsProps) {
  return (
    <div className={styles.options} role="group" aria-label={t`How it is written`}>
      <Choice label={t`Send`} text={groupingLabels} value={grouping} isDisabled={isDisabled} onChange={onGroup} />
      {inForce.update === undefined ? null : (
        <Choice
          label={t`Updates`}
          text={updateLabels}
          value={inForce.update}
          isDisabled={isDisabled}
          onChange={(update) => onChoose({ update })}
        />
      )}
      {inForce.insert === undefined ? null : (
        <Choice
          label={t`Inserts`}
          text={insertLabels}
          value={inForce.insert}
          isDisabled={isDisabled}
          onChange={(insert) => onChoose({ insert })}
        />
      )}
      {inForce.condition === undefined ? null : (
        <Choice
          label={t`Condition`}
          text={conditionLabels}
          value={inForce.condition}
          tone={inForce.condition === 'as-read' ? 'plain' : 'bad'}
          isDisabled={isDisabled}
          onChange={(condition) => onChoose({ condition })}
        />
      )}
    </div>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly text: Readonly<Record<V, { readonly label: string; readonly meaning: string }>>;
  readonly value: V | 'mixed';
  readonly tone?: 'plain' | 'bad';
  readonly isDisabled: boolean;
  readonly onChange: (value: V) => void;
}

function Choice<V extends string>({ label, text, value, tone = 'plain', isDisabled, onChange }: ChoiceProps<V>) {
  const entries = Object.entries(text) as [V, { readonly label: string; readonly meaning: string }][];
  const options: Option<V | 'mixed'>[] = entries.map(([each, { label: name, meaning }]) => ({
    value: each,
    label: name,
    description: meaning,
  }));
  if (value === 'mixed') options.unshift({ value: 'mixed', label: t`As each was staged` });
  return (
    <div className={classNames(styles.choice, tone === 'bad' && styles.bad)}>
      <Select
        label={label}
        size="small"
        options={options}
        value={value}
        isDisabled={isDisabled}
        onChange={(chosen) => {
          if (chosen !== 'mixed') onChange(chosen);
        }}
      />
      <p className={styles.meaning}>{value === 'mixed' ? t`The edits differ in this.` : text[value].meaning}</p>
    </div>
  );
}
