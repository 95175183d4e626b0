// Menu entries for actions on a table and another one: the same in the navigator and in the table's own tab.
import { t } from '@shared/strings/t';
import type { MenuEntry } from '@renderer/ui';
import { CopyPlus, Diff, TextCursorInput } from 'lucide-react';
import type { TableQuery } from '@shared/query/filter';
import { wholeFilter } from '@shared/query/key-filter';
import { type TableAsk, askAboutTable } from './table-ask';

export interface TableEntriesOf extends Omit<TableAsk, 'ask'> {
  /** Why the table cannot be renamed; null where it can. */
  readonly renameRefusal: string | null;
}

export function tableEntries({ renameRefusal, ...of }: TableEntriesOf): readonly MenuEntry[] {
  return [
    {
      id: 'copy',
      label: t`Copy to…`,
      icon: <CopyPlus size={14} aria-hidden />,
      onAction: () => askAboutTable({ ask: 'copy', ...of }),
    },
    {
      id: 'compare',
      label: t`Compare with…`,
      icon: <Diff size={14} aria-hidden />,
      onAction: () => askAboutTable({ ask: 'compare', ...of }),
    },
    {
      id: 'rename',
      label: t`Rename table…`,
      icon: <TextCursorInput size={14} aria-hidden />,
      ...(renameRefusal === null ? {} : { isDisabled: true, description: renameRefusal }),
      onAction: () => askAboutTable({ ask: 'rename', ...of }),
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
