import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdmType, EdmValue, Entity } from '../model/entity';
import { compareEdmValues } from '../query/edm-value';
import type { AnalysisResult } from './analysis-result';
import { ResultAnalysis } from './result-analysis';

const names = ['Total', 'Status', '__proto__', 'constructor', 'a b'];

const value: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.integer().map((number) => ({ type: 'Edm.Int32' as const, value: String(number) })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((number) => ({
    type: 'Edm.Int64' as const,
    value: String(number),
  })),
  fc.double().map((number) => ({ type: 'Edm.Double' as const, value: Object.is(number, -0) ? '0' : String(number) })),
  fc.string({ unit: 'binary', maxLength: 300 }).map((text) => ({ type: 'Edm.String' as const, value: text })),
  fc.boolean().map((truth) => ({ type: 'Edm.Boolean' as const, value: truth })),
  fc.nat({ max: 99_999_999 }).map((ticks) => ({
    type: 'Edm.DateTime' as const,
    value: `2026-10-14T08:21:0${String(ticks)
      .padStart(8, '0')
      .replace(/^(\d)(\d{7})$/, '$1.$2')}Z`,
  })),
  fc.uuid().map((guid) => ({ type: 'Edm.Guid' as const, value: guid })),
  fc.constantFrom('', 'AQ==', 'AQI=', 'AQID').map((base64) => ({ type: 'Edm.Binary' as const, value: base64 })),
);

const row: fc.Arbitrary<Entity> = fc.record({
  partitionKey: fc.constantFrom('a', 'b', 'c', 'é', ''),
  rowKey: fc.string({ maxLength: 6 }),
  timestamp: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', '2026-01-02T00:00:00Z', ''),
  etag: fc.constant(''),
  properties: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), value }), {
    selector: ({ name }) => name,
    maxLength: 5,
  }),
});
const page = fc.record({
  rows: fc.array(row, { maxLength: 30 }),
  bytes: fc.nat({ max: 100_000 }),
  latencyMs: fc.integer({ min: 0, max: 60_000 }),
});
type Page = typeof page extends fc.Arbitrary<infer P> ? P : never;
const pages = fc.array(page, { maxLength: 6 });

function analysed(of: readonly Page[]): ResultAnalysis {
  const analysis = new ResultAnalysis({ depth: 'profile' });
  for (const { rows, ...cost } of of) analysis.addPage(rows, cost);
  return analysis;
}
const property = (result: AnalysisResult, name: string): AnalysisResult['properties'][number] | undefined =>
  result.properties.find((each) => each.name === name && each.role === 'own');

describe('an analysis', () => {
  it('does not depend on the order of the pages, examples aside', () => {
    const withoutExamples = (of: readonly Page[]): unknown => {
      const { properties, ...rest } = analysed(of).result();
      const byName = properties.map((each) => ({ ...each, examples: each.examples.length }));
      return { ...rest, properties: byName.sort((left, right) => (left.name < right.name ? -1 : 1)) };
    };
    fc.assert(
      fc.property(pages, (of) => {
        expect(withoutExamples([...of].reverse())).toEqual(withoutExamples(of));
      }),
    );
  });

  it('has exactly the result of a naive pass over all rows', () => {
    fc.assert(
      fc.property(pages, (of) => {
        const result = analysed(of).result();
        const rows = of.flatMap((each) => each.rows);
        expect(result.rows).toBe(rows.length);
        expect(result.bytes).toBe(of.reduce((sum, { bytes }) => sum + bytes, 0));
        for (const name of names) {
          const values = rows.flatMap(({ properties }) => properties.filter((each) => each.name === name));
          expectExact(
            property(result, name),
            values.map((each) => each.value),
          );
        }
      }),
    );
  });

  it('gives every partition its rows, and shares all bytes and all time among them', () => {
    fc.assert(
      fc.property(pages, (of) => {
        const { partitions } = analysed(of).result();
        const filled = of.filter(({ rows }) => rows.length > 0);
        const sum = (take: (partition: (typeof partitions)[number]) => number): number =>
          partitions.reduce((total, partition) => total + take(partition), 0);
        expect(sum(({ bytes }) => bytes)).toBe(filled.reduce((total, { bytes }) => total + bytes, 0));
        expect(sum(({ readMs }) => readMs)).toBeCloseTo(filled.reduce((total, each) => total + each.latencyMs, 0));
        for (const { key, rows, firstAt } of partitions) {
          const inIt = of.flatMap((each) => each.rows).filter(({ partitionKey }) => partitionKey === key);
          expect(rows).toBe(inIt.length);
          const times = inIt.map(({ timestamp }) => timestamp).filter((timestamp) => timestamp !== '');
          expect(firstAt).toBe(times.sort(byMoment)[0] ?? '');
        }
        expect(partitions.map(({ key }) => key)).toEqual([...partitions.map(({ key }) => key)].sort());
      }),
    );
  });

  it('tracks a limited number of partitions and names separately and counts the others', () => {
    const analysis = new ResultAnalysis({ depth: 'profile', maxPartitions: 10, maxProperties: 2 });
    const rows = Array.from({ length: 60 }, (_, index) => ({
      partitionKey: `p${index % 30}`,
      rowKey: String(index),
      timestamp: '',
      etag: '',
      properties: [{ name: `n${index % 3}`, value: { type: 'Edm.Int32' as const, value: '1' } }],
    }));
    analysis.addPage(rows, { bytes: 6000, latencyMs: 3 });
    const result = analysis.result();
    expect(result.partitions).toHaveLength(10);
    expect(result.otherPartitions.rows).toBe(40);
    expect(result.otherPartitions.bytes + result.partitions.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(6000);
    expect(result.distinctPartitions).toEqual({ count: 30, exactness: 'estimate' });
    expect(result.otherProperties).toBe(20);
  });

  it('that only counts keeps nothing but the partitions', () => {
    const analysis = new ResultAnalysis({ depth: 'count' });
    analysis.addPage([{ partitionKey: 'a', rowKey: '1', timestamp: '', etag: '', properties: [] }], {
      bytes: 10,
      latencyMs: 1,
    });
    expect(analysis.rows).toBe(1);
    expect(analysis.distinctPartitions()).toEqual({ count: 1, exactness: 'exact' });
    expect(analysis.result().properties).toEqual([]);
  });
});

function byMoment(left: string, right: string): number {
  return Date.parse(left) - Date.parse(right);
}

function expectExact(found: AnalysisResult['properties'][number] | undefined, values: readonly EdmValue[]): void {
  expect(found?.rows ?? 0).toBe(values.length);
  if (found === undefined) return;
  const types = new Set(values.map(({ type }) => type));
  expect(new Set(found.types.map(({ type }) => type))).toEqual(types);
  expect(found.distinct).toEqual({ count: new Set(values.map(keyOf)).size, exactness: 'exact' });
  expect(found.topShortBy).toBe(0);
  const [top] = found.top;
  const counts = new Map<string, number>();
  for (const each of values) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  expect(top?.rows).toBe(Math.max(...counts.values()));
  for (const { type, rows, least: min, greatest, notNumbers } of found.types) {
    const ofType = values.filter((each) => each.type === type);
    expect(rows).toBe(ofType.length);
    expect(notNumbers).toBe(ofType.filter(({ value: text }) => type === 'Edm.Double' && text === 'NaN').length);
    expectExtremes(type, ofType, { least: min?.text, greatest: greatest?.text });
  }
}

function expectExtremes(
  type: EdmType,
  values: readonly EdmValue[],
  found: { readonly least: string | undefined; readonly greatest: string | undefined },
): void {
  const ordered = values
    .filter(({ value: text }) => type !== 'Edm.Binary' && !(type === 'Edm.Double' && text === 'NaN'))
    .sort(compareEdmValues);
  const text = (of: EdmValue | undefined): string | undefined => (of === undefined ? undefined : String(of.value));
  for (const [shown, whole] of [
    [found.least, text(ordered[0])],
    [found.greatest, text(ordered.at(-1))],
  ]) {
    if (whole === undefined || whole.length <= 120) expect(shown).toBe(whole);
    else expect(whole.startsWith(shown ?? '-')).toBe(true);
  }
}

function keyOf({ type, value: text }: EdmValue): string {
  return `${type} ${text}`;
}
