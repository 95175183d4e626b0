import { describe, expect, it } from 'vitest';
import type { Difference } from '@shared/model/table-diff';
import { type PageRange, createDifferencePages, namesIn, whatDiffers } from './comparison';

const found = (index: number): Difference => ({
  kind: 'added',
  partitionKey: 'p',
  rowKey: String(index),
  left: null,
  right: { etag: '', properties: [{ name: 'A', value: { type: 'Edm.Int32', value: '1' } }] },
});

describe('pages of differences', () => {
  it('are fetched once for the lines in view, and again when a page has grown', async () => {
    let total = 150;
    const requested: PageRange[] = [];
    const pages = createDifferencePages((range) => {
      requested.push(range);
      const length = Math.max(0, Math.min(range.limit, total - range.offset));
      return Promise.resolve({ total, differences: Array.from({ length }, (_, at) => found(range.offset + at)) });
    });
    pages.need(90, 120);
    pages.need(95, 149);
    await expect.poll(() => pages.held().at(149)?.rowKey).toBe('149');
    expect(pages.held().at(99)?.rowKey).toBe('99');
    pages.need(0, 149);
    expect(requested.map(({ offset }) => offset)).toEqual([0, 100]);
    total = 170;
    pages.need(140, 169);
    await expect.poll(() => pages.held().at(169)?.rowKey).toBe('169');
    expect(requested.map(({ offset }) => offset)).toEqual([0, 100, 100]);
  });
});

describe('texts of a comparison', () => {
  it('list each ignored property once', () => {
    expect(namesIn(' Note, , UpdatedAt,Note ')).toEqual(['Note', 'UpdatedAt']);
  });

  it('count the properties of a row that only one side has', () => {
    expect(whatDiffers(found(1), new Set())).toBe('1 property');
    expect(whatDiffers({ ...found(1), kind: 'changed' }, new Set())).toBe('A');
  });
});
