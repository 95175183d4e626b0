// The changes of a bulk update, one per line: set, clear or rename a property.
import { t } from '@shared/strings/t';
import { Button, ComboBox, IconButton, Select, TextField } from '@renderer/ui';
import { type EdmType, edmType } from '@shared/model/entity';
import { Plus, X } from 'lucide-react';
import { type ChangeDraft, type ChangeProblem, newChange, withName, withType } from './bulk-draft';
import styles from './bulk.module.css';

export interface ChangeRowsProps {
  readonly changes: readonly ChangeDraft[];
  readonly onChange: (changes: readonly ChangeDraft[]) => void;
  /** Names that the loaded rows have, with the type seen first. */
  readonly columns: readonly { readonly name: string; readonly type: EdmType }[];
  /** Shown once the person asked for the preview. */
  readonly problems: readonly ChangeProblem[];
}

const kinds = [
  { value: 'set', label: t`Set` },
  { value: 'remove', label: t`Clear` },
  { value: 'rename', label: t`Rename` },
] as const;
const types = edmType.options.map((type) => ({ value: type, label: type.slice('Edm.'.length) }));
const flags = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;
const maxChanges = 50;

export function ChangeRows({ changes, onChange, columns, problems }: ChangeRowsProps) {
  const replace = (next: ChangeDraft): void => onChange(changes.map((one) => (one.id === next.id ? next : one)));
  return (
    <div className={styles.changes} role="group" aria-label={t`Changes`}>
      {changes.map((change, index) => (
        <ChangeRow
          key={change.id}
          position={index + 1}
          change={change}
          columns={columns}
          problems={problems.filter(({ changeId }) => changeId === change.id)}
          onChange={replace}
          onRemove={changes.length === 1 ? undefined : () => onChange(changes.filter(({ id }) => id !== change.id))}
        />
      ))}
      <Button
        size="small"
        variant="quiet"
        icon={<Plus size={14} aria-hidden />}
        isDisabled={changes.length >= maxChanges}
        onPress={() => onChange([...changes, newChange(Math.max(...changes.map(({ id }) => id)) + 1)])}
      >
        {t`Another change`}
      </Button>
    </div>
  );
}

interface ChangeRowProps extends Pick<ChangeRowsProps, 'columns' | 'problems'> {
  readonly position: number;
  readonly change: ChangeDraft;
  readonly onChange: (change: ChangeDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

function ChangeRow({ position, change, columns, problems, onChange, onRemove }: ChangeRowProps) {
  const problemOf = (field: ChangeProblem['field']): string | undefined =>
    problems.find((problem) => problem.field === field)?.sentence;
  const named = (what: string): string => t`${what} of change ${position}`;
  const nameIt = (name: string): void =>
    onChange(withName(change, name, columns.find((column) => column.name === name)?.type));
  return (
    <div className={styles.change}>
      <Select
        label={named(t`Kind`)}
        labelPosition="hidden"
        className={styles.kind ?? ''}
        options={kinds}
        value={change.kind}
        onChange={(kind) => onChange({ ...change, kind })}
      />
      <ComboBox
        label={named(t`Property`)}
        labelPosition="hidden"
        face="mono"
        placeholder={t`Property`}
        className={styles.name ?? ''}
        options={columns.map(({ name }) => ({ value: name, label: name }))}
        value={change.name}
        onChange={nameIt}
        errorMessage={problemOf('name')}
      />
      {change.kind === 'rename' ? (
        <TextField
          label={named(t`New name`)}
          labelPosition="hidden"
          face="mono"
          placeholder={t`New name`}
          className={styles.value ?? ''}
          value={change.to}
          onChange={(to) => onChange({ ...change, to })}
          errorMessage={problemOf('to')}
        />
      ) : null}
      {change.kind === 'set' ? (
        <>
          <Select<EdmType>
            label={named(t`Type`)}
            labelPosition="hidden"
            className={styles.type ?? ''}
            options={types}
            value={change.type}
            onChange={(type) => onChange(withType(change, type))}
          />
          {change.type === 'Edm.Boolean' ? (
            <Select
              label={named(t`Value`)}
              labelPosition="hidden"
              className={styles.value ?? ''}
              options={flags}
              value={change.text === 'false' ? 'false' : 'true'}
              onChange={(text) => onChange({ ...change, text })}
            />
          ) : (
            <TextField
              label={named(t`Value`)}
              labelPosition="hidden"
              face="mono"
              placeholder={change.type === 'Edm.String' ? t`Empty text` : t`Value`}
              className={styles.value ?? ''}
              value={change.text}
              onChange={(text) => onChange({ ...change, text })}
              errorMessage={problemOf('value')}
            />
          )}
        </>
      ) : null}
      {onRemove === undefined ? null : (
        <IconButton label={t`Remove change ${position}`} icon={<X size={14} aria-hidden />} onPress={onRemove} />
      )}
    </div>
  );
}
