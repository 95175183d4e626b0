// The inspector's form: every property of an entity as a field, keys included, and the table's other columns. Each
// field stages its own change; nothing is sent from here.
import { plural, t } from '@shared/strings/t';
import type { TableRefusals } from '@renderer/pane/table-refusals';
import { Button, SearchField } from '@renderer/ui';
import type { PropertyChange } from '@shared/model/edit';
import { formatCount } from '@shared/units';
import { type GridColumn, propertyId } from '../columns/grid-column';
import { AbsentField } from './absent-field';
import { AddProperty } from './add-property';
import { EntityKeyField } from './entity-key-field';
import styles from './entity-form.module.css';
import { nameProblemOf } from './property-problem';
import { PropertyField } from './property-field';
import { draftField } from './refused-texts';
import { RowVerbs, SettledNote } from './row-verbs';
import { refusalOf } from '../staged/refused-acts';
import { isSettled } from '../staged/stage-row';
import type { ShownRow } from '../staged/staged-rows';
import { type FormFields, useFormFields } from './use-form-fields';
import type { RowEdits } from './use-row-edits';
import type { KeptText } from './use-value-draft';

export interface EntityFormProps {
  readonly row: ShownRow;
  readonly edits: RowEdits;
  readonly refusals: TableRefusals;
  /** Of the table, as far as it is known; what the entity does not hold is offered. */
  readonly columns: readonly GridColumn[];
  /** The field that takes the keyboard: a person has just asked for it. */
  readonly focus?: string | undefined;
}

export function EntityForm({ row, edits, refusals, columns, focus }: EntityFormProps) {
  const { entity, mark } = row;
  const fields = useFormFields(row, columns, focus);
  const change = (next: PropertyChange): void => edits.changeProperty(row, next);
  const keptAt = (field: string): KeptText => ({
    text: edits.refused.textOf(row, field),
    keep: (text) => edits.refused.keep(row, field, text),
  });
  const focusOn = (field: string): 'yes' | 'no' => (field === focus ? 'yes' : 'no');
  if (isSettled(row)) return <SettledNote row={row} edits={edits} />;
  const refusal = refusalOf(refusals, 'edit', mark);
  const keysRefusal = refusalOf(refusals, 'rekey', mark);
  const keys = (['PartitionKey', 'RowKey'] as const).map((name) => (
    <EntityKeyField key={name} row={row} edits={edits} name={name} refusal={keysRefusal} focus={focusOn(name)} />
  ));
  const verbs = <RowVerbs row={row} edits={edits} refusals={refusals} />;
  if (refusal !== null) {
    return (
      <div className={styles.form} role="region" aria-label={t`Edit the entity`} tabIndex={0}>
        <p className={styles.hint}>{refusal}</p>
        {/* Other keys are an insertion and a deletion, which may be granted all the same. */}
        {keysRefusal === null ? keys : null}
        {verbs}
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
          kept={keptAt(name)}
          nameProblem={(to) => nameProblemOf(row, name, to)}
          onChange={change}
          onDiscard={() => edits.discardProperty(row, name)}
          focus={name === fields.added ? 'yes' : focusOn(name)}
        />
      ))}
      <OtherColumns fields={fields} keptAt={keptAt} focusOn={focusOn} onChange={change} />
      <AddProperty
        kept={edits.refused.draftOf(row)}
        keep={(draft) => edits.refused.keepDraft(row, draft)}
        focus={focusOn(draftField)}
        problem={(name) => nameProblemOf(row, '', name)}
        onAdd={(next) => {
          fields.noteAdded(next.name);
          change(next);
        }}
      />
      {verbs}
    </div>
  );
}

interface OtherColumnsProps {
  readonly fields: FormFields;
  readonly keptAt: (field: string) => KeptText;
  readonly focusOn: (field: string) => 'yes' | 'no';
  readonly onChange: (change: PropertyChange) => void;
}

/** The table's columns that the entity does not hold, each with a field to fill in. */
function OtherColumns({ fields, keptAt, focusOn, onChange }: OtherColumnsProps) {
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
          kept={keptAt(column.name)}
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
        {value.trim() === '' ? '' : foundWords(found, all)}
      </p>
    </div>
  );
}

function foundWords(found: number, all: number): string {
  return found === 0
    ? t`No property has this in its name.`
    : t`${formatCount(found)} of ${formatCount(all)} properties`;
}
