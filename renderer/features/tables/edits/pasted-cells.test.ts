// Pasted text: how it is parsed, which range it fills, and what it stages; copied cells survive the round trip.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdmValue } from '@shared/model/entity';
import { selectionAt } from '../grid/selection';
import { gridColumnOf } from '../fixtures/grid-column';
import type { ShownRow } from '../staging/staged-rows';
import { cellText, pasteRange, pastedCell, readPasted, textsIn } from './pasted-cells';
import { packBlocks } from '@shared/rows/packed-rows';
import { testEntity } from '../fixtures/test-port';
import { learnColumns, allColumns, visibleColumns } from '../result/grid-column';
import { copiedText } from '../grid/copy-rows';

describe('readPasted', () => {
  it.each([
    ['one', [['one']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"a ""word"""', [['two\nlines', 'a "word"']]],
    ['"not closed\tb', [['"not closed', 'b']]],
    ['"a" and b', [['"a" and b']]],
    ['{"berth":7}', [['{"berth":7}']]],
    ['{\n  "berth": 7\n}', [['{\n  "berth": 7\n}']]],
    ['[draft]', [['[draft]']]],
    ['{1f0e8c4a}\n{2f0e8c4a}', [['{1f0e8c4a}'], ['{2f0e8c4a}']]],
    ['x\n\n', [['x'], ['']]],
    ['PartitionKey of it, and a RowKey', [['PartitionKey of it, and a RowKey']]],
  ])('parses %j as cells', (text, cells) => expect(readPasted(text)).toEqual(cells));

  it.each([
    'PartitionKey\tRowKey\tBerth\nHarbour\t17\t7',
    'RowKey\tBerth:Edm.Int32\tPartitionKey\n17\t7\tHarbour',
    'PartitionKey,RowKey,Name\r\nA,1,x',
    'PartitionKey;RowKey;Name\nA;1;x',
    '"RowKey", "PartitionKey","Name, in full"\n1,A,x',
    '\ufeffPartitionKey,RowKey\nA,1',
    '{"PartitionKey":"Harbour","RowKey":"17"}',
    '[{"Berth":7}]',
    '{"Berth":7}\n{"Berth":8}',
    '{"Note":"a\u2028b"}\r\n{"Berth":8}',
  ])('leaves %j to the import', (text) => expect(readPasted(text)).toBeNull());

  it('parses whatever a spreadsheet writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ') });
    const blocks = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      );
    const written = (text: string): string => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(blocks, (block) => {
        const text = `${block.map((row) => row.map(written).join('\t')).join('\n')}\n`;
        expect(readPasted(text)).toEqual(block);
      }),
    );
  });
});

describe('pasteRange', () => {
  const selected = { ...selectionAt({ row: 2, column: 1 }), active: { row: 5, column: 2 } };

  it('has the size of the block, starting at the first selected cell', () => {
    const range = pasteRange(selected, [['a', 'b', 'c']]);
    expect(range).toEqual({ top: 2, left: 1, bottom: 2, right: 3 });
  });

  it('takes more lines than a call can have arguments', () => {
    const lines = Array.from({ length: 300_000 }, () => ['Genoa']);
    expect(pasteRange(selected, lines)).toEqual({ top: 2, left: 1, bottom: 300_001, right: 1 });
  });

  it('is the selection when the block fills it a whole number of times', () => {
    expect(pasteRange(selected, [['a']])).toEqual({ top: 2, left: 1, bottom: 5, right: 2 });
    const block = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    const range = pasteRange(selected, block);
    expect(range).toEqual({ top: 2, left: 1, bottom: 5, right: 2 });
    const textsAt = textsIn([range], block);
    expect(textsAt(4).get(1)).toBe('a');
    expect(textsAt(5).get(2)).toBe('d');
  });

  it('starts at the active cell when whole rows are selected', () => {
    const rows = { ...selected, span: 'rows' } as const;
    expect(pasteRange(rows, [['a']])).toEqual({ top: 5, left: 2, bottom: 5, right: 2 });
  });
});

/** A sentence with this text. */
const saying = (text: string): string => expect.stringContaining(text) as string;

describe('pastedCell', () => {
  const row = (value?: EdmValue, state?: 'deleted'): ShownRow => {
    const entity = {
      partitionKey: 'Harbour',
      rowKey: '17',
      timestamp: '2026-10-14T08:21:07.1402918Z',
      etag: '',
      properties: value === undefined ? [] : [{ name: 'Berth', value }],
    };
    const mark =
      state === undefined
        ? undefined
        : { state, before: new Map<string, EdmValue | null>(), conflict: 'none' as const };
    return { entity, mark, edit: undefined, read: entity, readColumns: 'all' };
  };
  const berth = gridColumnOf('Berth', 'Edm.Int64');
  const seven: EdmValue = { type: 'Edm.Int32', value: '7' };

  it('keeps the type of the row, or takes that of the column when the row has none', () => {
    expect(pastedCell(row(seven), berth, '8')).toMatchObject({ kind: 'set', value: { type: 'Edm.Int32', value: '8' } });
    expect(pastedCell(row(), berth, '8')).toMatchObject({ kind: 'set', value: { type: 'Edm.Int64', value: '8' } });
  });

  it('changes nothing when the text is empty or equals the value', () => {
    expect(pastedCell(row(seven), berth, '')).toEqual({ kind: 'same' });
    expect(pastedCell(row(seven), berth, '7')).toEqual({ kind: 'same' });
  });

  it('reports when a value is not exactly the pasted text', () => {
    expect(pastedCell(row(seven), berth, '1e1')).toMatchObject({
      kind: 'set',
      value: { value: '10' },
      doubtful: saying('10'),
    });
  });

  it('rejects text that does not fit, with the reason', () => {
    expect(pastedCell(row(seven), berth, 'quay')).toMatchObject({
      kind: 'rejected',
      sentence: saying('not a whole number'),
    });
    expect(pastedCell(row(seven), berth, ' ')).toEqual({
      kind: 'rejected',
      sentence: 'Spaces are not a value of type Int32. To leave a value unchanged, leave the cell empty.',
    });
    const long = pastedCell(row({ type: 'Edm.String', value: 'x' }), berth, 'x'.repeat(40_000));
    expect(long).toMatchObject({ kind: 'rejected', sentence: expect.not.stringContaining('Berth:') as string });
    expect(pastedCell(row(seven, 'deleted'), berth, '8')).toMatchObject({
      kind: 'rejected',
      sentence: saying('deleted'),
    });
    const key = { ...berth, source: 'row-key', name: 'RowKey' } as const;
    expect(pastedCell(row(seven), key, '18')).toMatchObject({
      kind: 'rejected',
      sentence: saying('Keys'),
    });
    expect(pastedCell(row(seven), key, '17')).toEqual({ kind: 'same' });
    const timestamp = { ...berth, source: 'timestamp', name: 'Timestamp' } as const;
    expect(pastedCell(row(seven), timestamp, '2026')).toMatchObject({
      kind: 'rejected',
      sentence: saying('service'),
    });
  });
});

describe('cellText', () => {
  const entity = { partitionKey: 'Harbour', rowKey: '17', timestamp: '', etag: '', properties: [] };

  it('names the row by its distinguishing key, on one readable line', () => {
    expect(cellText({ entity }, 'Berth')).toBe('Berth of 17');
    expect(cellText({ entity: { ...entity, rowKey: '' } }, 'Berth')).toBe('Berth of Harbour');
    expect(cellText({ entity: { ...entity, rowKey: 'a\nb\u202e' } }, 'Berth')).toBe('Berth of a␊b[U+202E]');
    expect(cellText({ entity: { ...entity, rowKey: 'x'.repeat(500) } }, 'Berth')).toBe(`Berth of ${'x'.repeat(60)}…`);
    expect(cellText({ entity: { ...entity, partitionKey: '', rowKey: '' } }, 'Berth')).toBe('Berth');
  });
});

/** A text of each cell; null where the row does not hold the property. */
type Texts = readonly (readonly (string | null)[])[];

const names = ['Berth', 'Due', 'Ledger'];

async function copied(texts: Texts): Promise<string> {
  const rows = texts.map((row, at) =>
    testEntity(
      at,
      row.flatMap((value, column) =>
        value === null ? [] : [{ name: names[column] ?? '', value: { type: 'Edm.String', value } as const }],
      ),
    ),
  );
  const model = names.map((name) => ({ name, value: { type: 'Edm.String', value: '' } as const }));
  const all = allColumns(learnColumns([], packBlocks([testEntity(0, model)])), { partitionKey: 6, rowKey: 9 });
  const columns = visibleColumns(all, new Set()).filter(({ name }) => names.includes(name));
  const width = texts[0]?.length ?? 0;
  const selection = { ...selectionAt({ row: 0, column: 0 }), active: { row: texts.length - 1, column: width - 1 } };
  const { text } = await copiedText('tsv', selection, { columns, row: (index) => Promise.resolve(rows[index]) });
  return text;
}

it.each<{ readonly what: string; readonly texts: Texts }>([
  { what: 'an absent value at the end of a column', texts: [['x'], [null]] },
  { what: 'two of them', texts: [['x'], [null], [null]] },
  { what: 'nothing but absent values', texts: [[null], [null]] },
  { what: 'texts in braces', texts: [['{}'], ['{}']] },
  { what: 'what looks like a list from afar', texts: [['[1,', '2]']] },
])('copy and paste: round-trips $what', async ({ texts }) => {
  expect(readPasted(await copied(texts))).toEqual(texts.map((row) => row.map((text) => text ?? '')));
});

it('copy and paste: round-trips any values', async () => {
  const cell = fc.option(fc.string({ unit: fc.constantFrom(...'a 1 " \t \n \r , ; { } [ ] :'.split(' '), ' ') }));
  const blocks = fc
    .integer({ min: 1, max: names.length })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(blocks, async (texts) => {
      expect(readPasted(await copied(texts))).toEqual(texts.map((row) => row.map((text) => text ?? '')));
    }),
  );
});

it.each([
  ['cells', '\t'.repeat(2_000_000)],
  ['rows', '\n'.repeat(2_000_000)],
  ['names in its first line', `PartitionKey${'\t'.repeat(3_000_000)}`],
  ['characters in one cell', `"${'x'.repeat(16_000_000)}"`],
  ['levels of JSON', '['.repeat(16_000_000)],
])('pasted text with more %s than can be staged is not taken apart', (_, text) => {
  expect(readPasted(text)).toBe('too much');
});

it('pasted text: the largest block that can be staged is taken apart', () => {
  expect(readPasted(`${'a\t'.repeat(9)}b\n`.repeat(5000))).toHaveLength(5000);
});
