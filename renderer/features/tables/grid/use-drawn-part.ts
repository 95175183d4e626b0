// Which rows and columns of the grid are drawn, and where: those in view and a few around them, and the cell that is edited.
import { type Viewport, inSlots, rowsFrom, rowWindow, useViewport } from '@renderer/ui';
import { type RefObject, useMemo } from 'react';
import { type ColumnLayout, type ColumnWindow, columnWindow, layOutColumns } from './column-layout';
import type { GridColumn } from '../result/grid-column';
import type { Display } from '../result/value-format';
import { drawnColumns, drawnRows } from './drawn';
import type { Cell } from './selection';

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
  /** The row that the others are placed from, and how far below the top of the body it stands. */
  readonly from: ReturnType<typeof rowsFrom>;
}

export interface DrawnPartInput {
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
  const viewport = useViewport(scroller, rowCount, { lines: text === 'wrapped' ? wrappedLines : 1, place: 'entities' });
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
