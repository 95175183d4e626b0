// The rendered rows of the grid, each at its position, and which rows and columns are rendered: those in view and a few
// around them, and the edited cell wherever it is, because its editor has the focus.
import type { Entity } from '@shared/model/entity';
import { type ReactNode, type RefObject, useMemo } from 'react';
import type { RowMark } from '../staging/staged-rows';
import type { Display } from '../result/value-format';
import styles from './entity-grid.module.css';
import { GridRow, WaitingRow } from './grid-row';
import { type Cell, type Selection, rangesOf } from './selection';
import { type Viewport, inSlots, rowsFrom, rowWindow, useViewport } from '@renderer/ui';
import { type ColumnLayout, type ColumnWindow, columnWindow, layOutColumns } from './column-layout';
import type { GridColumn } from '../result/grid-column';

export interface CellInEditing {
  readonly cell: Cell;
  /** As it was when the editor opened; the row may wait on disk by now. */
  readonly row: Entity;
  readonly element: ReactNode;
}

/** What the rows of a grid show. */
export interface RowsToDraw {
  /** The row shown at a position; undefined while it waits on disk. */
  readonly rowAt: (index: number) => Entity | undefined;
  /** The staged edit of the row shown at a position. */
  readonly markAt: (index: number) => RowMark | undefined;
  /** Rows above those of the result, which have no number. */
  readonly leadRows: number;
  readonly display: Display;
  /** The search text, in lower case; matching cells are marked. */
  readonly needle: string;
  readonly selection: Selection | undefined;
  /** The editor that is open in a cell. */
  readonly editor: CellInEditing | undefined;
}

interface GridRowsProps {
  readonly of: RowsToDraw;
  readonly part: DrawnPart;
  readonly gridId: string;
}

export function GridRows({ of, part, gridId }: GridRowsProps) {
  const { selection, editor, leadRows, display, needle } = of;
  const { rows, from, firstRow, lastRow, gutterPx, layout, window } = part;
  const { rowPx, space } = part.viewport;
  const ranges = selection === undefined ? [] : rangesOf(selection);
  return (
    <div role="rowgroup" className={styles.body} style={{ height: space.bodyPx }}>
      <div role="presentation" className={styles.shown} style={{ top: from.shiftPx }}>
        {rows.map(({ index, slot }) => {
          const isEdited = editor?.cell.row === index;
          // One that is edited out of view is drawn beside those in view.
          const drawnRow = Math.min(lastRow + 1, Math.max(firstRow - 1, index));
          const topPx = (drawnRow - from.row) * rowPx;
          const row = of.rowAt(index) ?? (isEdited ? editor.row : undefined);
          if (row === undefined) {
            return (
              <WaitingRow
                key={slot}
                index={index}
                topPx={topPx}
                leadRows={leadRows}
                rowPx={rowPx}
                gutterPx={gutterPx}
              />
            );
          }
          const own = ranges.filter(({ top, bottom }) => index >= top && index <= bottom);
          return (
            <GridRow
              key={isEdited ? 'edited' : slot}
              gridId={gridId}
              row={row}
              index={index}
              topPx={topPx}
              rowPx={rowPx}
              gutterPx={gutterPx}
              layout={layout}
              window={window}
              display={display}
              needle={needle}
              leadRows={leadRows}
              selected={own.map(({ left, right }) => `${left}-${right}`).join(',')}
              activeColumn={selection?.active.row === index ? selection.active.column : -1}
              mark={of.markAt(index)}
              editor={isEdited ? editor : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

export interface DrawnPart {
  readonly viewport: Viewport;
  /** Of the column with the row numbers. */
  readonly gutterPx: number;
  readonly layout: ColumnLayout;
  /** The columns that are drawn beside the pinned ones. */
  readonly window: ColumnWindow;
  readonly firstRow: number;
  readonly lastRow: number;
  /** Each with the key of its elements. */
  readonly rows: ReturnType<typeof inSlots>;
  /** The row that the others are positioned from, and its distance from the top of the body. */
  readonly from: ReturnType<typeof rowsFrom>;
}

interface DrawnPartInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly text: Display['text'];
  /** The cell that is edited. */
  readonly edited: Cell | undefined;
}

const wrappedLines = 3;
const digitPx = 7;
const aroundNumberPx = 18;

export function useDrawnPart({ scroller, columns, rowCount, text, edited }: DrawnPartInput): DrawnPart {
  const viewport = useViewport(scroller, rowCount, {
    lines: text === 'wrapped' ? wrappedLines : 1,
    viewKey: 'entities',
  });
  const { widthPx, space, scrollTop, scrollLeft } = viewport;
  const gutterPx = Math.max(3, String(rowCount).length) * digitPx + aroundNumberPx;
  const columnsPx = Math.max(0, widthPx - gutterPx);
  const layout = useMemo(() => layOutColumns(columns, columnsPx), [columns, columnsPx]);
  const { first, last } = drawnColumns(columnWindow(layout, scrollLeft, columnsPx), layout, edited?.column);
  const window = useMemo(() => ({ first, last }), [first, last]);
  const { first: firstRow, last: lastRow, capacity } = rowWindow(viewport, rowCount);
  return {
    viewport,
    gutterPx,
    layout,
    window,
    firstRow,
    lastRow,
    rows: inSlots(drawnRows(firstRow, lastRow, edited?.row), capacity),
    from: rowsFrom(space, firstRow, scrollTop),
  };
}

/** Pinned columns are drawn anyway. */
export function drawnColumns(
  inView: ColumnWindow,
  { pinnedCount }: Pick<ColumnLayout, 'pinnedCount'>,
  edited: number | undefined,
): ColumnWindow {
  if (edited === undefined || edited < pinnedCount) return inView;
  return { first: Math.min(inView.first, edited), last: Math.max(inView.last, edited) };
}

/** By index, in their order. */
export function drawnRows(first: number, last: number, edited: number | undefined): readonly number[] {
  const rows = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  if (edited === undefined || rows.length === 0 || (edited >= first && edited <= last)) return rows;
  return edited < first ? [edited, ...rows] : [...rows, edited];
}
