// Lines written from packed rows are, byte for byte, those of the entities: whatever the values, names, types and shapes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderEntityLine } from '@shared/import/entity-line';
import type { Entity } from '@shared/model/entity';
import { packBlocks } from '@shared/rows/packed-rows';
import { wireTexts } from '@shared/rows/fixtures/wire-texts';
import { decodePage } from '../entity-codec';
import { bodies } from '../packing/fixtures/any-answers';
import { decodePacked } from '../packing/packed-page';
import { LineBytes } from './line-bytes';

const expected = (rows: readonly Entity[], timestamps: 'with' | 'without'): string =>
  rows.map((row) => `${renderEntityLine(timestamps === 'with' ? row : { ...row, timestamp: undefined })}\n`).join('');

function expectBytes(found: Buffer, whole: Buffer): void {
  // Buffers are compared byte by byte in slow ways; shown as text if they differ.
  if (!found.equals(whole)) expect(found.toString()).toBe(whole.toString());
  expect(found.equals(whole)).toBe(true);
}

/** Null if the response is one that is rejected. */
function readable(text: string): Entity[] | null {
  try {
    return decodePage(text);
  } catch {
    return null;
  }
}

it.each(['with', 'without'] as const)('are those of the entities of any answer, %s time stamps', (timestamps) => {
  // The memory of one page is written over by the next.
  const lines = new LineBytes();
  fc.assert(
    fc.property(bodies, (text) => {
      const rows = readable(text);
      fc.pre(rows !== null);
      const whole = Buffer.from(expected(rows, timestamps));
      const blocks = decodePacked(Buffer.from(text));
      expectBytes(lines.of({ form: 'packed', blocks }, timestamps), whole);
      expectBytes(lines.of({ form: 'entities', rows }, timestamps), whole);
    }),
    { numRuns: 500 },
  );
});

it('are those of columns of one type, long and short, alike and different', () => {
  const column = fc
    .constantFrom('Edm.String', 'Edm.Binary', 'Edm.Int64', 'Edm.Double', 'Edm.DateTime', 'Edm.Guid')
    .chain((type) =>
      fc.array(
        wireTexts[type].map((value) => ({ type, value })),
        { minLength: 1, maxLength: 60 },
      ),
    );
  const lines = new LineBytes();
  fc.assert(
    fc.property(column, fc.string({ unit: 'binary', maxLength: 5_000 }), (values, long) => {
      const rows = values.map((value, at): Entity => ({
        partitionKey: at % 3 === 0 ? long : 'p',
        rowKey: String(at),
        timestamp: '',
        etag: '',
        properties: [
          { name: 'A', value },
          { name: long, value: { type: 'Edm.String', value: at % 2 === 0 ? `${at}${long}` : '' } },
          ...(at % 4 === 0 ? [] : [{ name: 'C', value: { type: 'Edm.Boolean' as const, value: at % 5 === 0 } }]),
        ],
      }));
      const packed = { form: 'packed', blocks: packBlocks(rows) } as const;
      expectBytes(lines.of(packed, 'without'), Buffer.from(expected(rows, 'without')));
    }),
    { numRuns: 300 },
  );
});

it('line bytes: releases the memory of a page that was very long', () => {
  const lines = new LineBytes();
  const long = { type: 'Edm.String', value: 'x'.repeat(1 << 20) } as const;
  const row: Entity = {
    partitionKey: 'p',
    rowKey: 'r',
    timestamp: '',
    etag: '',
    properties: [{ name: 'A', value: long }],
  };
  const bytesOf = (count: number): number => {
    const { buffer } = lines.of({ form: 'entities', rows: Array.from({ length: count }, () => row) }, 'without');
    return buffer.byteLength;
  };
  expect(bytesOf(20)).toBeGreaterThan(20 << 20);
  expect(bytesOf(1)).toBeLessThan(8 << 20);
});
