// The heads of new bulk jobs: the user's request, the title and the id.
import { randomUUID } from 'node:crypto';
import type { BulkRequest } from '@shared/model/table-bulk';
import type { BulkHead } from './bulk-records';
import { kindOf, titleOf } from './describe-action';
import type { RowRules } from './row-action';

export interface WantedChange {
  readonly connectionId: string;
  readonly request: BulkRequest;
  /** The rules by which the preview read the rows. */
  readonly rules: Pick<RowRules, 'table' | 'readColumns'>;
  readonly rowsPerSecond: number | null;
  readonly createdAtMs: number;
}

export function newChange({ connectionId, request, rules, rowsPerSecond, createdAtMs }: WantedChange): BulkHead {
  const { action, condition, undo, scope } = request;
  const { table, readColumns } = rules;
  return {
    record: 'bulk',
    id: newId(),
    connectionId,
    table,
    action,
    condition,
    readColumns,
    undo,
    rowsPerSecond,
    kind: kindOf(request),
    title: titleOf({ table, action, title: '' }),
    restores: null,
    createdAtMs,
    query: scope.kind === 'query' ? scope.query : null,
  };
}

export function newRestoration(
  of: Pick<BulkHead, 'connectionId' | 'table' | 'takesBack' | 'restores'>,
  createdAtMs: number,
): BulkHead {
  return {
    title: titleOf({ ...of, action: { kind: 'restore' }, title: '' }),
    record: 'bulk',
    id: newId(),
    ...of,
    kind: 'restore',
    action: { kind: 'restore' },
    condition: 'as-read',
    readColumns: 'all',
    undo: 'none',
    query: null,
    rowsPerSecond: null,
    createdAtMs,
  };
}

const newId = (): string => randomUUID().slice(0, 8);
