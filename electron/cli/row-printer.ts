// Prints entities as they stream: JSON Lines, or a table that continues from page to page.
import type { Entity } from '@shared/model/entity';
import { visibleLine } from '@shared/visible-text';
import { padTo, widthOf } from './display-width';
import { type Output, widestColumn } from './output';

const keys = ['PartitionKey', 'RowKey'];

/**
 * Prints page after page. A column retains its position and width. When a page brings new properties, they are added on
 * the right and the header is printed again.
 * @param select the requested columns; Timestamp is shown only if it is one of them
 */
export function createRowPrinter(output: Output, select: readonly string[]): (rows: readonly Entity[]) => void {
  const lead = select.includes('Timestamp') ? [...keys, 'Timestamp'] : keys;
  const columns: { readonly name: string; width: number }[] = [];

  return (rows) => {
    if (output.json) {
      for (const row of rows) output.record(entityJson(row), '');
      return;
    }
    const found = rows.flatMap((row) => row.properties.map(({ name }) => name));
    const known = columns.map(({ name }) => name);
    const names = [...new Set([...(known.length > 0 ? known : lead), ...found])];
    for (const name of names.slice(known.length)) columns.push({ name, width: widthOf(name) });
    const cells = rows.map((row) => {
      const values = new Map(row.properties.map(({ name, value }) => [name, String(value.value)]));
      const others = names.slice(lead.length).map((name) => values.get(name) ?? '');
      const first = [row.partitionKey, row.rowKey, row.timestamp].slice(0, lead.length);
      return [...first, ...others].map(visibleLine);
    });
    columns.forEach((column, index) => {
      column.width = Math.min(widestColumn, Math.max(column.width, ...cells.map((row) => widthOf(row[index] ?? ''))));
    });
    const padded = cells.map((row) => row.map((cell, index) => padTo(cell, columns[index]?.width ?? 0)));
    output.table(names.length > known.length ? names : names.map(() => ''), padded, []);
  };
}

/** Built manually, so that a property may have any name (`__proto__` too) and the order is preserved. */
export function entityJson(row: Entity): string {
  const text = JSON.stringify;
  const properties = row.properties.map(
    ({ name, value }) => `${text(name)}:${text({ type: value.type, value: value.value })}`,
  );
  // When a query selects columns, the service returns the Timestamp only if it is one of them.
  const timestamp = row.timestamp === '' ? '' : `"Timestamp":${text(row.timestamp)},`;
  return (
    `{"PartitionKey":${text(row.partitionKey)},"RowKey":${text(row.rowKey)},${timestamp}` +
    `"etag":${text(row.etag)},"properties":{${properties.join(',')}}}`
  );
}
