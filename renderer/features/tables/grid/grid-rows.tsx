// The rendered rows of the grid, each at its position: loaded ones with their cells, those still on disk as
// placeholders.
import type { Entity } from '@shared/model/entity';
import type { ReactNode } from 'react';
import type { RowMark } from '../staging/staged-rows';
import type { Display } from '../result/value-format';
import styles from './entity-grid.module.css';
import { GridRow, WaitingRow } from './grid-row';
import { type Cell, type Selection, rangesOf } from './selection';
import type { DrawnPart } from './use-drawn-part';

export interface CellInEditing {
  readonly cell: Cell;
  /** As it was when the editor opened; the row may wait on disk by now. */
  readonly row: Entity;
  readonly element: ReactNode;
}

/** What the rows of a grid show. */
export interface RowsToDraw {
  /** The row shown at a place; undefined while it waits on disk. */
  readonly rowAt: (place: number) => Entity | undefined;
  /** What is staged for the row shown at a place. */
  readonly markAt: (place: number) => RowMark | undefined;
  /** Rows above those of the result, which have no number. */
  readonly leadRows: number;
  readonly display: Display;
  /** What is searched, in lower case; matching cells are marked. */
  readonly needle: string;
  readonly selection: Selection | undefined;
  /** The editor that stands in a cell. */
  readonly editor: CellInEditing | undefined;
}

export interface GridRowsProps {
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
          // One that is edited out of sight stands beside those that are drawn.
          const place = Math.min(lastRow + 1, Math.max(firstRow - 1, index));
          const topPx = (place - from.row) * rowPx;
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
