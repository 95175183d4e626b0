// Texts typed into the form of an entity that could not be staged. They are stored per table in this window: they
// outlive the form, which may show another row, reappear with their explanation when the user returns, and a note leads
// back to them.
import { rowId } from '@shared/rows/packed-rows';
import type { EntityKeys } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { ShownRow } from '../staging/staged-rows';
import { type TableLocation, stagingOf, watchStagings } from '../staging/staged-tables';
import { plural, t } from '@shared/strings/t';
import { Button, showToast } from '@renderer/ui';
import { formatCount } from '@shared/units';
import styles from './rejected-texts.module.css';
import { keyText } from '../result/value-format';

/** A property that is being added. */
export interface PropertyDraft {
  readonly name: string;
  readonly type: EdmType;
  readonly text: string;
}

export interface RejectedText {
  /** See `formId`. */
  readonly form: string;
  /** Its keys in the table; undefined for an entity that is not inserted yet. */
  readonly keys: EntityKeys | undefined;
  /** A property, `PartitionKey` or `RowKey`; `draftField` for one that is being added. */
  readonly field: string;
  readonly text: string;
  /** Of a property that is being added. */
  readonly draft?: PropertyDraft;
}

/** No property can have this name. */
export const draftField = '';

/** The rejected texts of one table, for its forms. */
export interface RejectedTexts {
  readonly textOf: (row: ShownRow, field: string) => string | undefined;
  /** Undefined: the field holds no rejected text any more. */
  readonly store: (row: ShownRow, field: string, text: string | undefined) => void;
  readonly draftOf: (row: ShownRow) => PropertyDraft | undefined;
  /** Undefined: it was added, or discarded. */
  readonly storeDraft: (row: ShownRow, draft: PropertyDraft | undefined) => void;
  /** Discards the texts of these forms, by `formId`. */
  readonly forget: (forms: readonly string[]) => void;
}

/** Identifies a form by the keys with which its entity was read, or by the insert. */
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
    store(row, field, text) {
      if (find(row, field)?.text !== text) put(row, field, text === undefined ? undefined : { text });
    },
    draftOf: (row) => find(row, draftField)?.draft,
    storeDraft: (row, draft) => put(row, draftField, draft === undefined ? undefined : { text: draft.text, draft }),
    forget(forms) {
      const gone = new Set(forms);
      setTexts(
        target,
        textsOf(target).filter(({ form }) => !gone.has(form)),
      );
    },
  };
}

// Texts of a new entity are dropped with it, whether it was applied, discarded or undone.
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
function dropRejected(target: TableLocation, dropped: RejectedText): void {
  setTexts(
    target,
    textsOf(target).filter((one) => one !== dropped),
  );
}

interface RejectedNoteProps {
  readonly location: TableLocation;
  /** The form on screen, which shows its rejected texts; undefined if there is none. */
  readonly shown: string | undefined;
  readonly onGoTo: (text: RejectedText) => void;
}

const longestShown = 40;

/** A note in the inspector while another form is shown: a text elsewhere was rejected and is not staged. */
export function RejectedNote({ location: target, shown, onGoTo }: RejectedNoteProps) {
  const elsewhere = useRejectedTexts(target).filter(({ form }) => form !== shown);
  const latest = elsewhere.at(-1);
  return (
    <div role="status" className={styles.location}>
      {latest === undefined ? null : (
        <div className={styles.note}>
          <p>
            {noteText(latest)}
            {elsewhere.length === 1
              ? null
              : ` ${plural(elsewhere.length - 1)`There is one more like this. | There are ${formatCount(elsewhere.length - 1)} more like this.`}`}
          </p>
          <div className={styles.actions}>
            <Button size="small" onPress={() => onGoTo(latest)}>{t`Go to field`}</Button>
            <Button size="small" variant="quiet" onPress={() => dropRejected(target, latest)}>{t`Discard`}</Button>
          </div>
        </div>
      )}
    </div>
  );
}

function noteText({ field, keys, text, draft }: RejectedText): string {
  const short = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  if (draft !== undefined) return draftText(draft.name, short, keys?.rowKey);
  return keys === undefined
    ? t`Not staged: “${short}” for ${field} of the new entity.`
    : t`Not staged: “${short}” for ${field} of ${keys.rowKey === '' ? t`Empty RowKey` : keyText(keys.rowKey)}.`;
}

/** @param rowKey undefined for an entity that is not inserted yet */
function draftText(name: string, text: string, rowKey: string | undefined): string {
  const owner = rowKey === undefined ? t`the new entity` : rowKey === '' ? t`Empty RowKey` : keyText(rowKey);
  return name === ''
    ? t`Not added: “${text}” as a new property of ${owner}.`
    : t`Not added: the new property ${name} of ${owner}.`;
}

let takeAway = (): void => undefined;

/** @param reason why it cannot be staged */
export function reportRejected(reason: string, wayOut: 'unlock' | 'none', onUnlock: () => void): void {
  takeAway();
  takeAway = showToast({
    tone: 'information',
    title: reason,
    ...(wayOut === 'unlock' ? { action: { label: t`Unlock for writing…`, onAction: onUnlock } } : {}),
  });
}
