// One property in the inspector's form: value, type, name, and its previous state. A change of type shows the converted
// value, and asks if something would be lost.
import { t } from '@shared/strings/t';
import { type MenuEntry, Button, IconButton, MenuButton, Select, TextField, Truncate } from '@renderer/ui';
import { convertValue } from '@shared/edit/convert-value';
import type { PropertyChange } from '@shared/model/edit';
import { type EdmType, type EdmValue, edmType } from '@shared/model/entity';
import { withMarks } from '@shared/visible-text';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { exactText, typeName } from '../result/value-format';
import styles from './entity-form.module.css';
import { passToReview } from './pass-to-review';
import { valueProblemOf } from './property-problem';
import type { DraftText } from './use-value-draft';
import { ValueField } from './value-field';

export interface PropertyFieldProps {
  readonly name: string;
  readonly value: EdmValue;
  /** What it was when it was read, null where it was absent; undefined where nothing is staged for it. */
  readonly before: EdmValue | null | undefined;
  readonly saved: DraftText;
  readonly nameProblem: (to: string) => string | undefined;
  readonly onChange: (change: PropertyChange) => void;
  readonly onDiscard: () => void;
  /** Takes the keyboard: a person has just given the entity this property. */
  readonly focus: 'yes' | 'no';
}

export const typeOptions = edmType.options.map((type) => ({ value: type, label: typeName(type) }));

export function PropertyField({
  name,
  value,
  before,
  saved: draft,
  nameProblem,
  onChange,
  onDiscard,
  focus,
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
    ...(before === undefined ? [] : [{ id: 'discard', label: t`Discard the change`, onAction: onDiscard }]),
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
        <MenuButton label={t`More for ${name}`} entries={entries}>
          <IconButton label={t`More for ${name}`} size="small" icon={<EllipsisVertical size={14} aria-hidden />} />
        </MenuButton>
      </div>
      <ValueField
        name={name}
        type={value.type}
        value={value}
        saved={draft}
        problem={(next) => valueProblemOf(name, next)}
        onSet={set}
        focus={focus}
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
  /** With the old name where it stays. */
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
