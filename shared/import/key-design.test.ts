// The nine steps on the examples of the study of 2010, and on tables whose answers are known.
import { describe, expect, it } from 'vitest';
import type { EdmValue, Entity } from '../model/entity';
import {
  type KeyDesign,
  costAfter,
  filtersOf,
  keyExpressions,
  proposedKeys,
  shapesOf,
  tryKeys,
  usedProperties,
} from './key-design';
import { parseFilter } from '../query/odata';

const text = (value: string): EdmValue => ({ type: 'Edm.String', value });
const row = (index: number, properties: Record<string, EdmValue>): Entity => ({
  partitionKey: 'all',
  rowKey: String(index),
  timestamp: `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`,
  etag: '',
  properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
});
const blogs = Array.from({ length: 40 }, (_, index) =>
  row(index, {
    Author: text(['Brady', 'Ann', 'Cleo', 'Dan'][index % 4]!),
    Category: text(['Sports', 'Food'][index % 2]!),
    Published: { type: 'Edm.DateTime', value: `2010-09-${String(10 + (index % 10))}T08:00:00Z` },
    Title: text(`Title ${index}`),
  }),
);
const shapes = (...filters: string[]) => shapesOf(filters.map((filter) => parseFilter(filter)));
const byCategory = "Author eq 'Brady' and Category eq 'Sports'";
const byDate =
  "Author eq 'Brady' and Published ge datetime'2010-12-01T00:00:00Z' and Published lt datetime'2011-01-01T00:00:00Z'";

describe('key design', () => {
  it('finds the dominant query and the properties by how many queries use them', () => {
    const found = shapes(byCategory, byCategory.replace('Sports', 'Food'), byDate, "Title ne 'x'");
    expect(found.map(({ count, costClass }) => [count, costClass])).toEqual([
      [2, 'table-scan'],
      [1, 'table-scan'],
      [1, 'table-scan'],
    ]);
    expect(usedProperties(found).map(({ name, queries, use }) => [name, queries, use])).toEqual([
      ['Author', 3, 'exact'],
      ['Category', 2, 'exact'],
      ['Published', 1, 'range'],
      ['Title', 1, 'other'],
    ]);
  });

  it('proposes author, then category or date, then what makes a row unique', () => {
    const found = shapes(byDate);
    const design = proposedKeys(found[0]!, usedProperties(found), blogs);
    expect([design.partition, design.row]).toEqual([['Author'], ['Published', 'RowKey']]);
    expect(keyExpressions(design, blogs)).toEqual({
      partition: '{Author}',
      row: '{Published:yyyyMMddTHHmmssfff};{RowKey}',
    });
    expect(keyExpressions({ ...design, order: 'newest first', buckets: 16 }, blogs)).toEqual({
      partition: '{Author};{RowKey:hash:16}',
      row: '{Published:reversed-ticks};{RowKey}',
    });
  });

  it.each([
    ["Author eq 'A' and RowKey eq '1' and Published eq datetime'2010-12-01T00:00:00Z'", 'point'],
    [byDate, 'row-range'],
    ["Author eq 'A'", 'partition-scan'],
    ["Author ge 'A' and Author lt 'C'", 'partition-range'],
    ["Author eq 'A' or Author eq 'B'", 'partition-scan'],
    ["Category eq 'Food'", 'table-scan'],
    ["not (Author eq 'A')", 'table-scan'],
  ])('knows the cost of %s afterwards', (filter, expected) => {
    const [shape] = shapes(filter);
    const design: KeyDesign = {
      partition: ['Author'],
      row: ['Published', 'RowKey'],
      delimiter: ';',
      order: 'oldest first',
      buckets: 0,
    };
    expect(costAfter(shape!, design)).toBe(expected);
    // A bucket is unknown when one asks, so all buckets are read.
    if (expected === 'point') expect(costAfter(shape!, { ...design, buckets: 4 })).toBe('partition-range');
  });

  it('makes the keys of real rows, which sort as they are stored', () => {
    const found = shapes(byDate);
    const trial = tryKeys(proposedKeys(found[0]!, usedProperties(found), blogs), blogs, () => 'g');
    expect([trial.rows, trial.partitions, trial.largestPartition, trial.problems]).toEqual([40, 4, 10, []]);
    const keys = trial.samples.map(({ after }) => `${after.partition} ${after.row}`);
    expect(keys).toEqual([...keys].sort());
    expect(keys[0]).toMatch(/^Ann 201009\d\dT080000000;\d+$/);
  });

  it('names what speaks against keys: one partition, rows alike, growing keys, characters that are not allowed', () => {
    const design = { delimiter: ';', order: 'oldest first', buckets: 0 } as const;
    const problems = (partition: string[], rowParts: string[], rows = blogs): readonly string[] =>
      tryKeys({ ...design, partition, row: rowParts }, rows, String).problems;
    expect(problems(['Author'], ['Category'])).toEqual(['36 of 40 rows would have the keys of another row.']);
    expect(problems(['PartitionKey'], ['RowKey'])[0]).toMatch(/^All rows are in one partition/);
    const times = blogs.map((one, index) => ({ ...one, rowKey: String(index).padStart(4, '0') }));
    expect(problems(['RowKey'], ['RowKey'], times)).toEqual([
      'Every row is its own partition: no transaction can include two of them.',
      'The PartitionKey only increases over time: one server takes all writes, however many partitions there are.',
    ]);
    const slashes = [row(1, { Path: text('a/b') }), row(2, { Path: text('c') })];
    expect(problems(['Path'], ['RowKey'], slashes)[0]).toMatch(/^1 of 2 rows: A value contains characters/);
    const gaps = [row(1, { Author: text('A') }), row(2, {})];
    expect(problems(['Author'], ['RowKey'], gaps)[0]).toBe('1 of 2 rows: “Author” is empty.');
  });

  it('pads numbers, and leaves out recorded queries that cannot be read', () => {
    const orders = [7, 12].map((id) => row(id, { Id: { type: 'Edm.Int32', value: String(id) }, Shop: text(`s${id}`) }));
    const [shape] = shapes("Shop eq 's7' and Id eq 7");
    const design = proposedKeys(shape!, usedProperties([shape!]), orders);
    expect(keyExpressions(design, orders).row + keyExpressions(design, orders).partition).toContain('{Id:0000000000}');
    const any = { kind: 'any' } as const;
    const read = filtersOf([
      { partitionKey: any, rowKey: any, filterText: "A eq '" },
      { partitionKey: any, rowKey: any, filterText: 'A eq 1' },
      { partitionKey: { kind: 'is', value: 'x' }, rowKey: any },
    ]);
    expect(shapesOf(read).map(({ example }) => example)).toEqual(['A eq 1', "PartitionKey eq 'x'"]);
  });
});
