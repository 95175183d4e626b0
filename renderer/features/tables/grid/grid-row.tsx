// One row of the grid: its number, pinned columns, then the columns in view. Memoised; everything it needs comes as
// plain values, so that scrolling and selecting redraw only the rows that changed.
import type { Entity, EdmValue } from '@shared/model/entity';
import { memo } from 'react';
import { absentText, formatCell } from './cell-format';
import type { Display } from './display';
import type { ColumnLayout, ColumnWindow } from './column-layout';
import styles from './entity-grid.module.css';
import { holds } from './find';
import type { GridColumn } from './grid-column';

export interface GridRowProps {
  readonly gridId: string;
  readonly row: Entity;
  readonly index: number;
  readonly rowPx: number;
  readonly gutterPx: number;
  readonly layout: ColumnLayout;
  readonly window: ColumnWindow;
  readonly display: Display;
  /** Selected stretches of columns in this row, as `from-to` joined by commas; empty where none is. */
  readonly selected: string;
  /** The active cell's column, or -1 where the active cell is in another row. */
  readonly activeColumn: number;
  /** In lower case; empty while nothing is searched. */
  readonly needle: string;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, layout, window, gutterPx } = props;
  const { columns, pinnedCount, pinnedPx, leftPx } = layout;
  const values = new Map(row.properties.map(({ name, value }) => [name, value]));
  const stretches = parseStretches(props.selected);
  const cell = (at: number) => <GridCell key={at} {...cellProps(props, values, stretches, at)} />;
  const pinned = Array.from({ length: pinnedCount }, (_, at) => cell(at));
  const scrolled = Array.from({ length: Math.max(0, window.last - window.first + 1) }, (_, at) =>
    cell(window.first + at),
  );
  const gapPx = (leftPx[window.first] ?? pinnedPx) - pinnedPx;
  const classes = [styles.row];
  if (props.activeColumn >= 0) classes.push(styles.activeRow);
  if (props.display.text === 'wrapped') classes.push(styles.wrapped);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.join(' ')}
      style={{ width: gutterPx + layout.totalPx, height: props.rowPx }}
    >
      <RowNumber index={index} gutterPx={gutterPx} isSelected={stretches.length > 0 ? 'yes' : 'no'} />
      {pinned}
      {gapPx > 0 && columns.length > 0 ? (
        <span role="presentation" className={styles.gap} style={{ width: gapPx }} />
      ) : null}
      {scrolled}
    </div>
  );
});

/** A row that waits on disk; it takes its place until it is read. */
export function WaitingRow({ index, rowPx, gutterPx }: { index: number; rowPx: number; gutterPx: number }) {
  return (
    <div role="row" aria-rowindex={index + 2} aria-busy className={styles.row} style={{ height: rowPx }}>
      <RowNumber index={index} gutterPx={gutterPx} isSelected="no" />
      <div role="gridcell" className={styles.waiting} aria-label="Reading this row from disk" />
    </div>
  );
}

interface RowNumberProps {
  readonly index: number;
  readonly gutterPx: number;
  readonly isSelected: 'yes' | 'no';
}

function RowNumber({ index, gutterPx, isSelected }: RowNumberProps) {
  return (
    <span
      role="rowheader"
      aria-label={`Row ${index + 1}`}
      data-row-number={index}
      className={`${styles.gutter} ${styles.pinned} ${isSelected === 'yes' ? styles.gutterSelected : ''}`}
      style={{ width: gutterPx }}
    >
      {index + 1}
    </span>
  );
}

interface GridCellProps {
  readonly id: string;
  readonly rowIndex: number;
  readonly columnIndex: number;
  readonly column: GridColumn;
  readonly content: CellContent;
  readonly pinnedLeftPx: number | undefined;
  readonly lastPinned: boolean;
  readonly state: 'none' | 'selected' | 'active';
  readonly found: boolean;
}

type Stretch = readonly [from: number, to: number];

function cellProps(
  props: GridRowProps,
  values: ReadonlyMap<string, EdmValue>,
  stretches: readonly Stretch[],
  at: number,
): GridCellProps {
  const { columns, pinnedCount, leftPx } = props.layout;
  const column = columns[at];
  if (column === undefined) throw new RangeError(`No column ${at} of ${columns.length}.`);
  const selected = stretches.some(([from, to]) => at >= from && at <= to);
  const value = valueOf(props.row, values, column);
  return {
    id: cellId(props.gridId, props.index, at),
    rowIndex: props.index,
    columnIndex: at,
    column,
    content: contentOf(value, column, props.display),
    pinnedLeftPx: at < pinnedCount ? props.gutterPx + (leftPx[at] ?? 0) : undefined,
    lastPinned: at === pinnedCount - 1,
    state: at === props.activeColumn ? 'active' : selected ? 'selected' : 'none',
    found: props.needle !== '' && value !== undefined && holds(value, props.needle),
  };
}

function GridCell({ id, rowIndex, columnIndex, column, content, ...props }: GridCellProps) {
  const classes = [styles.cell, styles[content.face], styles[content.tone]];
  if (content.align === 'end') classes.push(styles.end);
  if (props.pinnedLeftPx !== undefined) classes.push(styles.pinned);
  if (props.lastPinned) classes.push(styles.lastPinned);
  if (props.state !== 'none') classes.push(styles[props.state]);
  if (props.found) classes.push(styles.found);
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={columnIndex + 1}
      aria-selected={props.state !== 'none'}
      aria-label={content.label}
      data-row={rowIndex}
      data-column={columnIndex}
      className={classes.join(' ')}
      style={{ width: column.widthPx, left: props.pinnedLeftPx }}
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

function valueOf(row: Entity, values: ReadonlyMap<string, EdmValue>, column: GridColumn): EdmValue | undefined {
  switch (column.source) {
    case 'partition-key':
      return { type: 'Edm.String', value: row.partitionKey };
    case 'row-key':
      return { type: 'Edm.String', value: row.rowKey };
    case 'timestamp':
      return row.timestamp === '' ? undefined : { type: 'Edm.DateTime', value: row.timestamp };
    case 'property':
      return values.get(column.name);
  }
}

function contentOf(value: EdmValue | undefined, column: GridColumn, display: Display): CellContent {
  if (value === undefined) {
    return { text: absentText, align: column.align, face: 'mono', tone: 'absent', label: 'absent' };
  }
  switch (column.source) {
    case 'partition-key':
    case 'row-key':
      if (value.value === '') return { text: '""', align: 'start', face: 'mono', tone: 'faint', label: 'empty key' };
      return { text: String(value.value), align: 'start', face: 'mono', tone: 'plain' };
    case 'timestamp':
      return formatCell(value, display);
    case 'property':
      return { ...formatCell(value, display), align: column.align };
  }
}

function parseStretches(selected: string): readonly Stretch[] {
  if (selected === '') return [];
  return selected.split(',').map((stretch): Stretch => {
    const [from = 0, to = 0] = stretch.split('-').map(Number);
    return [from, to];
  });
}

export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`;
}
