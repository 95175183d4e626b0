// The inspector's form: every property of an entity as a field, keys included, and the table's other columns. Each
// field stages its own change; nothing is sent from here.
import { plural, t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { Button, SearchField } from '@renderer/ui';
import type { PropertyChange } from '@shared/model/edit';
import { formatCount } from '@shared/units';
import { type GridColumn, propertyId } from '../result/grid-column';
import { AbsentField } from './absent-field';
import { AddProperty } from './add-property';
import { EntityKeyField } from './entity-key-field';
import styles from './entity-form.module.css';
import { nameProblemOf } from './property-problem';
import { PropertyField } from './property-field';
import { draftField } from './rejected-texts';
import { RowActionButtons, SettledNote } from './row-action-buttons';
import { disabledReasonOf } from '../staging/disabled-actions';
import { isSettled } from '../staging/stage-row';
import type { ShownRow } from '../staging/staged-rows';
import { type FormFields, useFormFields } from './use-form-fields';
import type { RowEdits } from './use-row-edits';
import type { DraftText } from './use-value-draft';

export interface EntityFormProps {
  readonly row: ShownRow;
  readonly edits: RowEdits;
  readonly disabledReasons: TableDisabledReasons;
  /** Of the table, as far as it is known; what the entity does not hold is offered. */
  readonly columns: readonly GridColumn[];
  /** The field that takes the keyboard: a person has just asked for it. */
  readonly focus?: string | undefined;
}

export function EntityForm({ row, edits, disabledReasons, columns, focus }: EntityFormProps) {
  const { entity, mark } = row;
  const fields = useFormFields(row, columns, focus);
  const change = (next: PropertyChange): void => edits.changeProperty(row, next);
  const draftTextAt = (field: string): DraftText => ({
    text: edits.rejected.textOf(row, field),
    keep: (text) => edits.rejected.keep(row, field, text),
  });
  const focusOn = (field: string): 'yes' | 'no' => (field === focus ? 'yes' : 'no');
  if (isSettled(row)) return <SettledNote row={row} edits={edits} />;
  const disabledReason = disabledReasonOf(disabledReasons, 'edit', mark);
  const keysDisabledReason = disabledReasonOf(disabledReasons, 'rekey', mark);
  const keys = (['PartitionKey', 'RowKey'] as const).map((name) => (
    <EntityKeyField
      key={name}
      row={row}
      edits={edits}
      name={name}
      disabledReason={keysDisabledReason}
      focus={focusOn(name)}
    />
  ));
  const actions = <RowActionButtons row={row} edits={edits} disabledReasons={disabledReasons} />;
  if (disabledReason !== null) {
    return (
      <div className={styles.form} role="region" aria-label={t`Edit the entity`} tabIndex={0}>
        <p className={styles.hint}>{disabledReason}</p>
        {/* Other keys are an insertion and a deletion, which may be granted all the same. */}
        {keysDisabledReason === null ? keys : null}
        {actions}
      </div>
    );
  }
  return (
    <div className={styles.form} role="region" aria-label={t`Edit the entity`} tabIndex={0}>
      {row.readColumns === 'some' ? (
        <p className={styles.hint}>
          {t`Only some columns were fetched. A changed value is merged; anything else reads the whole entity first.`}
        </p>
      ) : null}
      {fields.sought === undefined ? null : (
        <PropertySearch
          value={fields.sought}
          onChange={fields.seek}
          found={fields.properties.length}
          all={entity.properties.length}
        />
      )}
      {keys}
      {fields.properties.map(({ name, value }) => (
        <PropertyField
          key={name}
          name={name}
          value={value}
          before={mark?.before.get(propertyId(name))}
          saved={draftTextAt(name)}
          nameProblem={(to) => nameProblemOf(row, name, to)}
          onChange={change}
          onDiscard={() => edits.discardProperty(row, name)}
          focus={name === fields.added ? 'yes' : focusOn(name)}
        />
      ))}
      <OtherColumns fields={fields} draftTextAt={draftTextAt} focusOn={focusOn} onChange={change} />
      <AddProperty
        saved={edits.rejected.draftOf(row)}
        keep={(draft) => edits.rejected.keepDraft(row, draft)}
        focus={focusOn(draftField)}
        problem={(name) => nameProblemOf(row, '', name)}
        onAdd={(next) => {
          fields.noteAdded(next.name);
          change(next);
        }}
      />
      {actions}
    </div>
  );
}

interface OtherColumnsProps {
  readonly fields: FormFields;
  readonly draftTextAt: (field: string) => DraftText;
  readonly focusOn: (field: string) => 'yes' | 'no';
  readonly onChange: (change: PropertyChange) => void;
}

/** The table's columns that the entity does not hold, each with a field to fill in. */
function OtherColumns({ fields, draftTextAt, focusOn, onChange }: OtherColumnsProps) {
  const { others, otherCount, showOthers, noteAdded } = fields;
  if (otherCount === 0) return null;
  if (others === null) {
    return (
      <Button variant="quiet" size="small" onPress={showOthers}>
        {plural(otherCount)`One more column of the table | ${otherCount} more columns of the table`}
      </Button>
    );
  }
  return (
    <fieldset className={styles.others}>
      <legend className={styles.legend}>{t`Not in this entity`}</legend>
      {others.map((column) => (
        <AbsentField
          key={column.id}
          column={column}
          saved={draftTextAt(column.name)}
          focus={focusOn(column.name)}
          onFill={(name, value, by) => {
            noteAdded(by === 'press' ? name : undefined);
            onChange({ kind: 'set', name, value });
          }}
        />
      ))}
    </fieldset>
  );
}

interface PropertySearchProps {
  readonly value: string;
  readonly onChange: (sought: string) => void;
  readonly found: number;
  readonly all: number;
}

function PropertySearch({ value, onChange, found, all }: PropertySearchProps) {
  return (
    <div className={styles.search}>
      <SearchField
        label={t`Find a property`}
        placeholder={t`Find one of ${formatCount(all)} properties`}
        size="small"
        value={value}
        onChange={onChange}
      />
      <p className={styles.note} role="status">
        {value.trim() === '' ? '' : foundText(found, all)}
      </p>
    </div>
  );
}

function foundText(found: number, all: number): string {
  return found === 0
    ? t`No property has this in its name.`
    : t`${formatCount(found)} of ${formatCount(all)} properties`;
}
