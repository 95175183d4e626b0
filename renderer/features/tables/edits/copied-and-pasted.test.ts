// What is copied from the grid comes back as the same cells when it is pasted.
import { packBlocks } from '@shared/rows/packed-rows';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testEntity } from '../fixtures/test-port';
import { allColumns, learnColumns, visibleColumns } from '../result/grid-column';
import { copiedText } from '../grid/copy-rows';
import { selectionAt } from '../grid/selection';
import { readPasted } from './pasted-cells';

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
])('brings back $what', async ({ texts }) => {
  expect(readPasted(await copied(texts))).toEqual(texts.map((row) => row.map((text) => text ?? '')));
});

it('brings back whatever cells hold', async () => {
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
