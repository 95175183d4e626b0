// The width at which a column shows all of the rows in question, measured in the fonts of the grid.
import type { RowList } from '../session/row-list';
import { formatCell } from './cell-format';
import { type GridColumn, badgeText, narrowestPx, widestPx } from './grid-column';

const paddingPx = 22;
const headerExtraPx = 40;

/** Pixels for the cells of these rows and for the header, within the bounds of a column. */
export function fittingWidth(column: GridColumn, rows: RowList, firstRow: number, lastRow: number): number {
  const measure = textMeasure();
  let widest = measure(column.name, 'sans') + measure(badgeText(column.types), 'sans') + headerExtraPx;
  for (let index = firstRow; index <= lastRow; index += 1) {
    const row = rows.at(index);
    if (row === undefined) continue;
    if (column.source === 'partition-key') widest = Math.max(widest, measure(row.partitionKey, 'mono') + paddingPx);
    else if (column.source === 'row-key') widest = Math.max(widest, measure(row.rowKey, 'mono') + paddingPx);
    else {
      const value =
        column.source === 'timestamp'
          ? { type: 'Edm.DateTime' as const, value: row.timestamp }
          : row.properties.find(({ name }) => name === column.name)?.value;
      if (value === undefined) continue;
      const cell = formatCell(value);
      widest = Math.max(widest, measure(cell.text, cell.face) + paddingPx);
    }
  }
  return Math.round(Math.max(narrowestPx, Math.min(widestPx, widest)));
}

function textMeasure(): (text: string, face: 'sans' | 'mono') => number {
  const context = document.createElement('canvas').getContext('2d');
  const styles = getComputedStyle(document.documentElement);
  return (text, face) => {
    if (context === null) return text.length * 7;
    const family = styles.getPropertyValue(face === 'mono' ? '--font-mono' : '--font-interface');
    const size = styles.getPropertyValue(face === 'mono' ? '--size-small' : '--size-body');
    context.font = `${size} ${family}`;
    return context.measureText(text).width;
  };
}
