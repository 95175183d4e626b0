// The bulk commands of the Table menu: collects what the dialog needs, and opens it.
import { t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { showFailure } from '@renderer/ui';
import type { EntityKeys } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { BulkDialog } from './bulk-dialog';
import { newBulkDraft } from './bulk-draft';

export interface BulkEditProps {
  /** `clear-table`: deletion of every row, whatever the query. */
  readonly action: 'bulk-edit' | 'clear-table';
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  /** What is on screen, or would be read next; undefined where the query bar holds none. */
  readonly query: TableQuery | undefined;
  /** Reads the keys of the selected rows from wherever they are. */
  readonly readSelectedKeys: () => Promise<readonly EntityKeys[]>;
  readonly columns: readonly { readonly name: string; readonly types: readonly EdmType[] }[];
  readonly access: 'writable' | 'read-only';
  readonly disabledReasons: Pick<TableDisabledReasons, 'edit' | 'remove'>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const any = { kind: 'any' } as const;

export function BulkEdit({ action, query, readSelectedKeys, columns, ...rest }: BulkEditProps) {
  const { table, onClose } = rest;
  const [selected, setSelected] = useState<readonly EntityKeys[] | null>(action === 'clear-table' ? [] : null);
  const failWith = useEffectEvent((thrown: unknown) => {
    showFailure(thrown, t`Could not read the selection`);
    onClose();
  });
  const read = useEffectEvent(readSelectedKeys);
  useEffect(() => {
    if (action === 'bulk-edit') read().then(setSelected, failWith);
  }, [action]);
  if (selected === null) return null;
  const whole: TableQuery = { table, partitionKey: any, rowKey: any, select: [], pageSize: 1000 };
  const draft = newBulkDraft(selected.length);
  return (
    <BulkDialog
      {...rest}
      title={action === 'clear-table' ? t`Clear ${table}` : t`Bulk edit ${table}`}
      initial={action === 'clear-table' ? { ...draft, action: 'delete' } : draft}
      subject={{ table, query: action === 'clear-table' ? whole : (query ?? whole), selected }}
      columns={columns.map(({ name, types }) => ({ name, type: types[0] ?? 'Edm.String' }))}
    />
  );
}
