// The tools for rows in the view bar: sort order, finding, display of values, named layouts.
import { t } from '@shared/strings/t';
import { Button, IconButton } from '@renderer/ui';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { Arrangement } from './arrangement';
import { DisplayMenu } from './display-menu';
import { FindField } from './find-field';
import { LayoutsMenu } from './layouts-menu';
import styles from './rows-tools.module.css';
import type { Columns } from '../result/columns';
import type { ResultGrid } from './use-result-grid';

export interface RowsToolsProps {
  readonly grid: ResultGrid;
  readonly columns: Columns;
  readonly rowCount: number;
  readonly isActive: boolean;
}

export function RowsTools({ grid, columns, rowCount, isActive }: RowsToolsProps) {
  return (
    <>
      <SortNote arrangement={grid.arrangement} text={grid.sortedText} rowCount={rowCount} />
      <DisplayMenu display={columns.choice.display} onChange={columns.setDisplay} />
      <LayoutsMenu choice={columns.choice} onApply={columns.choose} />
      <FindField
        find={grid.find}
        selection={grid.selection}
        isActive={isActive}
        onGo={grid.go}
        onLeave={() => grid.handle.current?.focus()}
      />
    </>
  );
}

const notSortedLabels = {
  sorting: t`Sorting the loaded rows…`,
  unreadable: t`Not sorted: some loaded rows could not be read back from disk`,
} as const;

interface SortNoteProps {
  readonly arrangement: Arrangement;
  readonly text: string;
  readonly rowCount: number;
}

function SortNote({ arrangement, text, rowCount }: SortNoteProps) {
  const { sort, status, order } = useStore(arrangement.store);
  if (sort === undefined) return null;
  const Arrow = sort.direction === 'ascending' ? ArrowUp : ArrowDown;
  const isPart = status === 'idle' && order !== undefined && order.length < rowCount;
  const shownText = status === 'idle' ? text : notSortedLabels[status];
  const detail = status === 'idle' && !isPart ? 'all' : 'more';
  return (
    <div role="group" data-tools="sort" data-says={detail} aria-label={t`Sort`} className={styles.sort}>
      <Arrow size={13} aria-hidden />
      <span className={styles.sortName} title={sort.name}>
        {sort.name}
      </span>
      <span role="status" className={styles.count} title={shownText}>
        {shownText}
      </span>
      {isPart ? (
        <Button size="small" variant="quiet" onPress={arrangement.sortAgain}>{t`Sort all loaded`}</Button>
      ) : null}
      <IconButton
        label={t`Clear the sort`}
        size="small"
        icon={<X size={14} aria-hidden />}
        onPress={arrangement.clear}
      />
    </div>
  );
}
