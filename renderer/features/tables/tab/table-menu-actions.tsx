// Menu entries for actions on a table and another one: the same in the navigator and in the table's own tab.
import { t } from '@shared/strings/t';
import type { MenuEntry } from '@renderer/ui';
import { CopyPlus, Diff, TextCursorInput } from 'lucide-react';
import type { TableQuery } from '@shared/model/table-query';
import { wholeFilter } from '@shared/query/key-filter';
import { type TableDialogRequest, openTableDialog } from './table-dialog-store';

export interface TableMenuInput extends Omit<TableDialogRequest, 'request'> {
  /** Why the table cannot be renamed; null where it can. */
  readonly renameDisabledReason: string | null;
}

export function tableMenuActions({ renameDisabledReason, ...of }: TableMenuInput): readonly MenuEntry[] {
  return [
    {
      id: 'copy',
      label: t`Copy to…`,
      icon: <CopyPlus size={14} aria-hidden />,
      onAction: () => openTableDialog({ request: 'copy', ...of }),
    },
    {
      id: 'compare',
      label: t`Compare with…`,
      icon: <Diff size={14} aria-hidden />,
      onAction: () => openTableDialog({ request: 'compare', ...of }),
    },
    {
      id: 'rename',
      label: t`Rename table…`,
      icon: <TextCursorInput size={14} aria-hidden />,
      ...(renameDisabledReason === null ? {} : { isDisabled: true, description: renameDisabledReason }),
      onAction: () => openTableDialog({ request: 'rename', ...of }),
    },
  ];
}

/**
 * The query where it picks some of the rows; undefined where it means the whole table. Rows are always meant whole, also
 * where only some columns are shown.
 */
export function partOf(query: TableQuery | undefined): TableQuery | undefined {
  if (query === undefined) return undefined;
  const isWhole = query.limit === undefined && wholeFilter(query).text === '';
  return isWhole ? undefined : { ...query, select: [] };
}
