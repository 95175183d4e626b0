// Prints entities as they stream: JSON Lines, or a table that continues from page to page.
import type { Entity } from '@shared/model/entity';
import type { Output } from './output';

const keys = ['PartitionKey', 'RowKey'];

/**
 * Prints page after page. A column retains its position and width. When a page brings new properties, they are added on
 * the right and the header is printed again.
 * @param select the requested columns; Timestamp is shown only if it is one of them
 */
export function createRowPrinter(output: Output, select: readonly string[]): (rows: readonly Entity[]) => void {
  const lead = select.includes('Timestamp') ? [...keys, 'Timestamp'] : keys;
  const names = [...lead];
  const known = new Map(names.map((name, index) => [name, index]));
  const widths: number[] = [];
  let shown = 0;

  return (rows) => {
    if (output.json) {
      for (const row of rows) output.record(entityJson(row), '');
      return;
    }
    const cells = rows.map((row) => {
      const line = [row.partitionKey, row.rowKey, row.timestamp].slice(0, lead.length);
      for (const { name, value } of row.properties) {
        let index = known.get(name);
        if (index === undefined) {
          index = names.push(name) - 1;
          known.set(name, index);
        }
        line[index] = String(value.value);
      }
      return line;
    });
    const isWider = names.length > shown;
    shown = names.length;
    const padded = cells.map((line) => names.map((_, index) => line[index] ?? ''));
    const records = padded.map((line) => Object.fromEntries(line.map((cell, index) => [names[index] ?? '', cell])));
    output.table(isWider ? names : names.map(() => ''), padded, records, widths);
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
