// Texts typed into the form of an entity that could not be staged. Kept per table in this window: they outlive the
// form, which may show another row, and reappear with their explanation when the person returns.
import { rowId } from '@shared/rows/packed-rows';
import type { EntityKeys } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { ShownRow } from '../staging/staged-rows';
import { type TableLocation, stagingOf, watchStagings } from '../staging/staged-tables';

/** A property that is being added, as far as it was entered. */
export interface PropertyDraft {
  readonly name: string;
  readonly type: EdmType;
  readonly text: string;
}

export interface RejectedText {
  /** See `formId`. */
  readonly form: string;
  /** The keys it has in the table; undefined for an entity that is yet to be inserted. */
  readonly keys: EntityKeys | undefined;
  /** A property, `PartitionKey` or `RowKey`; `draftField` for one that is being added. */
  readonly field: string;
  readonly text: string;
  /** Of a property that is being added. */
  readonly draft?: PropertyDraft;
}

/** No property is called so. */
export const draftField = '';

/** The refused texts of one table, for its forms. */
export interface RejectedTexts {
  readonly textOf: (row: ShownRow, field: string) => string | undefined;
  /** Undefined: the field holds nothing that is refused any more. */
  readonly keep: (row: ShownRow, field: string, text: string | undefined) => void;
  readonly draftOf: (row: ShownRow) => PropertyDraft | undefined;
  /** Undefined: it was added, or given up. */
  readonly keepDraft: (row: ShownRow, draft: PropertyDraft | undefined) => void;
  /** All of these forms, by `formId`: their rows are no longer to be edited. */
  readonly forget: (forms: readonly string[]) => void;
}

/** Which form it is: by the keys that the entity was read with, or by the insert that it is. */
export function formId({ edit, read, entity }: ShownRow): string {
  return edit?.kind === 'insert' ? edit.id : rowId(read ?? entity);
}

const none: readonly RejectedText[] = [];
const useRejectedTextStore = create<{ readonly tables: ReadonlyMap<string, readonly RejectedText[]> }>()(() => ({
  tables: new Map(),
}));

const nameOf = ({ connectionId, table }: TableLocation): string => JSON.stringify([connectionId, table]);
const textsOf = (target: TableLocation): readonly RejectedText[] =>
  useRejectedTextStore.getState().tables.get(nameOf(target)) ?? none;

function setTexts(target: TableLocation, texts: readonly RejectedText[]): void {
  const tables = new Map(useRejectedTextStore.getState().tables);
  if (texts.length === 0) tables.delete(nameOf(target));
  else tables.set(nameOf(target), texts);
  useRejectedTextStore.setState({ tables });
}

export function rejectedTextsOf(target: TableLocation): RejectedTexts {
  const isAt = (form: string, field: string) => (one: RejectedText) => one.form === form && one.field === field;
  const find = (row: ShownRow, field: string): RejectedText | undefined =>
    textsOf(target).find(isAt(formId(row), field));
  const put = (row: ShownRow, field: string, next: Pick<RejectedText, 'text' | 'draft'> | undefined): void => {
    const known = find(row, field);
    const others = textsOf(target).filter((one) => one !== known);
    const { read } = row;
    const keys = read === undefined ? undefined : { partitionKey: read.partitionKey, rowKey: read.rowKey };
    setTexts(target, next === undefined ? others : [...others, { form: formId(row), keys, field, ...next }]);
  };
  return {
    textOf: (row, field) => find(row, field)?.text,
    keep(row, field, text) {
      if (find(row, field)?.text !== text) put(row, field, text === undefined ? undefined : { text });
    },
    draftOf: (row) => find(row, draftField)?.draft,
    keepDraft: (row, draft) => put(row, draftField, draft === undefined ? undefined : { text: draft.text, draft }),
    forget(forms) {
      const gone = new Set(forms);
      setTexts(
        target,
        textsOf(target).filter(({ form }) => !gone.has(form)),
      );
    },
  };
}

// Texts of a new entity end with it, however it left the stage: applied, given up, or taken back by a step.
watchStagings((target) => {
  const staged = new Set(
    stagingOf(target)
      .store.getState()
      .staging.edits.map(({ id }) => id),
  );
  const texts = textsOf(target);
  const left = texts.filter(({ form, keys }) => keys !== undefined || staged.has(form));
  if (left.length < texts.length) setTexts(target, left);
});

/** The latest last. */
export function useRejectedTexts({ connectionId, table }: TableLocation): readonly RejectedText[] {
  const name = useMemo(() => nameOf({ connectionId, table }), [connectionId, table]);
  return useRejectedTextStore(({ tables }) => tables.get(name) ?? none);
}

/** Discards one of them. */
export function dropRejected(target: TableLocation, dropped: RejectedText): void {
  setTexts(
    target,
    textsOf(target).filter((one) => one !== dropped),
  );
}
