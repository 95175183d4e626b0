import { expect, it } from 'vitest';
import type { SettledReading } from '@shared/model/table-import';
import { openInput } from './input-text';
import { JsonRows } from './json-rows';
import { type Cell, cellText } from './source-row';

const reading: SettledReading = { format: 'jsonl', encoding: 'utf-8', delimiter: '', header: 'first-row', notes: [] };

/** The cells of a line by the names of their columns. */
async function cellsOf(line: string): Promise<Readonly<Record<string, Cell | undefined>>> {
  const reader = new JsonRows(await openInput({ kind: 'text', text: line }), reading);
  const rows = [];
  for await (const piece of reader.pieces()) rows.push(...piece.rows);
  const [row = expect.unreachable()] = rows;
  expect(row.problem).toBeNull();
  return Object.fromEntries(reader.columns.map(({ name }, index) => [name, row.cells[index]]));
}

it.each([
  '{"PartitionKey":"p","RowKey":"r","properties":{"A":{"type":"Edm.Int64","value":"5"}}}',
  '{"PartitionKey":"p","RowKey":"r","Timestamp":"2024-05-01T08:30:00Z","etag":"W/\\"1\\"","properties":{"A":{"type":"Edm.Int64","value":"5"}}}',
  '{"_reject_line":3,"_reject_reason":"It exists.","PartitionKey":"p","RowKey":"r","properties":{"A":{"type":"Edm.Int64","value":"5"}}}',
])('is an entity with its types: %s', async (line) => {
  expect(await cellsOf(line)).toEqual({
    PartitionKey: { text: 'p', type: 'Edm.String' },
    RowKey: { text: 'r', type: 'Edm.String' },
    A: { text: '5', type: 'Edm.Int64' },
  });
});

it.each(['{}', '{"A":{"type":"Edm.Int64","value":"5"}}'])(
  'JSON rows: lose nothing beside a member that is called properties: %s',
  async (own) => {
    const cells = await cellsOf(`{"PartitionKey":"p","RowKey":"r","Name":"Ann","properties":${own}}`);
    expect(Object.entries(cells).map(([name, cell]) => [name, cellText(cell)])).toEqual([
      ['PartitionKey', 'p'],
      ['RowKey', 'r'],
      ['Name', 'Ann'],
      ['properties', own],
    ]);
  },
);

it('has the types of the service where it is in its form', async () => {
  const members =
    '"Id":"1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e","When":"2024-05-01T08:30:00Z","N":5,"D":5.0,"Far":5000000000,"Yes":true,' +
    '"At@odata.type":"Edm.DateTime","At":"2024-05-01T08:30:00Z","Whole@odata.type":"Edm.Double","Whole":200';
  const typesOf = async (etag: string): Promise<readonly unknown[]> => {
    const cells = await cellsOf(`{${etag}"PartitionKey":"p","RowKey":"r",${members}}`);
    return Object.entries(cells).map(([name, cell]) => [name, typeof cell === 'object' ? cell?.type : cell]);
  };
  expect(await typesOf('"odata.etag":"W/\\"1\\"",')).toEqual([
    ['PartitionKey', 'Edm.String'],
    ['RowKey', 'Edm.String'],
    ['Id', 'Edm.String'],
    ['When', 'Edm.String'],
    ['N', 'Edm.Int32'],
    ['D', 'Edm.Double'],
    ['Far', 'number'],
    ['Yes', 'Edm.Boolean'],
    ['At', 'Edm.DateTime'],
    ['Whole', 'Edm.Double'],
  ]);
  expect(await typesOf('')).toEqual([
    ['PartitionKey', 'text'],
    ['RowKey', 'text'],
    ['Id', 'text'],
    ['When', 'text'],
    ['N', 'number'],
    ['D', 'number'],
    ['Far', 'number'],
    ['Yes', 'Edm.Boolean'],
    ['At', 'Edm.DateTime'],
    ['Whole', 'Edm.Double'],
  ]);
});
