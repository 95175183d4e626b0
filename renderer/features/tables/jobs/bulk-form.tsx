// The first step of a bulk edit: which rows, what happens to them, and how carefully.
import { t } from '@shared/strings/t';
import { Button, Checkbox, ComboBox, IconButton, SegmentedControl, Select, TextField } from '@renderer/ui';
import { type EdmType, edmType } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import { type BulkDraft, type ChangeDraft, type ChangeProblem, newChange, withName, withType } from './bulk-draft';
import styles from './bulk.module.css';
import { Plus, X } from 'lucide-react';

interface BulkFormProps {
  readonly draft: BulkDraft;
  readonly onChange: (draft: BulkDraft) => void;
  readonly table: string;
  /** The filter as it is sent; empty for the whole table. */
  readonly filter: string;
  readonly limit: number | undefined;
  readonly selectedRows: number;
  readonly columns: readonly { readonly name: string; readonly type: EdmType }[];
  readonly problems: readonly ChangeProblem[];
}

const actions = [
  { value: 'update', label: t`Change properties` },
  { value: 'delete', label: t`Delete rows` },
] as const;
const modes = [
  { value: 'merge', label: t`Merge`, description: t`Sends only what changes. All other properties stay.` },
  { value: 'replace', label: t`Replace`, description: t`Sends whole rows as read, with the changes.` },
] as const;

export function BulkForm(props: BulkFormProps) {
  const { draft, onChange, table, filter, limit, selectedRows, columns, problems } = props;
  const scopes = [
    { value: 'matching', label: t`All rows of the query` },
    { value: 'selected', label: t`Selected rows (${formatCount(selectedRows)})` },
  ] as const;
  const set = (change: Partial<BulkDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <section className={styles.part} aria-label={t`Rows`}>
        <h3 className={styles.heading}>{t`Rows`}</h3>
        <SegmentedControl
          label={t`Rows`}
          options={selectedRows > 0 ? scopes : scopes.slice(0, 1)}
          value={draft.rows}
          onChange={(rows) => set({ rows })}
        />
        {draft.rows === 'matching' ? (
          <p className={styles.text}>
            {filter === '' ? (
              t`Every row of ${table}: the query has no conditions.`
            ) : (
              <>
                {t`Every matching row, loaded or not`} <code className={styles.filter}>{filter}</code>
              </>
            )}
            {limit === undefined ? '' : t` Up to the limit of ${formatCount(limit)} rows.`}
          </p>
        ) : (
          <p className={styles.text}>{t`The rows selected in the grid, as they are in the table now.`}</p>
        )}
      </section>
      <section className={styles.part} aria-label={t`Action`}>
        <h3 className={styles.heading}>{t`Action`}</h3>
        <SegmentedControl
          label={t`Action`}
          options={actions}
          value={draft.action}
          onChange={(action) => set({ action })}
        />
        {draft.action === 'update' ? (
          <>
            <ChangeRows
              changes={draft.changes}
              columns={columns}
              problems={problems}
              onChange={(changes) => set({ changes })}
            />
            <Select
              label={t`Write mode`}
              className={styles.mode ?? ''}
              options={modes}
              value={draft.mode}
              onChange={(mode) => set({ mode })}
              description={modes.find(({ value }) => value === draft.mode)?.description}
            />
          </>
        ) : null}
      </section>
      <section className={styles.part} aria-label={t`Safety`}>
        <h3 className={styles.heading}>{t`Safety`}</h3>
        <Checkbox isSelected={draft.undo === 'keep'} onChange={(keep) => set({ undo: keep ? 'keep' : 'none' })}>
          {t`Save an undo file`}
        </Checkbox>
        <Checkbox
          isSelected={draft.condition === 'as-read'}
          onChange={(asRead) => set({ condition: asRead ? 'as-read' : 'any' })}
        >
          {t`Skip rows that change after the preview`}
        </Checkbox>
      </section>
    </>
  );
}

interface ChangeRowsProps {
  readonly changes: readonly ChangeDraft[];
  readonly onChange: (changes: readonly ChangeDraft[]) => void;
  /** The properties of the loaded rows, with the type seen first. */
  readonly columns: readonly { readonly name: string; readonly type: EdmType }[];
  /** Shown after the preview was requested. */
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

/** The changes of a bulk update, one per line: set, clear or rename a property. */
function ChangeRows({ changes, onChange, columns, problems }: ChangeRowsProps) {
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
        {t`Add change`}
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
