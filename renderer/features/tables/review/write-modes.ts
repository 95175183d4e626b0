// How staged edits are written: merge or replace, under which condition, in transactions or individually. One line of
// text for each choice, and the edits that result from a choice.
import type { EditGrouping, StagedEdit, WriteCondition } from '@shared/model/edit';
import { t } from '@shared/strings/t';

export type UpdateMode = Extract<StagedEdit, { kind: 'update' }>['mode'];
export type InsertMode = Extract<StagedEdit, { kind: 'insert' }>['mode'];

/** What a person chose for all edits at once; a part that is left out stays as each edit was staged. */
export interface WriteChoice {
  readonly update?: UpdateMode;
  readonly insert?: InsertMode;
  readonly condition?: WriteCondition;
}

interface LabelAndMeaning {
  readonly label: string;
  readonly meaning: string;
}

export const updateLabels: Readonly<Record<UpdateMode, LabelAndMeaning>> = {
  merge: { label: t`Merge`, meaning: t`Sends the changed properties only. The others stay as the store has them.` },
  replace: {
    label: t`Replace`,
    meaning: t`Sends the whole entity, untouched properties with the text that was read. What is not sent is removed.`,
  },
};

export const insertLabels: Readonly<Record<InsertMode, LabelAndMeaning>> = {
  insert: { label: t`Insert`, meaning: t`Fails where the row exists.` },
  'insert-or-merge': {
    label: t`Insert or merge`,
    meaning: t`Writes into a row that exists, without a condition. Properties that are not sent stay.`,
  },
  'insert-or-replace': {
    label: t`Insert or replace`,
    meaning: t`Takes the place of a row that exists, without a condition. Nothing of that row is left.`,
  },
};

export const conditionLabels: Readonly<Record<WriteCondition, LabelAndMeaning>> = {
  'as-read': {
    label: t`Only as it was read`,
    meaning: t`Sends the ETag that was read. A row that somebody changed since is left alone and shown as a conflict.`,
  },
  any: {
    label: t`Whatever is there`,
    meaning: t`Sends If-Match: *. What somebody else changed since is overwritten without a word.`,
  },
};

export const groupingLabels: Readonly<Record<EditGrouping, LabelAndMeaning>> = {
  each: { label: t`Each by itself`, meaning: t`A request for each change. One that fails stops no other.` },
  batches: {
    label: t`In batches`,
    meaning: t`Changes of one partition go together, up to 100 operations and 4 MiB. Each batch is all or nothing.`,
  },
  transaction: {
    label: t`One transaction`,
    meaning: t`Everything is written, or nothing is. Only within one partition, up to 100 operations and 4 MiB.`,
  },
};

/** The edits as the choice writes them. */
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

/** Each choice as the edits share it; undefined where there are none of the kind, `mixed` where they differ. */
export interface ChoiceInForce {
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
