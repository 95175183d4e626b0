// The inspector's form: every property of an entity as a field, keys included, and what the table has besides. Each
// field stages its own change; nothing is sent from here.
import { plural, t } from '@shared/strings/t';
import type { TableRefusals } from '@renderer/pane/table-refusals';
import { Button, SearchField, TextField } from '@renderer/ui';
import type { PropertyChange } from '@shared/model/edit';
import type { EdmValue } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import { CopyPlus, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type GridColumn, partitionKeyId, propertyId, rowKeyId } from '../columns/grid-column';
import { AddProperty } from './add-property';
import styles from './entity-form.module.css';
import { passToReview } from './pass-to-review';
import { keyProblemOf, nameProblemOf, valueProblemOf } from './property-problem';
import { PropertyField } from './property-field';
import { draftField } from './refused-texts';
import { refusalOf } from '../staged/refused-acts';
import { isSettled } from '../staged/stage-row';
import type { ShownRow } from '../staged/staged-rows';
import type { RowEdits } from './use-row-edits';
import type { KeptText } from './use-value-draft';
import { ValueField } from './value-field';
import { keyText } from '../values/value-format';

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
      <KeyField {...{ row, edits }} name="PartitionKey" refusal={keysRefusal} focus={focusOn('PartitionKey')} />
      <KeyField {...{ row, edits }} name="RowKey" refusal={keysRefusal} focus={focusOn('RowKey')} />
    </>
  );
  const verbs = <RowVerbs {...{ row, edits, refusals }} />;
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
        <div className={styles.search}>
          <SearchField
            label={t`Find a property`}
            placeholder={t`Find one of ${formatCount(entity.properties.length)} properties`}
            size="small"
            value={sought}
            onChange={setSought}
          />
          <p className={styles.note} role="status">
            {sought.trim() === '' ? '' : foundWords(properties.length, entity.properties.length)}
          </p>
        </div>
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
      {(isNew || showsOthers) && others.length > 0 ? (
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
      ) : null}
      {!isNew && !showsOthers && others.length > 0 ? (
        <Button variant="quiet" size="small" onPress={() => setShowsOthers(true)}>
          {plural(others.length)`One more column of the table | ${others.length} more columns of the table`}
        </Button>
      ) : null}
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

function foundWords(found: number, all: number): string {
  return found === 0
    ? t`No property has this in its name.`
    : t`${formatCount(found)} of ${formatCount(all)} properties`;
}

function RowVerbs({ row, edits, refusals }: Pick<EntityFormProps, 'row' | 'edits' | 'refusals'>) {
  const { insert, remove } = refusals;
  return (
    <div className={styles.verbs}>
      <span title={insert ?? undefined}>
        <Button
          size="small"
          icon={<CopyPlus size={14} aria-hidden />}
          isDisabled={insert !== null}
          onPress={() => edits.clone(row)}
        >
          {t`Clone`}
        </Button>
      </span>
      {row.read === undefined ? null : (
        <span title={remove ?? undefined}>
          <Button
            size="small"
            icon={<Trash2 size={14} aria-hidden />}
            isDisabled={remove !== null}
            onPress={() => edits.deleteRows([row])}
          >
            {t`Delete`}
          </Button>
        </span>
      )}
      {row.edit === undefined ? null : (
        <Button size="small" icon={<Undo2 size={14} aria-hidden />} onPress={() => edits.discardRows([row])}>
          {row.read === undefined ? t`Discard the new entity` : t`Discard changes`}
        </Button>
      )}
    </div>
  );
}

function SettledNote({ row, edits }: Pick<EntityFormProps, 'row' | 'edits'>) {
  if (row.mark?.standing === 'gone') return <p className={styles.settled}>{t`This entity was deleted.`}</p>;
  return (
    <div className={styles.settled}>
      <p>{t`This entity is to be deleted. Nothing was sent yet.`}</p>
      <Button icon={<Undo2 size={14} aria-hidden />} onPress={() => edits.discardRows([row])}>
        {t`Keep the entity`}
      </Button>
    </div>
  );
}

interface KeyFieldProps extends Pick<EntityFormProps, 'row' | 'edits'> {
  readonly name: 'PartitionKey' | 'RowKey';
  /** Why it stays as it is; null where it can be changed. */
  readonly refusal: string | null;
  readonly focus: 'yes' | 'no';
}

function KeyField({ row, name, edits, refusal, focus }: KeyFieldProps) {
  const { partitionKey, rowKey } = row.entity;
  const key = name === 'PartitionKey' ? partitionKey : rowKey;
  const { refused } = edits;
  const [typed, setTyped] = useState(() => refused.textOf(row, name));
  const withKey = (text: string) =>
    name === 'PartitionKey' ? { partitionKey: text, rowKey } : { partitionKey, rowKey: text };
  const before = row.mark?.before.get(name === 'PartitionKey' ? partitionKeyId : rowKeyId);
  const errorMessage = typed === undefined ? undefined : keyProblemOf(name, withKey(typed));
  const commit = (): 'through' | 'held' => {
    if (typed === undefined) return 'through';
    refused.keep(row, name, errorMessage === undefined ? undefined : typed);
    if (errorMessage !== undefined) return 'held';
    setTyped(undefined);
    if (typed !== key) edits.changeKeys(row, withKey(typed));
    return 'through';
  };
  const keyWords = t`Other keys: inserted anew, then deleted under the old ones.`;
  const description =
    before === undefined || before === null
      ? typed !== undefined && typed !== key && row.read !== undefined
        ? keyWords
        : undefined
      : t`was ${before.value === '' ? t`empty` : keyText(String(before.value))}. ${keyWords}`;
  return (
    <div className={before === undefined ? styles.field : styles.changed}>
      <TextField
        label={name}
        face="mono"
        value={typed ?? key}
        onChange={setTyped}
        autoFocus={focus === 'yes'}
        errorMessage={errorMessage}
        description={refusal ?? description}
        isReadOnly={refusal !== null}
        onSubmit={(event) => {
          if (commit() === 'through') passToReview(event);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === undefined) return;
          event.stopPropagation();
          refused.keep(row, name, undefined);
          setTyped(undefined);
        }}
      />
    </div>
  );
}

interface AbsentFieldProps {
  readonly column: GridColumn;
  readonly kept: KeptText;
  readonly focus: 'yes' | 'no';
  readonly onFill: (name: string, value: EdmValue, by: 'press' | 'leaving') => void;
}

/** A column of the table that the entity does not hold: filled in, it does. */
function AbsentField({ column: { name, types }, kept, focus, onFill }: AbsentFieldProps) {
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
        kept={kept}
        focus={focus}
        problem={(value) => valueProblemOf(name, value)}
        onSet={(value, by) => onFill(name, value, by)}
        placeholder={t`absent, ${type.slice('Edm.'.length)}`}
      />
    </div>
  );
}
