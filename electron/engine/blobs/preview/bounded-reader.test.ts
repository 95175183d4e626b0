// Reads a blob for a parser that requests overlapping ranges: every byte once, and no more than the limit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account, ServiceRequest } from '../../azure/account';
import { BoundedReader } from './bounded-reader';

const content = Uint8Array.from({ length: 200 }, (_, index) => index);

function reading(allowedBytes = content.length) {
  const requested: string[] = [];
  const send = ({ headers = {}, onBody }: ServiceRequest): Promise<unknown> => {
    const range = headers['x-ms-range'] ?? '';
    requested.push(range);
    const [, first = 0, last = 0] = (/^bytes=(\d+)-(\d+)$/u.exec(range) ?? []).map(Number);
    onBody?.(Buffer.from(content.subarray(first, last + 1)));
    return Promise.resolve({});
  };
  const blob = { container: 'box', name: 'fleet.parquet', etag: 'e', totalBytes: content.length };
  const reader = new BoundedReader({ send } as unknown as Account, blob, new AbortController().signal);
  reader.allow(allowedBytes);
  return { reader, requested };
}
const bytesFrom = (start: number, end: number): Uint8Array => content.subarray(start, end);

describe('ranges that overlap', () => {
  it('are read when they were not read before, once', async () => {
    const { reader, requested } = reading();
    await reader.slice(50, 100);
    await reader.slice(120, 130);
    expect(new Uint8Array(await reader.slice(20, 150))).toEqual(bytesFrom(20, 150));
    expect(requested).toEqual(['bytes=50-99', 'bytes=120-129', 'bytes=20-49', 'bytes=100-119', 'bytes=130-149']);
    expect(reader.readBytes).toBe(130);
  });

  it('are read once even while the first of them is in progress', async () => {
    const { reader } = reading();
    const both = await Promise.all([reader.slice(0, 60), reader.slice(40, 90)]);
    expect(both.map((bytes) => new Uint8Array(bytes))).toEqual([bytesFrom(0, 60), bytesFrom(40, 90)]);
    expect(reader.readBytes).toBe(90);
  });

  it('count once against the limit', async () => {
    const { reader } = reading(100);
    await reader.slice(0, 80);
    await reader.slice(40, 100);
    await expect(reader.slice(90, 130)).rejects.toMatchObject({ neededBytes: 130 });
    expect(reader.readBytes).toBe(100);
  });

  it('yield every byte unchanged, each requested once', async () => {
    const spans = fc.array(fc.tuple(fc.nat(content.length), fc.nat(content.length)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(spans, async (wanted) => {
        const { reader } = reading();
        const covered = new Set<number>();
        for (const [a, b] of wanted) {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          expect(new Uint8Array(await reader.slice(start, end))).toEqual(bytesFrom(start, end));
          for (let at = start; at < end; at += 1) covered.add(at);
        }
        expect(reader.readBytes).toBe(covered.size);
      }),
    );
  });
});
