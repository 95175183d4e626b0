// The controls of a review: how the edits are written, a summary in numbers, and the button that applies them. For
// production, the connection's name must be typed before anything is deleted or overwritten.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { type Option, Button, Select, TextField, classNames } from '@renderer/ui';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { EditTarget } from './edit-target';
import styles from './apply-bar.module.css';
import type { Danger } from './review-lines';
import type { EditGrouping, StagedEdit, WriteCondition } from '@shared/model/edit';

interface ApplyBarProps {
  readonly target: EditTarget;
  readonly changes: number;
  readonly danger: Danger;
  readonly isReady: boolean;
  readonly onApply: () => void;
  /** Within it, Ctrl+Enter applies. */
  readonly panel: RefObject<HTMLElement | null>;
  /** Shown beside the button. */
  readonly children: ReactNode;
}

export function ApplyBar({ target, changes, danger, isReady, onApply, panel, children }: ApplyBarProps) {
  const [typed, setTyped] = useState('');
  const isDangerous = danger.deletions > 0 || danger.unconditional > 0;
  const mustType = isDangerous && target.environment === 'production';
  const isAllowed = isReady && target.access === 'writable' && (!mustType || typed === target.connectionName);
  const apply = (): void => {
    if (isAllowed) onApply();
  };
  const onKeys = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
    event.preventDefault();
    // What deletes or overwrites is applied by its button only.
    if (!isDangerous) apply();
  });
  useEffect(() => {
    const within = panel.current;
    const listen = (event: KeyboardEvent): void => onKeys(event);
    within?.addEventListener('keydown', listen);
    return () => within?.removeEventListener('keydown', listen);
  }, [panel]);
  return (
    <footer className={styles.foot}>
      {target.access === 'read-only' ? (
        <p className={styles.note}>
          {t`${target.connectionName} is read-only. Unlock it from its menu in the sidebar.`}
        </p>
      ) : isDangerous ? (
        <p className={styles.danger}>
          <TriangleAlert size={16} aria-hidden />
          <span>{dangerText(danger, target)}</span>
        </p>
      ) : null}
      {mustType && target.access === 'writable' ? (
        <TextField
          label={t`Type “${target.connectionName}” to confirm`}
          value={typed}
          onChange={setTyped}
          face="mono"
          onSubmit={apply}
          className={styles.typed ?? ''}
        />
      ) : null}
      <div className={styles.actions}>
        {children}
        <Button variant={isDangerous ? 'danger' : 'primary'} isDisabled={!isAllowed} onPress={apply}>
          {applyText(changes, danger, target.table)}
        </Button>
      </div>
    </footer>
  );
}

function applyText(changes: number, { deletions, unconditional }: Danger, table: string): string {
  if (deletions === changes) return t`Delete ${entities(deletions)} of ${table}`;
  const parts = [
    ...(deletions > 0 ? [t`delete ${deletions}`] : []),
    ...(unconditional > 0 ? [t`${unconditional} unconditional`] : []),
  ];
  return t`Apply ${counted(changes, 'change')}${parts.length === 0 ? '' : `, ${parts.join(', ')}`}`;
}

function dangerText({ deletions, unconditional }: Danger, { table, connectionName }: EditTarget): string {
  return [
    ...(deletions > 0 ? [t`${entities(deletions)} of ${table} on ${connectionName} will be deleted.`] : []),
    ...(unconditional > 0
      ? [
          plural(
            unconditional,
          )`${counted(unconditional, 'change')} is sent without a condition and overwrites changes made by others. | ${counted(unconditional, 'change')} are sent without a condition and overwrite changes made by others.`,
        ]
      : []),
  ].join(' ');
}

function entities(count: number): string {
  return counted(count, 'entity');
}

interface WriteOptionsProps {
  readonly inForce: ChoiceInForce;
  readonly grouping: EditGrouping;
  readonly isDisabled: boolean;
  readonly onChoose: (choice: WriteChoice) => void;
  readonly onGroup: (grouping: EditGrouping) => void;
}

/**
 * How the staged edits are written: one line with the choices in force, which unfolds into the fields with an
 * explanation each.
 */
export function WriteOptions({ inForce, grouping, isDisabled, onChoose, onGroup }: WriteOptionsProps) {
  const [isOpen, setOpen] = useState(false);
  const { update, insert, condition } = inForce;
  const summary = [
    groupingLabels[grouping].label,
    ...(update === undefined ? [] : [labelOf(updateLabels, update)]),
    ...(insert === undefined ? [] : [labelOf(insertLabels, insert)]),
    ...(condition === undefined ? [] : [labelOf(conditionLabels, condition)]),
  ].join(' · ');
  return (
    <div className={styles.writing}>
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isOpen}
        aria-label={t`Write options: ${summary}`}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={14} aria-hidden />
        <span>{t`Write options`}</span>
        {!isOpen && (
          <span className={classNames(styles.inForce, condition === 'any' && styles.unconditional)}>{summary}</span>
        )}
      </button>
      {isOpen && (
        <Choices inForce={inForce} grouping={grouping} isDisabled={isDisabled} onChoose={onChoose} onGroup={onGroup} />
      )}
    </div>
  );
}

function labelOf<V extends string>(labels: Readonly<Record<V, LabelAndMeaning>>, value: V | 'mixed'): string {
  return value === 'mixed' ? t`As staged` : labels[value].label;
}

function Choices({ inForce, grouping, isDisabled, onChoose, onGroup }: WriteOptionsProps) {
  return (
    <div className={styles.options} role="group" aria-label={t`Write options`}>
      <Choice
        label={t`Request mode`}
        text={groupingLabels}
        value={grouping}
        isDisabled={isDisabled}
        onChange={onGroup}
      />
      {inForce.update === undefined ? null : (
        <Choice
          label={t`Updates`}
          text={updateLabels}
          value={inForce.update}
          isDisabled={isDisabled}
          onChange={(update) => onChoose({ update })}
        />
      )}
      {inForce.insert === undefined ? null : (
        <Choice
          label={t`Inserts`}
          text={insertLabels}
          value={inForce.insert}
          isDisabled={isDisabled}
          onChange={(insert) => onChoose({ insert })}
        />
      )}
      {inForce.condition === undefined ? null : (
        <Choice
          label={t`Condition`}
          text={conditionLabels}
          value={inForce.condition}
          tone={inForce.condition === 'as-read' ? 'plain' : 'bad'}
          isDisabled={isDisabled}
          onChange={(condition) => onChoose({ condition })}
        />
      )}
    </div>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly text: Readonly<Record<V, { readonly label: string; readonly meaning: string }>>;
  readonly value: V | 'mixed';
  readonly tone?: 'plain' | 'bad';
  readonly isDisabled: boolean;
  readonly onChange: (value: V) => void;
}

function Choice<V extends string>({ label, text, value, tone = 'plain', isDisabled, onChange }: ChoiceProps<V>) {
  const entries = Object.entries(text) as [V, { readonly label: string; readonly meaning: string }][];
  const options: Option<V | 'mixed'>[] = entries.map(([each, { label: name, meaning }]) => ({
    value: each,
    label: name,
    description: meaning,
  }));
  if (value === 'mixed') options.unshift({ value: 'mixed', label: t`As staged` });
  return (
    <div className={classNames(styles.choice, tone === 'bad' && styles.bad)}>
      <Select
        label={label}
        size="small"
        options={options}
        value={value}
        isDisabled={isDisabled}
        onChange={(chosen) => {
          if (chosen !== 'mixed') onChange(chosen);
        }}
      />
      <p className={styles.meaning}>{value === 'mixed' ? t`The changes use different modes.` : text[value].meaning}</p>
    </div>
  );
}

type UpdateMode = Extract<StagedEdit, { kind: 'update' }>['mode'];
type InsertMode = Extract<StagedEdit, { kind: 'insert' }>['mode'];

/** The choices for all edits; where one is absent, each edit stays as it was staged. */
export interface WriteChoice {
  readonly update?: UpdateMode;
  readonly insert?: InsertMode;
  readonly condition?: WriteCondition;
}

interface LabelAndMeaning {
  readonly label: string;
  readonly meaning: string;
}

const updateLabels: Readonly<Record<UpdateMode, LabelAndMeaning>> = {
  merge: { label: t`Merge`, meaning: t`Sends only the changed properties. All others keep their stored values.` },
  replace: {
    label: t`Replace`,
    meaning: t`Sends the whole entity, with unchanged properties exactly as read. Properties that are not sent are removed.`,
  },
};

const insertLabels: Readonly<Record<InsertMode, LabelAndMeaning>> = {
  insert: { label: t`Insert`, meaning: t`Fails if the row already exists.` },
  'insert-or-merge': {
    label: t`Insert or merge`,
    meaning: t`Merges into an existing row, without a condition. Properties that are not sent stay.`,
  },
  'insert-or-replace': {
    label: t`Insert or replace`,
    meaning: t`Replaces an existing row completely, without a condition.`,
  },
};

const conditionLabels: Readonly<Record<WriteCondition, LabelAndMeaning>> = {
  'as-read': {
    label: t`Only if unchanged since it was read`,
    meaning: t`Sends the ETag that was read. Rows that changed since are not written and become conflicts.`,
  },
  any: {
    label: t`Always overwrite`,
    meaning: t`Sends If-Match: *. Changes made by others are overwritten without a warning.`,
  },
};

const groupingLabels: Readonly<Record<EditGrouping, LabelAndMeaning>> = {
  each: { label: t`Individually`, meaning: t`One request for each change. If one fails, the others are still sent.` },
  batches: {
    label: t`In batches`,
    meaning: t`Groups changes of the same partition, up to 100 operations and 4 MiB. Each batch succeeds or fails as a whole.`,
  },
  transaction: {
    label: t`One transaction`,
    meaning: t`Writes everything or nothing. Only within one partition, up to 100 operations and 4 MiB.`,
  },
};

/** The edits with the choices applied. */
export function withChoice(edits: readonly StagedEdit[], choice: WriteChoice): StagedEdit[] {
  return edits.map((edit) => {
    switch (edit.kind) {
      case 'insert':
        return { ...edit, mode: choice.insert ?? edit.mode };
      case 'update':
        return { ...edit, mode: choice.update ?? edit.mode, condition: choice.condition ?? edit.condition };
      case 'delete':
      case 'change-keys':
        return { ...edit, condition: choice.condition ?? edit.condition };
    }
  });
}

/** The choices that the edits share; undefined if there are no such edits, `mixed` if they differ. */
interface ChoiceInForce {
  readonly update: UpdateMode | 'mixed' | undefined;
  readonly insert: InsertMode | 'mixed' | undefined;
  readonly condition: WriteCondition | 'mixed' | undefined;
}

export function choiceOf(edits: readonly StagedEdit[]): ChoiceInForce {
  return {
    update: common(edits.flatMap((edit) => (edit.kind === 'update' ? [edit.mode] : []))),
    insert: common(edits.flatMap((edit) => (edit.kind === 'insert' ? [edit.mode] : []))),
    condition: common(edits.flatMap((edit) => (edit.kind === 'insert' ? [] : [edit.condition]))),
  };
}

function common<T extends string>(values: readonly T[]): T | 'mixed' | undefined {
  return new Set(values).size > 1 ? 'mixed' : values[0];
}
