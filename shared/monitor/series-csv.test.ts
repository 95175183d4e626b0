import { describe, expect, it } from 'vitest';
import { seriesCsv } from './series-csv';

describe('a chart over time as CSV', () => {
  it('has every digit, and nothing where nothing was measured', () => {
    const rows = [
      { atMs: Date.UTC(2026, 9, 14, 8, 21, 7, 140), upload: 1_234_567.891, p50: null },
      { atMs: Date.UTC(2026, 9, 14, 8, 21, 7, 390), upload: 0, p50: 3.5 },
    ];
    const columns = [
      { key: 'upload', label: 'upload', unit: 'bytes/s' },
      { key: 'p50', label: 'p50, "half"', unit: 'ms' },
    ];
    expect(seriesCsv(rows, columns)).toBe(
      'time,upload (bytes/s),"p50, ""half"" (ms)"\r\n' +
        '2026-10-14T08:21:07.140Z,1234567.891,\r\n' +
        '2026-10-14T08:21:07.390Z,0,3.5\r\n',
    );
  });
});
