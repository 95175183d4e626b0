// Whether a table or container accepts dropped files, known in advance. Pure.
import type { ConnectionSummary } from '@shared/model/connection';
import { sasLack } from '@shared/model/action-rules';
import { tableDisabledReasons } from './table-disabled-reasons';

/** Rows can be added to a table, or blobs to a container, according to what is known. */
export function takesFiles(
  connection: Pick<ConnectionSummary, 'name' | 'locked' | 'sas'>,
  resource: 'tables' | 'containers',
): boolean {
  if (resource === 'tables') return tableDisabledReasons(connection).insert === null;
  return !connection.locked && sasLack(connection.sas, 'object', ['create', 'write']) === null;
}
