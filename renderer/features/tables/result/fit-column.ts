// The width at which a column shows all given rows completely, measured in the fonts of the grid.
import type { Entity } from '@shared/model/entity';
import { formatCell } from './value-format';
import type { Display } from './display';
import { type GridColumn, badgeText, cellValue, narrowestPx, widestPx } from './grid-column';

const paddingPx = 22;
const headerExtraPx = 64;

/** Pixels for the cells of these rows and for the header, within the bounds of a column. */
export function fittingWidth(column: GridColumn, rows: readonly Entity[], display: Display): number {
  const measure = textMeasure();
  let widest = measure(column.name, 'sans') + measure(badgeText(column.types), 'sans') + headerExtraPx;
  const isKey = column.source === 'partition-key' || column.source === 'row-key';
  for (const row of rows) {
    const value = cellValue(row, column);
    if (value === undefined) continue;
    const cell = formatCell(value, display);
    widest = Math.max(widest, measure(cell.text, isKey ? 'mono' : cell.face) + paddingPx);
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
