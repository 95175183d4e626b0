// The inspector's form, over 300 lines because its fields share one row: every key and property of an entity as a
// field, the other columns of the table, and the actions on the entity. Each field stages its own change; nothing is
// sent from here.
import type { TableService } from '@shared/model/table-service';
import { plural, t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { Button, SearchField, TextField } from '@renderer/ui';
import type { PropertyChange } from '@shared/model/edit';
import { formatCount } from '@shared/units';
import { type GridColumn, partitionKeyId, propertyId, rowKeyId } from '../result/grid-column';
import { AbsentField, PropertyField, passToReview } from './property-field';
import { AddProperty } from './add-property';
import styles from './entity-form.module.css';
import { type DraftText, keyProblemOf, nameProblemOf } from './value-draft';
import { draftField } from './rejected-texts';
import { type ShownRow, disabledReasonOf, isSettled } from '../staging/staged-rows';
import type { RowEdits } from './use-row-edits';
import { useState } from 'react';
import { keyText } from '../result/value-format';
import { CopyPlus, Trash2, Undo2 } from 'lucide-react';
import type { Property } from '@shared/model/entity';

interface EntityFormProps {
  readonly row: ShownRow;
  readonly edits: RowEdits;
  readonly disabledReasons: TableDisabledReasons;
  /** The known columns of the table; those that the entity lacks are offered. */
  readonly columns: readonly GridColumn[];
  /** The field that takes the focus because the user has just requested it. */
  readonly focus?: string | undefined;
}

export function EntityForm({ row, edits, disabledReasons, columns, focus }: EntityFormProps) {
  const { entity, mark } = row;
  const fields = useFormFields(row, columns, focus);
  const change = (next: PropertyChange): void => edits.changeProperty(row, next);
  const draftTextAt = (field: string): DraftText => ({
    text: edits.rejected.textOf(row, field),
    store: (text) => edits.rejected.store(row, field, text),
  });
  const takesFocus = (field: string): boolean => field === focus;
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
      takesFocus={takesFocus(name)}
    />
  ));
  const actions = <RowActionButtons row={row} edits={edits} disabledReasons={disabledReasons} />;
  if (disabledReason !== null) {
    return (
      <div className={styles.form} role="region" aria-label={t`Edit entity`} tabIndex={0}>
        <p className={styles.hint}>{disabledReason}</p>
        {/* Other keys are an insertion and a deletion, which may be granted all the same. */}
        {keysDisabledReason === null ? keys : null}
        {actions}
      </div>
    );
  }
  return (
    <div className={styles.form} role="region" aria-label={t`Edit entity`} tabIndex={0}>
      {row.readColumns === 'some' ? (
        <p className={styles.hint}>
          {t`Only some columns were fetched. Changed values are merged; any other change reads the whole entity first.`}
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
          nameProblem={(to) => nameProblemOf(row, { name, to, service: edits.service })}
          service={edits.service}
          onChange={change}
          onDiscard={() => edits.discardProperty(row, name)}
          takesFocus={name === fields.added || takesFocus(name)}
        />
      ))}
      <OtherColumns
        fields={fields}
        service={edits.service}
        draftTextAt={draftTextAt}
        takesFocus={takesFocus}
        onChange={change}
      />
      <AddProperty
        saved={edits.rejected.draftOf(row)}
        onDraft={(draft) => edits.rejected.storeDraft(row, draft)}
        takesFocus={takesFocus(draftField)}
        problem={(to) => nameProblemOf(row, { name: '', to, service: edits.service })}
        service={edits.service}
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
  readonly service: TableService;
  readonly fields: FormFields;
  readonly draftTextAt: (field: string) => DraftText;
  readonly takesFocus: (field: string) => boolean;
  readonly onChange: (change: PropertyChange) => void;
}

/** The columns of the table that the entity lacks, each with a field to fill in. */
function OtherColumns({ fields, service, draftTextAt, takesFocus, onChange }: OtherColumnsProps) {
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
          service={service}
          key={column.id}
          column={column}
          saved={draftTextAt(column.name)}
          takesFocus={takesFocus(column.name)}
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
        label={t`Search properties`}
        placeholder={t`Search ${formatCount(all)} properties`}
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
  return found === 0 ? t`No matching properties.` : t`${formatCount(found)} of ${formatCount(all)} properties`;
}

interface EntityKeyFieldProps {
  readonly row: ShownRow;
  readonly edits: RowEdits;
  readonly name: 'PartitionKey' | 'RowKey';
  /** Null if the key can be changed. */
  readonly disabledReason: string | null;
  readonly takesFocus: boolean;
}

/**
 * One key as a field: a changed key means inserting the entity under the new keys and deleting it under the old
 * ones.
 */
function EntityKeyField({ row, name, edits, disabledReason, takesFocus }: EntityKeyFieldProps) {
  const { partitionKey, rowKey } = row.entity;
  const key = name === 'PartitionKey' ? partitionKey : rowKey;
  const { rejected } = edits;
  const [typed, setTyped] = useState(() => rejected.textOf(row, name));
  const withKey = (text: string) =>
    name === 'PartitionKey' ? { partitionKey: text, rowKey } : { partitionKey, rowKey: text };
  const before = row.mark?.before.get(name === 'PartitionKey' ? partitionKeyId : rowKeyId);
  const errorMessage = typed === undefined ? undefined : keyProblemOf(name, withKey(typed), edits.service);
  const commit = (): 'through' | 'held' => {
    if (typed === undefined) return 'through';
    rejected.store(row, name, errorMessage === undefined ? undefined : typed);
    if (errorMessage !== undefined) return 'held';
    setTyped(undefined);
    if (typed !== key) edits.changeKeys(row, withKey(typed));
    return 'through';
  };
  const keyHint = t`Changing the keys inserts the entity under the new keys, then deletes the old one.`;
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
        autoFocus={takesFocus}
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
          rejected.store(row, name, undefined);
          setTyped(undefined);
        }}
      />
    </div>
  );
}

interface RowActionButtonsProps {
  readonly row: ShownRow;
  readonly edits: RowEdits;
  readonly disabledReasons: TableDisabledReasons;
}

/** The actions on an entity as a whole, below its fields or instead of them. */
function RowActionButtons({ row, edits, disabledReasons }: RowActionButtonsProps) {
  const { insert, remove } = disabledReasons;
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        icon={<CopyPlus size={14} aria-hidden />}
        disabledReason={insert}
        onPress={() => edits.clone(row)}
      >
        {t`Clone`}
      </Button>
      {row.read === undefined ? null : (
        <Button
          size="small"
          icon={<Trash2 size={14} aria-hidden />}
          disabledReason={remove}
          onPress={() => edits.deleteRows([row])}
        >
          {t`Delete`}
        </Button>
      )}
      {row.edit === undefined ? null : (
        <Button size="small" icon={<Undo2 size={14} aria-hidden />} onPress={() => edits.discardRows([row])}>
          {row.read === undefined ? t`Discard new entity` : t`Discard changes`}
        </Button>
      )}
    </div>
  );
}

/** Shown instead of the fields when nothing more can be staged for the entity. */
function SettledNote({ row, edits }: Omit<RowActionButtonsProps, 'disabledReasons'>) {
  if (row.mark?.state === 'gone') return <p className={styles.settled}>{t`This entity was deleted.`}</p>;
  return (
    <div className={styles.settled}>
      <p>{t`This entity will be deleted. Nothing has been sent yet.`}</p>
      <Button icon={<Undo2 size={14} aria-hidden />} onPress={() => edits.discardRows([row])}>
        {t`Keep entity`}
      </Button>
    </div>
  );
}

/** More properties than this are hard to scan. */
const maxWithoutSearch = 15;

interface FormFields {
  readonly properties: readonly Property[];
  /** Filters the properties by name; undefined when there is no search. */
  readonly sought: string | undefined;
  readonly seek: (text: string) => void;
  /** Columns of the table that the entity lacks; null while only their number is shown. */
  readonly others: readonly GridColumn[] | null;
  readonly otherCount: number;
  readonly showOthers: () => void;
  /** Its field takes the focus from the one that added it. */
  readonly added: string | undefined;
  /** Undefined: the focus does not move. */
  readonly noteAdded: (name: string | undefined) => void;
}

/**
 * The fields that the form shows: all properties or those searched for, the other columns of the table, and the field
 * that was added last.
 */
function useFormFields(
  { entity, read }: ShownRow,
  columns: readonly GridColumn[],
  focus: string | undefined,
): FormFields {
  const [added, setAdded] = useState<string>();
  const [sought, setSought] = useState('');
  const held = new Set(entity.properties.map(({ name }) => name));
  const others = columns.filter(({ source, name }) => source === 'property' && !held.has(name));
  const [showsOthers, setShowsOthers] = useState(() => others.some(({ name }) => name === focus));
  const isNew = read === undefined;
  const hasSearch = entity.properties.length > maxWithoutSearch;
  const isShown = ({ name }: { readonly name: string }): boolean =>
    !hasSearch || name.toLowerCase().includes(sought.trim().toLowerCase());
  return {
    properties: entity.properties.filter(isShown),
    sought: hasSearch ? sought : undefined,
    seek: setSought,
    others: isNew || showsOthers ? others.filter(isShown) : null,
    otherCount: others.length,
    showOthers: () => setShowsOthers(true),
    added,
    noteAdded: (name) => {
      setAdded(name);
      if (name !== undefined) setSought('');
    },
  };
}
