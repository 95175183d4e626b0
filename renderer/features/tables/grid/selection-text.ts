// A selected range as text for other programs: tab-separated lines of exact values, quoted as spreadsheets expect.
import type { Entity } from '@shared/model/entity';
import { exactText } from './cell-format';
import type { GridColumn } from './grid-column';
import type { SelectionRange } from './selection';

/** Rows joined by line feeds, cells by tabs. Absent values are empty. */
export function rangeText(
  rowAt: (index: number) => Entity | undefined,
  columns: readonly GridColumn[],
  range: SelectionRange,
): string {
  const lines: string[] = [];
  const shown = columns.slice(range.left, range.right + 1);
  for (let index = range.top; index <= range.bottom; index += 1) {
    const row = rowAt(index);
    if (row === undefined) continue;
    lines.push(shown.map((column) => quoted(valueText(row, column))).join('\t'));
  }
  return lines.join('\n');
}

/** The exact text of one cell; undefined where the entity has no such property. */
export function valueText(row: Entity, column: GridColumn): string | undefined {
  switch (column.source) {
    case 'partition-key':
      return row.partitionKey;
    case 'row-key':
      return row.rowKey;
    case 'timestamp':
      return row.timestamp;
    case 'property': {
      const property = row.properties.find(({ name }) => name === column.name);
      return property === undefined ? undefined : exactText(property.value);
    }
  }
}

function quoted(text: string | undefined): string {
  if (text === undefined) return '';
  return /["\t\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
