// The delimiter that the keys share is found; parts join to the key they came from.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectDelimiter, joinKey, keyDelimiters, splitKey } from './composite-key';

describe('the delimiter of keys', () => {
  it.each<[readonly string[], string | null]>([
    [['2026-10-14;A1', '2026-10-15;B2'], ';'],
    [['Sports;Ball', 'Sports;Net', 'Music;Drum'], ';'],
    [['a|b|c', 'd|e|f'], '|'],
    [['job_vm_worker_1', 'job_vm_worker_2'], '_'],
    [['2026-10-14', '2026-10-15'], '-'],
    [['dep___web___web_IN_0', 'dep___web___web_IN_1'], '___'],
    [['1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e', '2f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e'], null],
    [['2026-11-02T00:00:00Z', '2026-11-02T01:00:00Z'], null],
    [['2026-11-02 00:00:00.1234567', '2026-11-02 01:00:00.5'], null],
    [['2026-11-02T00:00:00Z-A1', '2026-11-02T01:00:00Z-B2'], '-'],
    [['A-2026-11-02T00:00:00Z', 'B-2026-11-02T01:00:00Z'], '-'],
    [['A-1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e', 'B-2f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e'], '-'],
    [['1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e-A', '2f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e-B'], '-'],
    [['1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E', '2F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E'], null],
    [['Shadow', 'Shell', 'Ship'], null],
    [['a;b', 'a;b;c', 'd'], null],
    [['a;b'], null],
    [[], null],
  ])('of %j is %j', (keys, delimiter) => {
    expect(detectDelimiter(keys)).toBe(delimiter);
  });

  it('needs nine in ten keys to agree', () => {
    const regular = Array.from({ length: 18 }, (_, index) => `a;${index}`);
    expect(detectDelimiter([...regular, 'x', 'y'])).toBe(';');
    expect(detectDelimiter(['x', 'y', ...regular])).toBe(';');
    expect(detectDelimiter([...regular, 'x', 'y', 'z'])).toBeNull();
  });

  it('is that of the first 500 different keys', () => {
    const keys = Array.from({ length: 500 }, (_, index) => (index < 50 ? `x${index}` : `a;${index}`));
    expect(detectDelimiter([...keys, ...keys, 'y', 'z'])).toBe(';');
    expect(detectDelimiter(['y', ...keys])).toBeNull();
  });

  it('is found wherever parts without it are joined', () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...keyDelimiters),
        fc
          .integer({ min: 2, max: 5 })
          .chain((count) =>
            fc.array(fc.array(part, { minLength: count, maxLength: count }), { minLength: 2, maxLength: 20 }),
          ),
        (delimiter, rows) => {
          const keys = rows.map((parts) => joinKey(parts, delimiter));
          expect(detectDelimiter(keys)).toBe(new Set(keys).size < 2 ? null : delimiter);
        },
      ),
    );
  });
});

it('parts join to the key they came from', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...keyDelimiters), (key, delimiter) => {
      expect(joinKey(splitKey(key, delimiter), delimiter)).toBe(key);
    }),
  );
});
