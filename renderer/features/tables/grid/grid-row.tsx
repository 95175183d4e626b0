// One row of the grid: its number, pinned columns, then the columns in view, and what a cell contained before its staged
// change. Memoised; everything it needs comes as props.
import type { EdmValue, Entity } from '@shared/model/entity';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, memo } from 'react';
import { t } from '@shared/strings/t';
import type { RowMark } from '../staging/staged-rows';
import { type Display, absentText, exactText, formatCell, keyText } from '../result/value-format';
import type { ColumnLayout, ColumnWindow } from './column-layout';
import styles from './entity-grid.module.css';
import { holds } from './find';
import { type GridColumn, type ValueOf, cellValue } from '../result/grid-column';
import { visibleLines } from '@shared/visible-text';

interface GridRowProps {
  readonly gridId: string;
  readonly row: Entity;
  readonly index: number;
  /**
   * Its top among the rows. Each row is positioned individually, as the elements of rows that scroll away are reused.
   */
  readonly topPx: number;
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
  /** Rows above those of the result, which have no number. */
  readonly leadRows: number;
  /** The staged edit of the row. */
  readonly mark: RowMark | undefined;
  /** Rendered in one of the cells while it is edited. */
  readonly editor: { readonly cell: { readonly column: number }; readonly element: ReactNode } | undefined;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, layout, window, gutterPx } = props;
  const { columns, pinnedCount, pinnedPx, leftPx } = layout;
  const values = new Map(row.properties.map(({ name, value }) => [name, value]));
  const valueOf: ValueOf = (name) => values.get(name);
  const stretches = parseStretches(props.selected);
  const cell = (at: number) => <GridCell key={at} {...cellProps(props, valueOf, stretches, at)} />;
  const gapPx = (leftPx[window.first] ?? pinnedPx) - pinnedPx;
  const gap = <span key="gap" role="presentation" className={styles.gap} style={{ width: gapPx }} />;
  const number = (
    <RowNumber
      key="number"
      index={index}
      leadRows={props.leadRows}
      gutterPx={gutterPx}
      isSelected={stretches.length > 0}
      mark={props.mark}
    />
  );
  const pinned = [number, ...Array.from({ length: pinnedCount }, (_, at) => cell(at))];
  const others = [
    ...(gapPx > 0 && columns.length > 0 ? [gap] : []),
    ...Array.from({ length: Math.max(0, window.last - window.first + 1) }, (_, at) => cell(window.first + at)),
  ];
  const classes = [styles.row];
  if (props.activeColumn >= 0) classes.push(styles.activeRow);
  if (props.display.text === 'wrapped') classes.push(styles.wrapped);
  if (props.mark !== undefined) classes.push(styles[props.mark.state]);
  if (props.mark?.conflict === 'open') classes.push(styles.inConflict);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.join(' ')}
      style={{ top: props.topPx, width: gutterPx + layout.totalPx, height: props.rowPx }}
    >
      {props.editor === undefined ? (
        <>
          <span role="presentation" className={styles.pinnedCells}>
            {pinned}
          </span>
          {others}
        </>
      ) : (
        // One list: a column that is unpinned, as in a narrow window, stays the same cell, with its typed text.
        [...pinned, ...others]
      )}
    </div>
  );
});

interface WaitingRowProps {
  readonly index: number;
  readonly topPx: number;
  readonly leadRows: number;
  readonly rowPx: number;
  readonly gutterPx: number;
}

/** A row that waits on disk; the placeholder is shown until it is read. */
export function WaitingRow({ index, topPx, leadRows, rowPx, gutterPx }: WaitingRowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} aria-busy className={styles.row} style={{ top: topPx, height: rowPx }}>
      <RowNumber index={index} leadRows={leadRows} gutterPx={gutterPx} isSelected={false} mark={undefined} />
      <div role="gridcell" className={styles.waiting} aria-label={t`Reading this row from disk`} />
    </div>
  );
}

interface RowNumberProps {
  readonly index: number;
  readonly leadRows: number;
  readonly gutterPx: number;
  readonly isSelected: boolean;
  readonly mark: RowMark | undefined;
}

const stateLabels: Readonly<Record<RowMark['state'], string>> = {
  changed: t`changed, not applied`,
  inserted: t`new, not applied`,
  deleted: t`will be deleted, not applied`,
  gone: t`deleted`,
};

function markText({ state, conflict }: RowMark): string {
  return conflict === 'open' ? t`${stateLabels[state]}, in conflict` : stateLabels[state];
}

/** Rows of the result keep their numbers, whatever is above them. */
function RowNumber({ index, leadRows, gutterPx, isSelected, mark }: RowNumberProps) {
  const number = index - leadRows + 1;
  const name = number > 0 ? t`Row ${number}` : t`Inserted row`;
  return (
    <span
      role="rowheader"
      aria-label={mark === undefined ? name : `${name}, ${markText(mark)}`}
      title={mark?.conflict === 'open' ? t`${name} is in conflict: the row has changed in the table` : undefined}
      data-row-number={index}
      className={`${styles.gutter} ${styles.pinned} ${isSelected ? styles.gutterSelected : ''}`}
      style={{ width: gutterPx }}
    >
      {mark?.conflict === 'open' ? <TriangleAlert size={13} aria-hidden /> : number > 0 ? number : '+'}
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
  /** What it contained before a staged change, as a text; undefined if nothing is staged for it. */
  readonly before: string | undefined;
  readonly editor: ReactNode;
}

type Stretch = readonly [from: number, to: number];

function cellProps(props: GridRowProps, valueOf: ValueOf, stretches: readonly Stretch[], at: number): GridCellProps {
  const { columns, pinnedCount, leftPx } = props.layout;
  const column = columns[at];
  if (column === undefined) throw new RangeError(`No column ${at} of ${columns.length}.`);
  const selected = stretches.some(([from, to]) => at >= from && at <= to);
  const value = cellValue(props.row, column, valueOf);
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
    before: beforeText(props.mark?.before.get(column.id), props.display),
    editor: at === props.editor?.cell.column ? props.editor.element : undefined,
  };
}

function GridCell({ id, rowIndex, columnIndex, column, content, ...props }: GridCellProps) {
  const classes = [styles.cell, styles[content.face], styles[content.tone]];
  if (content.align === 'end') classes.push(styles.end);
  if (props.pinnedLeftPx !== undefined) classes.push(styles.pinned);
  if (props.lastPinned) classes.push(styles.lastPinned);
  if (props.state !== 'none') classes.push(styles[props.state]);
  if (props.found) classes.push(styles.found);
  if (props.before !== undefined) classes.push(styles.stagedCell);
  const isEdited = props.editor !== undefined;
  if (isEdited) classes.push(styles.edited);
  const label = props.before === undefined ? content.label : `${content.label ?? content.text}, ${props.before}`;
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={columnIndex + 1}
      aria-selected={props.state !== 'none'}
      aria-label={isEdited ? undefined : label}
      title={isEdited ? undefined : props.before}
      data-row={rowIndex}
      data-column={columnIndex}
      className={classes.join(' ')}
      style={{ width: column.widthPx, insetInlineStart: props.pinnedLeftPx }}
    >
      {isEdited ? props.editor : content.text}
    </div>
  );
}

interface CellContent {
  readonly text: string;
  readonly align: 'start' | 'end';
  readonly face: 'sans' | 'mono';
  readonly tone: 'plain' | 'faint' | 'absent';
  /** Announced instead of the text if the text alone would be unclear. */
  readonly label?: string;
}

function contentOf(value: EdmValue | undefined, column: GridColumn, display: Display): CellContent {
  if (value === undefined) {
    return { text: absentText, align: column.align, face: 'mono', tone: 'absent', label: t`absent` };
  }
  switch (column.source) {
    case 'partition-key':
    case 'row-key':
      if (value.value === '') return { text: '""', align: 'start', face: 'mono', tone: 'faint', label: t`empty key` };
      return { text: keyText(String(value.value)), align: 'start', face: 'mono', tone: 'plain' };
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

const longest = 200;

/** Undefined if nothing is staged for it; `before` is null if it was absent. */
export function beforeText(before: EdmValue | null | undefined, display: Display): string | undefined {
  if (before === undefined) return undefined;
  if (before === null) return t`was absent`;
  // A moment in the form of the cell, so that the two can be compared; of bytes the cell shows only the first.
  const text = before.type === 'Edm.DateTime' ? formatCell(before, display).text : exactText(before);
  if (text === '') return t`was empty`;
  return t`was ${visibleLines(text.length > longest ? `${text.slice(0, longest)}…` : text)}`;
}
