import { describe, expect, it } from 'vitest';
import { BytePool } from './byte-pool';
import { FillingBatch } from './filling-batch';

const frame = { head: Buffer.from('H'), beforePart: Buffer.from('-'), tail: Buffer.from('T') };
const row = (index: number, source: string) => ({ index, line: index + 2, source });

describe('a transaction that is being filled', () => {
  it('is laid out with its frame, and returns its parts and its rows as they were in the input', () => {
    const batch = new FillingBatch(new BytePool(), frame, { bodyBytes: 1, sourceBytes: 1 });
    const long = 'ü'.repeat(3000);
    batch.addText(row(4, `a,"b ""c"""`), 'one', 3);
    batch.addText(row(7, long), long, 6000);
    const part = Buffer.from('xx-threexx');
    batch.addBytes(9, 11, { memory: part, start: 2, end: 8 }, { memory: Buffer.from('?z,?'), start: 1, end: 3 });
    const { body, ends, indexes } = batch.layOut({ bodyBytes: 0, sourceBytes: 0 });
    expect(Buffer.from(body).toString('utf8')).toBe(`H-one-${long}-threeT`);
    expect([...ends]).toEqual([5, 6006, 6012]);
    expect([...indexes]).toEqual([4, 7, 9]);
    expect(batch.rows(',')).toEqual([
      { index: 4, line: 6, raw: ['a', 'b "c"'] },
      { index: 7, line: 9, raw: [long] },
      { index: 9, line: 11, raw: ['z', ''] },
    ]);
  });

  it('begins as long as the last full one was, up to a bound, in memory that came back', () => {
    const pool = new BytePool();
    const defaultSpace = { bodyBytes: 1, sourceBytes: 1 };
    const fill = (text: string): ArrayBuffer => {
      const batch = new FillingBatch(pool, frame, defaultSpace);
      batch.addText(row(0, ''), text, text.length);
      return batch.layOut(defaultSpace).body.buffer;
    };
    const first = fill('x'.repeat(5000));
    expect(defaultSpace.bodyBytes).toBe(8192);
    pool.giveBack(first);
    expect(fill('y')).toBe(first);
    expect(fill('z')).not.toBe(first);
    fill('x'.repeat(1_000_000));
    expect(defaultSpace.bodyBytes).toBe(128 * 1024);
  });
});
