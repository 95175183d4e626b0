// One row of the grid: pinned keys, then the columns in view. Memoised; everything it needs comes as plain values,
// so that scrolling and selecting redraw only the rows that changed.
import type { Entity, EdmValue } from '@shared/model/entity';
import { memo } from 'react';
import { absentText, formatCell } from './cell-format';
import type { ColumnLayout, ColumnWindow } from './column-layout';
import styles from './entity-grid.module.css';
import type { GridColumn } from './grid-column';

export interface GridRowProps {
  readonly gridId: string;
  readonly row: Entity;
  readonly index: number;
  readonly layout: ColumnLayout;
  readonly window: ColumnWindow;
  /** Columns of the selected range in this row; -1 where the row is outside. */
  readonly selectedFrom: number;
  readonly selectedTo: number;
  /** The active cell's column, or -1 where the active cell is in another row. */
  readonly activeColumn: number;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, layout, window } = props;
  const { columns, pinnedCount, pinnedPx, leftPx } = layout;
  const values = new Map(row.properties.map(({ name, value }) => [name, value]));
  const cells = [];
  for (let at = 0; at < pinnedCount; at += 1) cells.push(<GridCell key={at} {...cellProps(props, values, at)} />);
  for (let at = window.first; at <= window.last; at += 1)
    cells.push(<GridCell key={at} {...cellProps(props, values, at)} />);
  const gapPx = (leftPx[window.first] ?? pinnedPx) - pinnedPx;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={props.activeColumn >= 0 ? `${styles.row} ${styles.activeRow}` : styles.row}
      style={{ width: layout.totalPx }}
    >
      {cells.slice(0, pinnedCount)}
      {gapPx > 0 && columns.length > 0 ? (
        <span role="presentation" className={styles.gap} style={{ width: gapPx }} />
      ) : null}
      {cells.slice(pinnedCount)}
    </div>
  );
});

interface GridCellProps {
  readonly id: string;
  readonly rowIndex: number;
  readonly columnIndex: number;
  readonly column: GridColumn;
  readonly content: CellContent;
  readonly pinnedLeftPx: number | undefined;
  readonly lastPinned: boolean;
  readonly state: 'none' | 'selected' | 'active';
}

function cellProps(props: GridRowProps, values: ReadonlyMap<string, EdmValue>, at: number): GridCellProps {
  const { columns, pinnedCount, leftPx } = props.layout;
  const column = columns[at];
  if (column === undefined) throw new RangeError(`No column ${at} of ${columns.length}.`);
  const selected = at >= props.selectedFrom && at <= props.selectedTo;
  return {
    id: cellId(props.gridId, props.index, at),
    rowIndex: props.index,
    columnIndex: at,
    column,
    content: contentOf(props.row, values, column),
    pinnedLeftPx: at < pinnedCount ? leftPx[at] : undefined,
    lastPinned: at === pinnedCount - 1,
    state: at === props.activeColumn ? 'active' : selected ? 'selected' : 'none',
  };
}

function GridCell({ id, rowIndex, columnIndex, column, content, pinnedLeftPx, lastPinned, state }: GridCellProps) {
  const classes = [styles.cell, styles[content.face], styles[content.tone]];
  if (content.align === 'end') classes.push(styles.end);
  if (pinnedLeftPx !== undefined) classes.push(styles.pinned);
  if (lastPinned) classes.push(styles.lastPinned);
  if (state !== 'none') classes.push(styles[state]);
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={columnIndex + 1}
      aria-selected={state !== 'none'}
      aria-label={content.label}
      data-row={rowIndex}
      data-column={columnIndex}
      className={classes.join(' ')}
      style={{ width: column.widthPx, left: pinnedLeftPx }}
    >
      {content.text}
    </div>
  );
}

interface CellContent {
  readonly text: string;
  readonly align: 'start' | 'end';
  readonly face: 'sans' | 'mono';
  readonly tone: 'plain' | 'faint' | 'absent';
  /** Said instead of the text where the text alone would not tell. */
  readonly label?: string;
}

function contentOf(row: Entity, values: ReadonlyMap<string, EdmValue>, column: GridColumn): CellContent {
  switch (column.source) {
    case 'partition-key':
      return keyContent(row.partitionKey);
    case 'row-key':
      return keyContent(row.rowKey);
    case 'timestamp':
      return row.timestamp === '' ? absent(column) : formatCell({ type: 'Edm.DateTime', value: row.timestamp });
    case 'property': {
      const value = values.get(column.name);
      return value === undefined ? absent(column) : { ...formatCell(value), align: column.align };
    }
  }
}

function keyContent(key: string): CellContent {
  if (key === '') return { text: '""', align: 'start', face: 'mono', tone: 'faint', label: 'empty key' };
  return { text: key, align: 'start', face: 'mono', tone: 'plain' };
}

function absent(column: GridColumn): CellContent {
  return { text: absentText, align: column.align, face: 'mono', tone: 'absent', label: 'absent' };
}

export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`;
}
