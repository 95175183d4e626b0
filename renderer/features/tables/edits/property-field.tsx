// One property in the inspector's form, over 300 lines with its parts: value, type, name, and its previous state. A
// change of type shows the converted value, and prompts if something would be lost.
import type { TableService } from '@shared/model/table-service';
import { t } from '@shared/strings/t';
import {
  type MenuEntry,
  Button,
  IconButton,
  MenuButton,
  Select,
  TextField,
  Truncate,
  type FieldKey,
  classNames,
} from '@renderer/ui';
import { convertValue } from '@shared/edit/convert-value';
import type { PropertyChange } from '@shared/model/edit';
import { type EdmType, type EdmValue, edmType } from '@shared/model/entity';
import { withMarks } from '@shared/visible-text';
import { EllipsisVertical } from 'lucide-react';
import { useState, type KeyboardEvent, useId } from 'react';
import { exactText, typeName } from '../result/value-format';
import styles from './entity-form.module.css';
import { valueProblemOf, type DraftText, type ValueDraftInput, insertNewLine, useValueDraft } from './value-draft';
import type { GridColumn } from '../result/grid-column';

interface PropertyFieldProps {
  readonly name: string;
  readonly value: EdmValue;
  /** Its value when it was read, null if it was absent; undefined if nothing is staged for it. */
  readonly before: EdmValue | null | undefined;
  readonly saved: DraftText;
  readonly nameProblem: (to: string) => string | undefined;
  /** Whose limits the value is checked against. */
  readonly service: TableService;
  readonly onChange: (change: PropertyChange) => void;
  readonly onDiscard: () => void;
  /** Takes the focus, because the user has just added this property. */
  readonly takesFocus: boolean;
}

export const typeOptions = edmType.options.map((type) => ({ value: type, label: typeName(type) }));

export function PropertyField({
  name,
  value,
  before,
  saved: draft,
  nameProblem,
  service,
  onChange,
  onDiscard,
  takesFocus,
}: PropertyFieldProps) {
  const [isRenaming, setRenaming] = useState(false);
  const [conversion, setConversion] = useState<PendingConversion>();
  const set = (next: EdmValue): void => {
    setConversion(undefined);
    onChange({ kind: 'set', name, value: next });
  };
  const convert = (toType: EdmType): void => {
    const result = convertValue(value, toType);
    if (result.kind === 'exact') set(result.value);
    else setConversion({ toType, of: value, ...result });
  };
  const entries: readonly MenuEntry[] = [
    { id: 'rename', label: t`Rename`, onAction: () => setRenaming(true) },
    { id: 'remove', label: t`Remove ${name}`, onAction: () => onChange({ kind: 'remove', name }) },
    ...(before === undefined ? [] : [{ id: 'discard', label: t`Discard change`, onAction: onDiscard }]),
  ];
  return (
    <div role="group" aria-label={name} className={before === undefined ? styles.field : styles.changed}>
      <div className={styles.head}>
        {isRenaming ? (
          <RenameField
            name={name}
            problem={nameProblem}
            onDone={(to) => {
              setRenaming(false);
              if (to !== name) onChange({ kind: 'rename', name, to });
            }}
          />
        ) : (
          <Truncate className={styles.name ?? ''}>{name}</Truncate>
        )}
        <Select
          label={t`Type of ${name}`}
          labelPosition="hidden"
          appearance="bare"
          size="small"
          options={typeOptions}
          value={value.type}
          onChange={convert}
        />
        <MenuButton label={t`More actions for ${name}`} entries={entries}>
          <IconButton
            label={t`More actions for ${name}`}
            size="small"
            icon={<EllipsisVertical size={14} aria-hidden />}
          />
        </MenuButton>
      </div>
      <ValueField
        name={name}
        type={value.type}
        value={value}
        saved={draft}
        problem={(next) => valueProblemOf(name, next, service)}
        onSet={set}
        takesFocus={takesFocus}
        note={before === undefined ? undefined : wasText(before)}
      />
      {conversion?.of === value ? (
        <ConversionNote conversion={conversion} onTake={set} onKeep={() => setConversion(undefined)} />
      ) : null}
    </div>
  );
}

type PendingConversion = { readonly toType: EdmType; readonly of: EdmValue; readonly reason: string } & (
  | { readonly kind: 'lossy'; readonly value: EdmValue }
  | { readonly kind: 'impossible' }
);

interface ConversionNoteProps {
  readonly conversion: PendingConversion;
  readonly onTake: (value: EdmValue) => void;
  readonly onKeep: () => void;
}

function ConversionNote({ conversion, onTake, onKeep }: ConversionNoteProps) {
  const { of, toType, reason } = conversion;
  const keep = <Button size="small" onPress={onKeep}>{t`Keep ${typeName(of.type)}`}</Button>;
  if (conversion.kind === 'impossible') {
    return (
      <div role="alert" className={styles.conversion}>
        <p>{t`Not converted to ${typeName(toType)}. ${reason}`}</p>
        {keep}
      </div>
    );
  }
  const { value } = conversion;
  return (
    <div role="alert" className={styles.conversion}>
      <p>{reason}</p>
      <p className={styles.preview}>
        <s>{shortText(of)}</s> → {shortText(value)}
      </p>
      <div className={styles.buttons}>
        {keep}
        <Button size="small" onPress={() => onTake(value)}>{t`Convert to ${typeName(toType)}`}</Button>
      </div>
    </div>
  );
}

interface RenameFieldProps {
  readonly name: string;
  readonly problem: (to: string) => string | undefined;
  /** Called with the old name when it does not change. */
  readonly onDone: (to: string) => void;
}

function RenameField({ name, problem, onDone }: RenameFieldProps) {
  const [to, setTo] = useState(name);
  const errorMessage = problem(to);
  return (
    <TextField
      label={t`New name of ${name}`}
      labelPosition="hidden"
      size="small"
      face="mono"
      autoFocus
      value={to}
      onChange={setTo}
      errorMessage={errorMessage}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(name);
      }}
      onSubmit={(event) => {
        if (errorMessage !== undefined) return;
        onDone(to);
        passToReview(event);
      }}
      onBlur={() => onDone(errorMessage === undefined ? to : name)}
    />
  );
}

const longestShort = 80;

function wasText(before: EdmValue | null): string {
  return before === null ? t`new` : t`was ${shortText(before)} (${typeName(before.type)})`;
}

function shortText(value: EdmValue): string {
  const text = exactText(value);
  if (text === '') return t`empty`;
  return withMarks(text.length > longestShort ? `${text.slice(0, longestShort)}…` : text);
}

interface AbsentFieldProps {
  readonly service: TableService;
  readonly column: GridColumn;
  readonly saved: DraftText;
  readonly takesFocus: boolean;
  readonly onFill: (name: string, value: EdmValue, by: 'press' | 'leaving') => void;
}

/** A column of the table that the entity lacks: entering a value adds the property. */
export function AbsentField({ service, column: { name, types }, saved: draft, takesFocus, onFill }: AbsentFieldProps) {
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
        takesFocus={takesFocus}
        problem={(value) => valueProblemOf(name, value, service)}
        onSet={(value, by) => onFill(name, value, by)}
        placeholder={t`absent, ${type.slice('Edm.'.length)}`}
      />
    </div>
  );
}

interface ValueFieldProps extends ValueDraftInput {
  readonly name: string;
  readonly type: EdmType;
  /** `press`: the focus is still here. */
  readonly onSet: (value: EdmValue, by: 'press' | 'leaving') => void;
  readonly takesFocus: boolean;
  /** Shown below the field while there is no problem. */
  readonly note?: string | undefined;
  readonly placeholder?: string;
}

const maxLines = 8;
const charactersALine = 36;

/** The exact text of a value, staged with Enter or on blur, rejected with an explanation. */
function ValueField(props: ValueFieldProps) {
  const { name, type, onSet, note } = props;
  const draft = useValueDraft(props);
  const noteId = useId();
  const commit = (by: 'press' | 'leaving'): 'through' | 'held' => {
    const committed = draft.commit(by);
    if (committed === undefined) return 'held';
    draft.reset();
    if (committed.kind === 'value') onSet(committed.value, by);
    return 'through';
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.isTouched) {
      // The first Escape resets the text, the next one leaves the inspector.
      event.stopPropagation();
      draft.reset();
    }
    if (event.key !== 'Enter') return;
    // Staged first, because the window opens the review on these keys.
    if ((event.ctrlKey || event.metaKey) && commit('press') === 'through') return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey && type === 'Edm.String') insertNewLine(event.currentTarget);
    else commit('press');
  };
  const lines = draft.text
    .split('\n')
    .reduce((sum, line) => sum + 1 + Math.floor(Math.max(0, line.length - 1) / charactersALine), 0);
  const text = draft.report?.sentence ?? note;
  return (
    <>
      <textarea
        aria-label={name}
        aria-invalid={draft.report?.kind === 'rejected'}
        aria-describedby={text === undefined ? undefined : noteId}
        className={classNames(styles.text, draft.report !== undefined && styles[draft.report.kind])}
        rows={Math.min(maxLines, lines)}
        placeholder={props.placeholder}
        autoFocus={props.takesFocus}
        spellCheck={false}
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => commit('leaving')}
      />
      {text === undefined ? null : (
        <p
          id={noteId}
          role={draft.report === undefined ? undefined : 'alert'}
          className={classNames(styles.note, draft.report !== undefined && styles[draft.report.kind])}
        >
          {text}
        </p>
      )}
    </>
  );
}

/** Ctrl+Enter in a field stages its text first; the window then handles the same key by opening the review. */
export function passToReview(event: FieldKey): void {
  if (event.ctrlKey || event.metaKey) event.continuePropagation();
}
