// Why nothing can be imported into a table, known in advance. Pure.
import type { SasScope } from '@shared/model/connection';
import type { ImportMode } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';

export interface ImportTarget {
  readonly connectionName: string;
  readonly readOnly: boolean;
  readonly sas: SasScope | undefined;
}

/** @param mode what happens to rows that exist; an upsert needs the right to change them too */
export function importDisabledReason({ connectionName, readOnly, sas }: ImportTarget, mode: ImportMode = 'insert') {
  if (readOnly) return t`${connectionName} is read-only. Unlock it to import.`;
  const { insert } = tableDisabledReasons({ name: connectionName, locked: false, sas });
  return insert ?? (mode === 'insert' ? null : changeDisabledReason({ connectionName, sas }));
}

/** Why no row that exists can be changed; null where it can, or could once the connection is unlocked. */
export function changeDisabledReason({
  connectionName,
  sas,
}: Pick<ImportTarget, 'connectionName' | 'sas'>): string | null {
  return tableDisabledReasons({ name: connectionName, locked: false, sas }).edit;
}
