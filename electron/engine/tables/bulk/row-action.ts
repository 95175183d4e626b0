// What a bulk action means for one row: the request to send, nothing to do, or why it cannot be sent. Pure.
import { changesBetween, isIdentical, withChanges } from '@shared/edit/changes';
import { editProblems } from '@shared/edit/edit-problems';
import { planEdit } from '@shared/edit/plan-edit';
import type { EntityKeys, PropertyChange, ReadColumns, StagedEdit, WriteCondition } from '@shared/model/edit';
import type { EditViolation, PlannedRequest } from '@shared/model/edit-review';
import type { Entity, Property } from '@shared/model/entity';
import type { BulkAction } from '@shared/model/table-bulk';
import type { TableService } from '@shared/model/table-service';

/** `restore` restores the listed rows: one without an ETag is inserted, others replace the version with their ETag. */
export type RowAction = BulkAction | { readonly kind: 'restore' };

export interface RowRules {
  readonly table: string;
  readonly action: RowAction;
  readonly condition: WriteCondition;
  readonly readColumns: ReadColumns;
  /** Default: Table Storage. */
  readonly service?: TableService;
}

export type RowPlan =
  | {
      readonly kind: 'send';
      readonly request: PlannedRequest;
      /** The properties afterwards; null after a delete. Exact only if all columns were read. */
      readonly after: readonly Property[] | null;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly violation: EditViolation };

export function planRow(rules: RowRules, row: Entity): RowPlan {
  const edit = editOf(rules, row);
  if (edit === null) return { kind: 'unchanged' };
  const [violation] = editProblems(edit, rules.service ?? 'storage');
  if (violation !== undefined) return { kind: 'refused', violation };
  const { requests } = planEdit(rules.table, edit);
  const after =
    edit.kind === 'delete' ? null : edit.kind === 'update' ? withChanges(row.properties, edit.changes) : row.properties;
  return { kind: 'send', request: requests[0], after };
}

/** The changes that affect these properties, applied in order. */
export function effectiveChanges(
  changes: readonly PropertyChange[],
  properties: readonly Property[],
): PropertyChange[] {
  const effective: PropertyChange[] = [];
  let now = properties;
  for (const change of changes) {
    const present = now.find(({ name }) => name === change.name);
    const hasEffect = change.kind === 'set' ? !isIdentical(present?.value, change.value) : present !== undefined;
    if (!hasEffect) continue;
    effective.push(change);
    now = withChanges(now, [change]);
  }
  return effective;
}

/** A row as failure lists show it. */
export function nameOf({ partitionKey, rowKey }: EntityKeys): string {
  return `${partitionKey} / ${rowKey}`;
}

function editOf({ action, condition, readColumns }: RowRules, row: Entity): StagedEdit | null {
  const id = '';
  switch (action.kind) {
    case 'delete':
      return { kind: 'delete', id, read: row, readColumns, condition };
    case 'update': {
      const changes = effectiveChanges(action.changes, row.properties);
      // Changes may cancel out: a request that changes nothing is not sent, because some stores reject it.
      if (changesBetween(row.properties, withChanges(row.properties, changes)).length === 0) return null;
      return { kind: 'update', id, read: row, readColumns, condition, changes, mode: action.mode };
    }
    case 'restore': {
      if (row.etag !== '') {
        return { kind: 'update', id, read: row, readColumns: 'all', condition, changes: [], mode: 'replace' };
      }
      const { partitionKey, rowKey, properties } = row;
      return { kind: 'insert', id, mode: 'insert', entity: { partitionKey, rowKey, properties } };
    }
  }
}
