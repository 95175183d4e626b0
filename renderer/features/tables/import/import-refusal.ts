// Why nothing can be imported into a table, known in advance. Pure.
import type { SasScope } from '@shared/model/connection';
import type { ImportMode } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { tableRefusals } from '@renderer/pane/table-refusals';

export interface ImportPlace {
  readonly connectionName: string;
  readonly readOnly: boolean;
  readonly sas: SasScope | undefined;
}

/** @param mode what happens to rows that exist; an upsert needs the right to change them too */
export function importRefusal({ connectionName, readOnly, sas }: ImportPlace, mode: ImportMode = 'insert') {
  if (readOnly) return t`${connectionName} is read-only. Unlock it to import.`;
  const { insert } = tableRefusals({ name: connectionName, locked: false, sas });
  return insert ?? (mode === 'insert' ? null : changeRefusal({ connectionName, sas }));
}

/** Why no row that exists can be changed; null where it can, or could once the connection is unlocked. */
export function changeRefusal({ connectionName, sas }: Pick<ImportPlace, 'connectionName' | 'sas'>): string | null {
  return tableRefusals({ name: connectionName, locked: false, sas }).edit;
}
