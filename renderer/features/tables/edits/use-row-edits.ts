// The changes that can be staged for the rows of a table, or for the one entity of an entity tab; sends nothing. Reads
// an entity completely if only some of its columns were fetched and the change needs the others.
import type { TableService } from '@shared/model/table-service';
import { useTableService } from '@renderer/live/connection';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { reasonOf, showFailure, showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { EntityKeys, PropertyChange, StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import { useEffect, useMemo, useState } from 'react';
import {
  type RowChanges,
  type ShownRow,
  isSettled,
  stageDeletion,
  stageKeys,
  stageProperties,
  stageProperty,
  stagedRows,
} from '../staging/staged-rows';
import { type RejectedTexts, formId, rejectedTextsOf } from './rejected-texts';
import {
  type StagedCounts,
  countStaged,
  discard,
  discardMany,
  discardProperty,
  editOf,
  insertEntity,
} from '../staging/staging';
import { type StagedEdits, type TableLocation, useStaging } from '../staging/staged-tables';
import { type WholeReads, createWholeReads } from '../staging/whole-reads';
import type { StagedConflict } from '../staging/staging-store';

/** Some properties of a row, by name. */
export interface PropertiesOf {
  readonly row: ShownRow;
  readonly names: readonly string[];
}

export interface RowEdits {
  /** Whose limits texts are checked against. */
  readonly service: TableService;
  /** Texts in the forms of the table that could not be staged. */
  readonly rejected: RejectedTexts;
  readonly reads: WholeReads;
  readonly changeProperty: (row: ShownRow, change: PropertyChange) => void;
  /** Staged as one change. If only some columns were fetched, the whole entities are read first. */
  readonly removeProperties: (cells: readonly PropertiesOf[]) => void;
  readonly changeKeys: (row: ShownRow, keys: EntityKeys) => void;
  /** Stages a new entity in this partition. */
  readonly insert: (partitionKey: string) => void;
  /** Stages a new entity with the same properties, under a key that is yet to be edited. */
  readonly clone: (row: ShownRow) => void;
  readonly deleteRows: (rows: readonly ShownRow[]) => void;
  readonly discardRows: (rows: readonly ShownRow[]) => void;
  /** A property by name, or `PartitionKey` or `RowKey`. */
  readonly discardProperty: (row: ShownRow, name: string) => void;
}

interface RowEditsInput {
  readonly connectionId: string;
  readonly table: string;
  readonly staging: StagedEdits;
  /** A new entity is on top, to be filled in. */
  readonly onInserted: (editId: string) => void;
}

export function useRowEdits({ connectionId, table, staging, onInserted }: RowEditsInput): RowEdits {
  const { stage } = staging;
  const [reads] = useState(createWholeReads);
  const service = useTableService(connectionId);
  // Closing the tab discards texts that were never staged.
  useEffect(() => () => reads.stop(), [reads]);
  return useMemo(() => {
    const whole = async (row: ShownRow, read: EntityKeys, signal?: AbortSignal): Promise<ShownRow> => {
      const entity = await wholeEntity({ connectionId, table }, read, signal);
      return { ...row, entity, read: entity, readColumns: 'all' };
    };
    const withWhole = (row: ShownRow, then: (whole: ShownRow) => void): void => {
      if (row.readColumns === 'all' || row.read === undefined) {
        then(row);
        return;
      }
      whole(row, row.read).then(then, (thrown: unknown) => {
        showFailure(thrown, t`Could not read the whole entity`);
      });
    };
    const insert = (entity: EntityKeys & Pick<Entity, 'properties'>): void => {
      let id = '';
      stage((before) => {
        const inserted = insertEntity(before, entity);
        id = inserted.id;
        return inserted.staging;
      });
      onInserted(id);
    };
    const rejected = rejectedTextsOf({ connectionId, table });
    const remove = async (cells: readonly PropertiesOf[]): Promise<void> => {
      const failures: unknown[] = [];
      const readRow = async ({ row, names }: PropertiesOf, signal: AbortSignal): Promise<readonly RowChanges[]> => {
        const changes = names.map((name) => ({ kind: 'remove', name }) as const);
        if (row.readColumns === 'all' || row.read === undefined) return [{ row, changes }];
        try {
          return [{ row: await whole(row, row.read, signal), changes }];
        } catch (thrown) {
          failures.push(thrown);
          return [];
        }
      };
      const rows = await reads.readAll(cells, readRow);
      if (rows === null) {
        showToast({ tone: 'information', title: t`Stopped before anything was staged` });
        return;
      }
      stage((before) => stageProperties(before, rows.flat()));
      if (failures.length > 0) reportUnreadable(failures, cells.length);
    };
    return {
      service,
      rejected,
      reads,
      removeProperties: (cells) => void remove(cells.filter(({ row }) => !isSettled(row))),
      changeProperty(row, change) {
        if (isSettled(row)) return;
        const stageIt = (whole: ShownRow): void => stage((before) => stageProperty(before, whole, change));
        // A merge of one value does not depend on the rest of the entity.
        if (change.kind === 'set') stageIt(row);
        else withWhole(row, stageIt);
      },
      changeKeys(row, keys) {
        if (!isSettled(row)) withWhole(row, (whole) => stage((before) => stageKeys(before, whole, keys)));
      },
      insert: (partitionKey) => insert({ partitionKey, rowKey: '', properties: [] }),
      clone(row) {
        withWhole(row, ({ entity: { partitionKey, rowKey, properties } }) =>
          insert({ partitionKey, rowKey: `${rowKey}-copy`, properties }),
        );
      },
      deleteRows(rows) {
        rejected.forget(rows.map(formId));
        stage((before) => stageDeletion(before, rows));
      },
      discardRows(rows) {
        rejected.forget(rows.map(formId));
        const ids = new Set(rows.flatMap(({ edit }) => (edit === undefined ? [] : [edit.id])));
        stage((before) => discardMany(before, ids));
      },
      discardProperty(row, name) {
        const { edit } = row;
        if (edit !== undefined) stage((before) => discardProperty(before, edit.id, name));
      },
    };
  }, [service, connectionId, table, stage, onInserted, reads]);
}

/** When some rows could not be read, the others are staged and the failure is reported once. */
function reportUnreadable(failures: readonly unknown[], of: number): void {
  const count = failures.length;
  showToast({
    tone: 'bad',
    title:
      of === 1
        ? t`Could not read the whole entity`
        : t`${formatCount(count)} of ${counted(of, 'entity')} could not be read completely`,
    text: of === 1 ? reasonOf(failures[0]) : t`Nothing was removed from these entities. ${reasonOf(failures[0])}`,
    failure: StowageError.from(failures[0]),
  });
}

async function wholeEntity(
  location: { readonly connectionId: string; readonly table: string },
  { partitionKey, rowKey }: EntityKeys,
  signal?: AbortSignal,
): Promise<Entity> {
  const options = signal === undefined ? {} : { signal };
  const { entity } = await call('entities.get', { ...location, keys: { partitionKey, rowKey } }, options);
  if (entity === null) {
    throw new StowageError('not-found.entity', 'The entity is gone.', { context: { partitionKey, rowKey } });
  }
  return entity;
}

interface EntityEditing {
  readonly staging: StagedEdits;
  /** Undefined until the entity is read. */
  readonly row: ShownRow | undefined;
  readonly edits: RowEdits;
  /** The edit that is staged for this entity, if any. */
  readonly staged: readonly StagedEdit[];
  readonly counts: StagedCounts;
  readonly conflicts: readonly StagedConflict[];
  readonly discard: () => void;
}

interface EntityEditingInput extends TableLocation {
  readonly entity: Entity | null;
  /** A clone was staged; it appears on top of the table's own tab. */
  readonly onInserted: () => void;
}

/** The same for one entity in a separate tab, which shares the staging with the tab of its table. */
export function useEntityEditing({ connectionId, table, entity, onInserted }: EntityEditingInput): EntityEditing {
  const staging = useStaging({ connectionId, table });
  const edits = useRowEdits({ connectionId, table, staging, onInserted });
  const { state, stage } = staging;
  const row = useMemo(
    // Deletions in a result do not apply to an entity that was just read.
    () => (entity === null ? undefined : stagedRows({ ...state, deleted: new Set() }, 'all').of(entity)),
    [state, entity],
  );
  const edit = entity === null ? undefined : editOf(state.staging, entity);
  const staged = useMemo(() => (edit === undefined ? [] : [edit]), [edit]);
  return {
    staging,
    row,
    edits,
    staged,
    counts: countStaged({ edits: staged }),
    conflicts: staging.conflicts.filter((known) => known.edit === edit),
    discard: () => {
      if (edit === undefined) return;
      edits.rejected.forget([edit.id]);
      stage((before) => discard(before, edit.id));
    },
  };
}
