import { ResultAnalysis } from '@shared/analysis/result-analysis';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionsCsv, schemaCsv } from './as-csv';
import { rows } from '../fixtures/analysis-room';
import { costText } from './coverage-text';
import { heatCells, partitionOrder } from './heat-cells';
import { asFound, nextSort, shownProperties } from './schema-order';
import { fillText } from './value-text';

describe('the strip', () => {
  const partition = fc.record({ rows: fc.nat(), bytes: fc.nat(), readMs: fc.nat() });
  it('holds every partition in one cell and all of the measure', () => {
    fc.assert(
      fc.property(fc.array(partition, { maxLength: 400 }), fc.integer({ min: 1, max: 50 }), (partitions, max) => {
        const cells = heatCells(partitions, 'rows', max);
        expect(cells.length).toBe(Math.min(max, partitions.length));
        expect(
          cells.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
        ).toEqual(partitions.map((_, index) => index));
        expect(cells.reduce((sum, { value }) => sum + value, 0)).toBe(
          partitions.reduce((sum, each) => sum + each.rows, 0),
        );
        for (const { heat } of cells) expect(heat >= 0 && heat <= 1).toBe(true);
      }),
    );
  });

  it('and the list order are the partitions again, the greatest first when asked', () => {
    expect(
      partitionOrder(
        [
          { rows: 1, bytes: 9, readMs: 0 },
          { rows: 3, bytes: 2, readMs: 0 },
        ],
        'size',
        'rows',
      ),
    ).toEqual([1, 0]);
    expect(
      partitionOrder(
        [
          { rows: 1, bytes: 9, readMs: 0 },
          { rows: 3, bytes: 2, readMs: 0 },
        ],
        'size',
        'bytes',
      ),
    ).toEqual([0, 1]);
  });
});

describe('words and files', () => {
  it('never call a part all or nothing', () => {
    expect([fillText(0, 9), fillText(1, 9999), fillText(4999, 10_000), fillText(9999, 10_000), fillText(9, 9)]).toEqual(
      ['0 %', '< 1 %', '50 %', '> 99 %', '100 %'],
    );
  });

  it('run nothing of a hostile key or name in a spreadsheet', () => {
    const analysis = new ResultAnalysis({ depth: 'profile' });
    const hostile = '=1+1';
    analysis.addPage(
      [
        {
          partitionKey: hostile,
          rowKey: '1',
          timestamp: '',
          etag: '',
          properties: [{ name: hostile, value: { type: 'Edm.String', value: hostile } }],
        },
      ],
      { bytes: 0, latencyMs: 0 },
    );
    const result = analysis.result();
    for (const text of [schemaCsv(result.properties, 1), partitionsCsv(result)]) {
      expect(text).toContain("'=1+1");
      expect(text).not.toMatch(/(?:^|[,\n])"?=/u);
    }
  });

  it('quote what CSV would misread', () => {
    const analysis = new ResultAnalysis({ depth: 'profile' });
    analysis.addPage(rows, { bytes: 4000, latencyMs: 3 });
    const result = analysis.result();
    expect(schemaCsv(result.properties, result.rows)).toContain('"say ""hello"", twice"');
    expect(partitionsCsv(result)).toContain('p0,14,');
  });

  it('headings turn round, then let go', () => {
    const once = nextSort(asFound, 'fill');
    expect(once.direction).toBe('descending');
    expect(nextSort(once, 'fill').direction).toBe('ascending');
    expect(nextSort(nextSort(once, 'fill'), 'fill')).toEqual(asFound);
    expect(shownProperties([], once, '')).toEqual([]);
  });
});

it('what reading the whole took says why it is more requests than pages', () => {
  const took = { rows: 20_000, distinctPartitions: { count: 3, exactness: 'exact' }, ended: 'end' } as const;
  const cost = {
    ...took,
    pages: 20,
    emptyPages: 0,
    requests: 49,
    probes: 29,
    retries: 0,
    bytes: 1024,
    elapsedMs: 1200,
  };
  expect(costText(cost)).toBe('20 pages · 49 requests, 29 of them to find where to cut · 1.0 KiB · 1.2 s');
  expect(costText({ ...cost, requests: 20, probes: 0 })).toBe('20 pages · 1.0 KiB · 1.2 s');
});
