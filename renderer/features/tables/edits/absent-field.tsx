// A column of the table that an entity lacks, as a field of its form: entering a value adds it.
import { t } from '@shared/strings/t';
import type { EdmValue } from '@shared/model/entity';
import type { GridColumn } from '../result/grid-column';
import styles from './entity-form.module.css';
import { valueProblemOf } from './property-problem';
import type { DraftText } from './use-value-draft';
import { ValueField } from './value-field';

export interface AbsentFieldProps {
  readonly column: GridColumn;
  readonly saved: DraftText;
  readonly focus: 'yes' | 'no';
  readonly onFill: (name: string, value: EdmValue, by: 'press' | 'leaving') => void;
}

export function AbsentField({ column: { name, types }, saved: draft, focus, onFill }: AbsentFieldProps) {
  const type = types[0] ?? 'Edm.String';
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
      </div>
      <ValueField
        name={name}
        type={type}
        value={undefined}
        saved={draft}
        focus={focus}
        problem={(value) => valueProblemOf(name, value)}
        onSet={(value, by) => onFill(name, value, by)}
        placeholder={t`absent, ${type.slice('Edm.'.length)}`}
      />
    </div>
  );
}
