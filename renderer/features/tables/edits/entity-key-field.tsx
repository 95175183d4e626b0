// One key of an entity in its form: changing it means inserting the entity under the new keys and deleting it under the
// old ones.
import { t } from '@shared/strings/t';
import { TextField } from '@renderer/ui';
import { useState } from 'react';
import { partitionKeyId, rowKeyId } from '../result/grid-column';
import type { ShownRow } from '../staging/staged-rows';
import { keyText } from '../result/value-format';
import styles from './entity-form.module.css';
import { passToReview } from './pass-to-review';
import { keyProblemOf } from './property-problem';
import type { RowEdits } from './use-row-edits';

export interface EntityKeyFieldProps {
  readonly row: ShownRow;
  readonly edits: RowEdits;
  readonly name: 'PartitionKey' | 'RowKey';
  /** Why it stays as it is; null where it can be changed. */
  readonly disabledReason: string | null;
  readonly focus: 'yes' | 'no';
}

export function EntityKeyField({ row, name, edits, disabledReason, focus }: EntityKeyFieldProps) {
  const { partitionKey, rowKey } = row.entity;
  const key = name === 'PartitionKey' ? partitionKey : rowKey;
  const { rejected } = edits;
  const [typed, setTyped] = useState(() => rejected.textOf(row, name));
  const withKey = (text: string) =>
    name === 'PartitionKey' ? { partitionKey: text, rowKey } : { partitionKey, rowKey: text };
  const before = row.mark?.before.get(name === 'PartitionKey' ? partitionKeyId : rowKeyId);
  const errorMessage = typed === undefined ? undefined : keyProblemOf(name, withKey(typed));
  const commit = (): 'through' | 'held' => {
    if (typed === undefined) return 'through';
    rejected.keep(row, name, errorMessage === undefined ? undefined : typed);
    if (errorMessage !== undefined) return 'held';
    setTyped(undefined);
    if (typed !== key) edits.changeKeys(row, withKey(typed));
    return 'through';
  };
  const keyHint = t`Other keys: inserted again under these, then deleted under the old ones.`;
  const description =
    before === undefined || before === null
      ? typed !== undefined && typed !== key && row.read !== undefined
        ? keyHint
        : undefined
      : t`was ${before.value === '' ? t`empty` : keyText(String(before.value))}. ${keyHint}`;
  return (
    <div className={before === undefined ? styles.field : styles.changed}>
      <TextField
        label={name}
        face="mono"
        value={typed ?? key}
        onChange={setTyped}
        autoFocus={focus === 'yes'}
        errorMessage={errorMessage}
        description={disabledReason ?? description}
        isReadOnly={disabledReason !== null}
        onSubmit={(event) => {
          if (commit() === 'through') passToReview(event);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === undefined) return;
          event.stopPropagation();
          rejected.keep(row, name, undefined);
          setTyped(undefined);
        }}
      />
    </div>
  );
}
