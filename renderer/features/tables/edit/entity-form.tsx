// The inspector's form: every property of an entity as a field, keys included, and the table's other columns. Each
// field stages its own change; nothing is sent from here.
import { plural, t } from '@shared/strings/t';
import type { TableRefusals } from '@renderer/pane/table-refusals';
import { Button, SearchField } from '@renderer/ui';
import type { PropertyChange } from '@shared/model/edit';
import { formatCount } from '@shared/units';
import { useState } from 'react';
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
import type { RowEdits } from './use-row-edits';
import type { KeptText } from './use-value-draft';

/** More properties than this are hard to look through. */
const mostWithoutSearch = 15;

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
  /** Its field takes the place of the one that had the keyboard. */
  const [added, setAdded] = useState<string>();
  const [sought, setSought] = useState('');
  const isNew = row.read === undefined;
  const held = new Set(entity.properties.map(({ name }) => name));
  const others = columns.filter(({ source, name }) => source === 'property' && !held.has(name));
  const [showsOthers, setShowsOthers] = useState(() => others.some(({ name }) => name === focus));
  const hasSearch = entity.properties.length > mostWithoutSearch;
  const isShown = ({ name }: { readonly name: string }): boolean =>
    !hasSearch || name.toLowerCase().includes(sought.trim().toLowerCase());
  const properties = entity.properties.filter(isShown);
  const add = (name: string): void => {
    setAdded(name);
    setSought('');
  };
  const change = (next: PropertyChange): void => edits.changeProperty(row, next);
  const keptAt = (field: string): KeptText => ({
    text: edits.refused.textOf(row, field),
    keep: (text) => edits.refused.keep(row, field, text),
  });
  const focusOn = (field: string): 'yes' | 'no' => (field === focus ? 'yes' : 'no');
  if (isSettled(row)) return <SettledNote row={row} edits={edits} />;
  const refusal = refusalOf(refusals, 'edit', mark);
  const keysRefusal = refusalOf(refusals, 'rekey', mark);
  const keys = (
    <>
      <EntityKeyField
        row={row}
        edits={edits}
        name="PartitionKey"
        refusal={keysRefusal}
        focus={focusOn('PartitionKey')}
      />
      <EntityKeyField row={row} edits={edits} name="RowKey" refusal={keysRefusal} focus={focusOn('RowKey')} />
    </>
  );
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
      {hasSearch ? (
        <PropertySearch value={sought} onChange={setSought} found={properties.length} all={entity.properties.length} />
      ) : null}
      {keys}
      {properties.map(({ name, value }) => (
        <PropertyField
          key={name}
          name={name}
          value={value}
          before={mark?.before.get(propertyId(name))}
          kept={keptAt(name)}
          nameProblem={(to) => nameProblemOf(row, name, to)}
          onChange={change}
          onDiscard={() => edits.discardProperty(row, name)}
          focus={name === added ? 'yes' : focusOn(name)}
        />
      ))}
      {others.length === 0 ? null : isNew || showsOthers ? (
        <fieldset className={styles.others}>
          <legend className={styles.legend}>{t`Not in this entity`}</legend>
          {others.filter(isShown).map((column) => (
            <AbsentField
              key={column.id}
              column={column}
              kept={keptAt(column.name)}
              focus={focusOn(column.name)}
              onFill={(name, value, by) => {
                if (by === 'press') add(name);
                else setAdded(undefined);
                change({ kind: 'set', name, value });
              }}
            />
          ))}
        </fieldset>
      ) : (
        <Button variant="quiet" size="small" onPress={() => setShowsOthers(true)}>
          {plural(others.length)`One more column of the table | ${others.length} more columns of the table`}
        </Button>
      )}
      <AddProperty
        kept={edits.refused.draftOf(row)}
        keep={(draft) => edits.refused.keepDraft(row, draft)}
        focus={focusOn(draftField)}
        problem={(name) => nameProblemOf(row, '', name)}
        onAdd={(next) => {
          add(next.name);
          change(next);
        }}
      />
      {verbs}
    </div>
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
