// Changing the rows of a table's tab: cells and new entities that are staged, their review, the ways back to the row that
// is meant, and what the connection refuses.
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { useState } from 'react';
import { reportRejected } from '../edits/rejected-texts';
import { type TableEditing, useTableEditing } from '../edits/use-table-editing';
import { requestImport } from '../import/import-target';
import type { EntityKey } from './entity-tab';
import type { InspectorPane } from '../edits/use-inspector-pane';
import type { EditTarget } from '../review/edit-target';
import { type Review, useReview } from '../review/use-review';
import type { TableResult } from './use-table-result';
import type { ShownResult } from './use-shown-result';

export interface TableChanges {
  readonly editing: TableEditing;
  readonly review: Review;
  readonly disabledReasons: TableDisabledReasons;
  /** Says why to somebody who tried what is refused, with the way to unlock it where that helps. */
  readonly notify: (reason: string) => void;
  /** Id of the new entity that the inspector lets a person fill in. */
  readonly fillIn: string | undefined;
  /** Stages a new entity, on top of the rows. */
  readonly insert: () => void;
  /** To a row by the id of its edit or form; where it is not loaded, the entity opens by its keys. */
  readonly goTo: (rowId: string, field: string, keys: EntityKey | undefined) => void;
  /** Gives the keyboard back to the rows. */
  readonly backToRows: () => void;
}

export interface TableChangesInput {
  readonly place: EditTarget;
  readonly disabledReasons: TableDisabledReasons;
  readonly result: Pick<TableResult, 'staging' | 'columns'>;
  readonly shown: Pick<ShownResult, 'view' | 'grid' | 'focusRows'>;
  readonly inspector: Pick<InspectorPane, 'open' | 'setView'>;
  /** Asks whether the connection may be written to. */
  readonly onUnlock: () => void;
  /** Shows the import into the table. */
  readonly onImport: () => void;
  readonly onOpenEntity: (key: EntityKey) => void;
}

export function useTableChanges(input: TableChangesInput): TableChanges {
  const { place, disabledReasons, result, shown, inspector, onUnlock, onImport, onOpenEntity } = input;
  const { connectionId, table } = place;
  const { staging, columns } = result;
  const { view, grid } = shown;
  const [fillIn, setFillIn] = useState<string>();
  const notify = (reason: string): void => reportRejected(reason, disabledReasons.wayOut, onUnlock);

  const backToRows = (): void => {
    setFillIn(undefined);
    shown.focusRows();
  };
  const goTo: TableChanges['goTo'] = (rowId, field, keys) => {
    view.choose('rows');
    setFillIn(undefined);
    void grid.goToRow(rowId, field).then((found) => {
      if (found === 'there' || keys === undefined) return;
      onOpenEntity({ partitionKey: keys.partitionKey, rowKey: keys.rowKey });
    });
  };
  const { edits } = staging.state.staging;
  const review = useReview({
    place,
    edits,
    staging,
    onLeave: backToRows,
    onGoTo: (editId, field) => {
      const edit = edits.find(({ id }) => id === editId);
      goTo(editId, field, edit === undefined || edit.kind === 'insert' ? undefined : edit.read);
    },
  });
  const editing = useTableEditing({
    connectionId,
    table,
    staging,
    grid,
    disabledReasons,
    onRejected: notify,
    columns: columns.shown,
    onImport: (text) => {
      requestImport(connectionId, table, { kind: 'text', text });
      onImport();
    },
    onResolve: review.resolve,
    onFillIn: (editId) => {
      setFillIn(editId);
      inspector.open();
      inspector.setView('edit');
    },
  });
  const insert = (): void => {
    view.choose('rows');
    editing.insert();
  };
  return { editing, review, disabledReasons, notify, fillIn, insert, goTo, backToRows };
}
