// The copied text: exact values, quoted where needed, only the selection.
import { packBlocks } from '@shared/rows/packed-rows';
import { describe, expect, it } from 'vitest';
import { testEntity } from '../fixtures/test-port';
import { allColumns, learnColumns } from '../result/grid-column';
import { type CopyForm, TooMuchText, copiedText } from './copy-rows';
import { type Selection, selectionAt } from './selection';

const rows = [
  testEntity(0, [
    { name: 'Title', value: { type: 'Edm.String', value: 'say "hi"\tnow, please' } },
    { name: 'Votes', value: { type: 'Edm.Int64', value: '9007199254740993' } },
  ]),
  testEntity(1, [{ name: 'Seen', value: { type: 'Edm.Boolean', value: false } }]),
  testEntity(2),
];
const columns = allColumns(learnColumns([], packBlocks(rows)), { partitionKey: 6, rowKey: 9 });
const source = { columns, row: (index: number) => Promise.resolve(rows[index]) };
const block: Selection = { ...selectionAt({ row: 0, column: 1 }), active: { row: 1, column: 4 } };
const copied = async (form: CopyForm, selection: Selection): Promise<string> =>
  (await copiedText(form, selection, source)).text;

describe('copied text', () => {
  it('is tab-separated, quoted where needed and empty where absent', async () => {
    expect(await copied('tsv', block)).toBe(
      'row-00000\t"say ""hi""\tnow, please"\t9007199254740993\t\nrow-00001\t\t\tfalse',
    );
  });

  it('is comma-separated with the names of the columns', async () => {
    expect(await copied('csv', block)).toBe(
      'RowKey,Title,Votes,Seen\r\nrow-00000,"say ""hi""\tnow, please",9007199254740993,\r\nrow-00001,,,false',
    );
  });

  it('is a table in Markdown, with numbers at the end of their cells', async () => {
    expect(await copied('markdown', block)).toBe(
      [
        '| RowKey | Title | Votes | Seen |',
        '| --- | --- | ---: | --- |',
        '| row-00000 | say "hi"\tnow, please | 9007199254740993 |  |',
        '| row-00001 |  |  | false |',
      ].join('\n'),
    );
  });

  it('is the wire form of whole rows, alone or as a list', async () => {
    const one: Selection = { ...selectionAt({ row: 0, column: 0 }), span: 'rows' };
    const wire: unknown = JSON.parse(await copied('json', one));
    expect(wire).toMatchObject({
      'Votes@odata.type': 'Edm.Int64',
      Votes: '9007199254740993',
      Timestamp: expect.any(String) as string,
    });
    const both = await copied('json', { ...one, active: { row: 1, column: 0 } });
    expect(JSON.parse(both)).toHaveLength(2);
  });

  it('keeps values with the line separators of Unicode in a list', async () => {
    const note = 'a\u2028b\u2029c\nd\re';
    const row = testEntity(0, [{ name: 'Note', value: { type: 'Edm.String', value: note } }]);
    const all = { ...source, row: () => Promise.resolve(row) };
    const two: Selection = { ...selectionAt({ row: 0, column: 0 }), span: 'rows', active: { row: 1, column: 0 } };
    expect(JSON.parse((await copiedText('json', two, all)).text)).toMatchObject([{ Note: note }, { Note: note }]);
  });

  it('names the entity of cells copied as JSON and gives only their properties', async () => {
    const cell = selectionAt({ row: 0, column: 3 });
    expect(JSON.parse(await copied('json', cell))).toEqual({
      PartitionKey: 'Action',
      RowKey: 'row-00000',
      'Votes@odata.type': 'Edm.Int64',
      Votes: '9007199254740993',
    });
  });

  it('omits cells between ranges that were added', async () => {
    const apart: Selection = {
      ...selectionAt({ row: 2, column: 1 }),
      others: [{ top: 0, bottom: 0, left: 3, right: 3 }],
    };
    expect(await copied('tsv', apart)).toBe('\t9007199254740993\nrow-00002\t');
  });
});

it('copied text: ends at the limit of the clipboard, separators and indentation included', async () => {
  const wide = testEntity(0, [{ name: 'Title', value: { type: 'Edm.String', value: 'x'.repeat(2 ** 20) } }]);
  const many = { columns, row: () => Promise.resolve(wide) };
  const whole: Selection = { ...selectionAt({ row: 0, column: 0 }), active: { row: 63, column: 4 }, span: 'rows' };
  for (const form of ['tsv', 'csv', 'json', 'markdown'] as const) {
    await expect(copiedText(form, whole, many), form).rejects.toThrow(TooMuchText);
  }
});
