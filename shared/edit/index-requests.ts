// What an edit means for the indexes of its table: the index rows that its transaction also writes and deletes, and why
// it may be impossible. Edits of such tables contain the whole entity, as it is stored.
import { indexRowOf, isIndexRow, readIndexKey } from '../indexes/index-rows';
import type { EntityKeys, StagedEdit } from '../model/edit';
import type { IndexDefinition } from '../model/table-index';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { type EntityProblem, entityProblems } from './entity-rules';
import { type EditPlan, type WrittenEntity, indexRowDeletion, indexRowWrite, planEdit, resultOf } from './plan-edit';

export interface EditedIndexes {
  readonly definitions: readonly IndexDefinition[];
  /** Index rows, by `rowText`, that are missing from the table, so that their deletion would fail. */
  readonly missing: ReadonlySet<string>;
}

/** Identifies a row of a table. */
export function rowText({ partitionKey, rowKey }: EntityKeys): string {
  return JSON.stringify([partitionKey, rowKey]);
}

/** The edit with its index rows. Index rows come first, so that the last request of an edit is about its entity. */
export function planIndexedEdit(table: string, edit: StagedEdit, { definitions, missing }: EditedIndexes): EditPlan {
  const plan = planEdit(table, edit);
  const { written, removed } = indexRowsOf(edit, definitions);
  const [first, ...others] = [
    ...written.map(({ name, row }) => indexRowWrite(table, edit.id, name, row)),
    ...removed
      .filter(({ row }) => !missing.has(rowText(row)))
      .map(({ name, row }) => indexRowDeletion(table, edit.id, name, row)),
  ];
  return first === undefined ? plan : { kind: 'together', edit, requests: [first, ...others, ...plan.requests] };
}

/** Index rows that the edits make obsolete. */
export function removedIndexRows(edits: readonly StagedEdit[], definitions: readonly IndexDefinition[]): EntityKeys[] {
  return edits.flatMap((edit) =>
    indexRowsOf(edit, definitions).removed.map(({ row: { partitionKey, rowKey } }) => ({ partitionKey, rowKey })),
  );
}

/** Everything that prevents the edit from being applied together with the rows of the indexes. */
export function indexProblems(edit: StagedEdit, definitions: readonly IndexDefinition[]): EntityProblem[] {
  const owned = keysOf(edit).find(isIndexRow);
  if (owned !== undefined) return [ownedProblem(owned)];
  if (edit.kind === 'change-keys' && edit.read.partitionKey !== edit.to.partitionKey) {
    return [
      {
        field: 'PartitionKey',
        value: edit.to.partitionKey.slice(0, 80),
        problem: t`the table has an index, and no transaction can move an entity with its index rows.`,
        fix: t`Insert it under the new key, then delete the old one.`,
      },
    ];
  }
  return indexRowsOf(edit, definitions).written.flatMap(({ name, property, row }) =>
    entityProblems(row, { known: new Set(row.properties.map((each) => each.name)) }).map(({ problem }) => ({
      field: property,
      value: '',
      problem: t`its row in the index ${name} cannot be stored: ${problem}`,
      fix: t`Shorten the value or the RowKey, or drop the index.`,
    })),
  );
}

interface IndexRow {
  readonly name: string;
  readonly property: string;
  readonly row: WrittenEntity;
}

function indexRowsOf(
  edit: StagedEdit,
  definitions: readonly IndexDefinition[],
): { readonly written: readonly IndexRow[]; readonly removed: readonly IndexRow[] } {
  const before = edit.kind === 'insert' ? null : edit.read;
  const after = resultOf(edit);
  const rowsOf = (entity: WrittenEntity | null): IndexRow[] =>
    definitions.flatMap((definition) => {
      const row = entity === null ? null : indexRowOf(definition, entity);
      return row === null ? [] : [{ name: definition.name, property: definition.property, row }];
    });
  const written = rowsOf(after);
  const staying = new Set(written.map(({ row }) => rowText(row)));
  return { written, removed: rowsOf(before).filter(({ row }) => !staying.has(rowText(row))) };
}

function keysOf(edit: StagedEdit): readonly EntityKeys[] {
  if (edit.kind === 'insert') return [edit.entity];
  return edit.kind === 'change-keys' ? [edit.read, edit.to] : [edit.read];
}

function ownedProblem({ rowKey }: EntityKeys): EntityProblem {
  const read = readIndexKey(rowKey);
  return {
    field: 'RowKey',
    value: rowKey.slice(0, 80),
    problem: t`this row belongs to an index and changes with its entity.`,
    fix:
      read === null
        ? t`Create, repair or drop indexes instead.`
        : t`Change the entity with the RowKey ${inQuotes(read.rowKey)} instead.`,
  };
}
