import { ResultAnalysis } from '@shared/analysis/result-analysis';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costText, fillText, lengthText, partitionsCsv, schemaCsv } from './analysis-text';
import { query, rows } from '../fixtures/analysis-room';
import { heatCells, partitionOrder } from './partition-list';
import { asFound, nextSort, shownProperties } from './schema-panel';
import type { KeyPattern } from '@shared/analysis/analysis-result';
import { informativePatterns } from './analysis-view';

describe('heat strip', () => {
  const partition = fc.record({ rows: fc.nat(), bytes: fc.nat(), readMs: fc.nat() });
  it('puts every partition into one cell and keeps the total', () => {
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

  it('covers the same partitions as the list, which can be sorted by size', () => {
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

describe('texts and CSV', () => {
  it('never show a part as 0 % or 100 %', () => {
    expect([fillText(0, 9), fillText(1, 9999), fillText(4999, 10_000), fillText(9999, 10_000), fillText(9, 9)]).toEqual(
      ['0 %', '< 1 %', '50 %', '> 99 %', '100 %'],
    );
  });

  it('neutralise formulas in keys and names', () => {
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

  it('quote cells that CSV would misread', () => {
    const analysis = new ResultAnalysis({ depth: 'profile' });
    analysis.addPage(rows, { bytes: 4000, latencyMs: 3 });
    const result = analysis.result();
    expect(schemaCsv(result.properties, result.rows)).toContain('"say ""hello"", twice"');
    expect(partitionsCsv(result)).toContain('p0,14,');
  });

  it('sort by a heading in both directions, then not at all', () => {
    const once = nextSort(asFound, 'fill');
    expect(once.direction).toBe('descending');
    expect(nextSort(once, 'fill').direction).toBe('ascending');
    expect(nextSort(nextSort(once, 'fill'), 'fill')).toEqual(asFound);
    expect(shownProperties([], once, '')).toEqual([]);
  });
});

it('cost text: explains why there are more requests than pages', () => {
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
  expect(costText(cost)).toBe('20 pages · 49 requests, 29 of them to find split points · 1.0 KiB · 1.2 s');
  expect(costText({ ...cost, requests: 20, probes: 0 })).toBe('20 pages · 1.0 KiB · 1.2 s');
});

describe('lengthText', () => {
  const text = (min: number, greatest: number, type: 'Edm.String' | 'Edm.Binary'): string =>
    lengthText({ least: min, greatest }, type).replace(/\s/g, ' ');

  it('gives the length of texts, with the singular for one character', () => {
    expect(text(1, 1, 'Edm.String')).toBe('1 character');
    expect(text(0, 1, 'Edm.String')).toBe('0–1 characters');
    expect(text(6, 6, 'Edm.String')).toBe('6 characters');
  });

  it('gives the length of binary values in bytes', () => {
    expect(text(1, 1200, 'Edm.Binary')).toBe('1–1,200 B');
  });
});

const pattern = (id: string): KeyPattern => ({ id, tone: 'caution', finding: 'Found.', consequence: 'Follows.' });
const found = [pattern('one-partition'), pattern('append-only-rows')];
const idsOf = (...of: Parameters<typeof informativePatterns>) => informativePatterns(...of).map(({ id }) => id);

describe('key patterns', () => {
  it('are reported when all rows were read', () => {
    expect(idsOf(found, 'all', query)).toEqual(['one-partition', 'append-only-rows']);
    expect(idsOf(found, 'all', { ...query, filterText: 'Rating gt 4.0' })).toContain('one-partition');
  });

  it('are not reported for the first rows only', () => {
    expect(idsOf(found, 'part', query)).toEqual(['first-rows', 'append-only-rows']);
    expect(idsOf([pattern('append-only-rows')], 'part', query)).toEqual(['append-only-rows']);
  });

  it('are not reported for a query of one partition', () => {
    const one = { ...query, partitionKey: { kind: 'is' as const, value: 'contoso' } };
    expect(idsOf(found, 'all', one)).toEqual(['append-only-rows']);
    expect(idsOf(found, 'part', one)).toEqual(['append-only-rows']);
    expect(idsOf(found, 'all', { ...query, filterText: "PartitionKey eq 'contoso'" })).toEqual(['append-only-rows']);
  });
});
