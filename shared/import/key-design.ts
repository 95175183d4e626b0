// The nine steps from the queries of a table to its keys: which properties are filtered by, which query dominates, their
// order, what makes a row unique, and which part goes into which key; then what every query costs before and afterwards.
// Pure. Over 300 lines, because the steps build on each other.
import { invalidInput } from '../errors';
import { evaluateKey, parseKeyExpression } from './key-expression';
import type { EdmType, Entity } from '../model/entity';
import { type CostClass, type FilterNode, costClasses } from '../model/table-query';
import { rankCorrelation } from '../analysis/rank-correlation';
import { t } from '../strings/t';
import { classify } from '../query/cost-class';
import { conjuncts } from '../query/key-bounds';
import { checkKey } from '../query/key-rules';
import { type FilterParts, wholeFilter } from '../query/key-filter';
import { renderFilter } from '../query/odata-renderer';

/** How a filter uses a property; a prefix is a range. Only the first two can become a part of a key. */
export type PropertyUse = 'exact' | 'range' | 'other';

/** Queries that filter by the same properties in the same ways. */
export interface QueryShape {
  /** In the order in which their use narrows a key: exact before range. */
  readonly properties: readonly { readonly name: string; readonly use: PropertyUse }[];
  /** Number of different queries of this shape. */
  readonly count: number;
  readonly example: string;
  readonly costClass: CostClass;
}

export interface UsedProperty {
  readonly name: string;
  /** Number of queries that filter by it. */
  readonly queries: number;
  readonly use: PropertyUse;
}

const useOrder: readonly PropertyUse[] = ['exact', 'range', 'other'];

/** Step 3: the shapes of these queries, the most frequent first. Queries without a filter have none. */
export function shapesOf(filters: readonly (FilterNode | null)[]): readonly QueryShape[] {
  const shapes = new Map<string, QueryShape>();
  for (const filter of filters) {
    if (filter === null) continue;
    const properties = propertiesIn(filter);
    const key = JSON.stringify(properties);
    const known = shapes.get(key);
    shapes.set(
      key,
      known === undefined
        ? { properties, count: 1, example: renderFilter(filter), costClass: classify(filter).costClass }
        : { ...known, count: known.count + 1 },
    );
  }
  return [...shapes.values()].sort((a, b) => b.count - a.count);
}

function propertiesIn(filter: FilterNode): QueryShape['properties'] {
  const uses = new Map<string, PropertyUse>();
  const note = (name: string, use: PropertyUse): void => {
    const known = uses.get(name);
    // Two bounds of one property are a range; anything beside an exact value narrows no further.
    if (known === undefined || useOrder.indexOf(use) < useOrder.indexOf(known)) uses.set(name, use);
  };
  for (const part of conjuncts(filter)) {
    const one = oneOfProperty(part);
    if (one !== null) note(one, 'exact');
    else if (part.kind === 'starts-with') note(part.property, 'range');
    else if (part.kind === 'truth') note(part.property, 'exact');
    else if (part.kind === 'comparison') {
      note(part.property, part.operator === 'eq' ? 'exact' : part.operator === 'ne' ? 'other' : 'range');
    } else for (const name of namesIn(part)) note(name, 'other');
  }
  return [...uses]
    .map(([name, use]) => ({ name, use }))
    .sort((a, b) => useOrder.indexOf(a.use) - useOrder.indexOf(b.use) || (a.name < b.name ? -1 : 1));
}

/** The property of an “or” of exact values, which is read as several exact ranges. */
function oneOfProperty(part: FilterNode): string | null {
  if (part.kind !== 'or') return null;
  const names = new Set(
    part.nodes.map((node) => (node.kind === 'comparison' && node.operator === 'eq' ? node.property : '')),
  );
  const [name = ''] = names;
  return names.size === 1 && name !== '' ? name : null;
}

function namesIn(node: FilterNode): readonly string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(namesIn);
  return node.kind === 'not' ? namesIn(node.node) : [node.property];
}

/** Steps 1 and 2: what queries filter by, the most frequent first; the best of its uses counts. */
export function usedProperties(shapes: readonly QueryShape[]): readonly UsedProperty[] {
  const found = new Map<string, UsedProperty>();
  for (const { properties, count } of shapes) {
    for (const { name, use } of properties) {
      const known = found.get(name);
      const best = known === undefined || useOrder.indexOf(use) < useOrder.indexOf(known.use) ? use : known.use;
      found.set(name, { name, queries: (known?.queries ?? 0) + count, use: best });
    }
  }
  return [...found.values()].sort((a, b) => b.queries - a.queries);
}

/** Steps 4 and 5: the properties of the dominant query that a key can hold, the most important first. */
export function keyProperties(dominant: QueryShape, used: readonly UsedProperty[]): readonly string[] {
  const queriesOf = (name: string): number => used.find((one) => one.name === name)?.queries ?? 0;
  return dominant.properties
    .filter(({ use }) => use !== 'other')
    .sort((a, b) => useOrder.indexOf(a.use) - useOrder.indexOf(b.use) || queriesOf(b.name) - queriesOf(a.name))
    .map(({ name }) => name);
}

/** A value for every row that no other row has. */
export const guidPart = 'guid';

/** Step 6: whether the properties identify each of these rows. */
export function isUnique(properties: readonly string[], rows: readonly Entity[]): boolean {
  if (properties.includes(guidPart)) return true;
  const seen = new Set(rows.map((row) => JSON.stringify(properties.map((name) => cellOf(row, name)))));
  return properties.length > 0 && seen.size === rows.length;
}

/** Properties that identify every row alone, and what is made for each row where there is none. */
function uniqueProperties(rows: readonly Entity[]): readonly string[] {
  const names = columnsOf(rows).filter((name) => rows.every((row) => (cellOf(row, name) ?? '') !== ''));
  return [...names.filter((name) => name !== 'Timestamp' && isUnique([name], rows)), guidPart];
}

export interface KeyDesign {
  readonly partition: readonly string[];
  readonly row: readonly string[];
  readonly delimiter: string;
  /** Times sort backwards, so that the newest row comes first. */
  readonly order: 'oldest first' | 'newest first';
  /** Every partition is divided into so many; 0 for no division. */
  readonly buckets: number;
}

/** Steps 7 to 9. One property is both keys: a row is then a partition of its own. */
export function splitKeys(properties: readonly string[], dominant: QueryShape): Pick<KeyDesign, 'partition' | 'row'> {
  if (properties.length < 2) return { partition: properties, row: properties };
  if (properties.length === 2) return { partition: properties.slice(0, 1), row: properties.slice(1) };
  const exact = properties.filter((name) =>
    dominant.properties.some((one) => one.name === name && one.use === 'exact'),
  );
  const first = Math.min(properties.length - 1, Math.max(1, exact.length));
  return { partition: properties.slice(0, first), row: properties.slice(first) };
}

/** The proposal for the dominant query; its RowKey ends with what makes a row unique. */
export function proposedKeys(dominant: QueryShape, used: readonly UsedProperty[], rows: readonly Entity[]): KeyDesign {
  const columns = new Set(columnsOf(rows));
  // A filter can name a property that no row has, also by mistake: no key can be made of it.
  const properties = keyProperties(dominant, used).filter((name) => rows.length === 0 || columns.has(name));
  const [unique = guidPart] = uniqueProperties(rows);
  const all = isUnique(properties, rows) ? properties : [...properties.filter((name) => name !== unique), unique];
  return { ...splitKeys(all, dominant), delimiter: delimiterFor(rows, all), order: 'oldest first', buckets: 0 };
}

const delimiters = [';', '|', '_', '~'] as const;

/** None of the values holds it, so that keys can be taken apart again. */
function delimiterFor(rows: readonly Entity[], properties: readonly string[]): string {
  const holds = (delimiter: string): boolean =>
    rows.some((row) => properties.some((name) => (cellOf(row, name) ?? '').includes(delimiter)));
  return delimiters.find((delimiter) => !holds(delimiter)) ?? ';';
}

export interface KeyExpressions {
  /** As `stowage import` and the import's form take them. */
  readonly partition: string;
  readonly row: string;
}

export function keyExpressions(design: KeyDesign, rows: readonly Entity[]): KeyExpressions {
  const { partition, row, delimiter, buckets } = design;
  const part = (name: string): string => {
    const format = formatOf(name, design, rows);
    return name === guidPart ? '{guid}' : `{${name}${format === '' ? '' : `:${format}`}}`;
  };
  const bucket = buckets > 1 ? [`{${bucketSource(design, rows)}:hash:${buckets}}`] : [];
  return {
    partition: [...partition.map(part), ...bucket].join(delimiter),
    row: row.map(part).join(delimiter),
  };
}

/** What decides the bucket: a property that differs from row to row. */
const bucketSource = ({ row }: KeyDesign, rows: readonly Entity[]): string =>
  [...row, ...uniqueProperties(rows)].find((name) => name !== guidPart && isUnique([name], rows)) ?? 'RowKey';

const widthOf: Readonly<Partial<Record<EdmType, number>>> = { 'Edm.Int32': 10, 'Edm.Int64': 19 };

/** Numbers get leading zeros and times a fixed form, because keys are sorted as text. */
function formatOf(name: string, { order }: KeyDesign, rows: readonly Entity[]): string {
  const types = new Set(rows.flatMap((row) => typeOf(row, name) ?? []));
  const [type] = types;
  if (type === undefined || types.size > 1) return '';
  if (type === 'Edm.DateTime') return order === 'newest first' ? 'reversed-ticks' : 'yyyyMMddTHHmmssfff';
  const width = widthOf[type];
  const isNegative = rows.some((row) => (cellOf(row, name) ?? '').startsWith('-'));
  return width === undefined || isNegative ? '' : '0'.repeat(width);
}

/** What a query costs with such keys: its filter has to be written for them, as conditions on the two keys. */
export function costAfter({ properties }: QueryShape, { partition, row, buckets }: KeyDesign): CostClass {
  const useOf = (name: string): PropertyUse => properties.find((one) => one.name === name)?.use ?? 'other';
  const partitionReach = reachOf(partition.map(useOf));
  if (partitionReach === 'none') return 'table-scan';
  if (partitionReach === 'part' || buckets > 1) return 'partition-range';
  const rowReach = reachOf(row.map(useOf));
  return rowReach === 'all' ? 'point' : rowReach === 'part' ? 'row-range' : 'partition-scan';
}

/** How far conditions on the parts of a key, in their order, narrow it. */
function reachOf(uses: readonly PropertyUse[]): 'all' | 'part' | 'none' {
  if (uses.every((use) => use === 'exact')) return 'all';
  return uses[0] === undefined || uses[0] === 'other' ? 'none' : 'part';
}

export const isCheaper = (after: CostClass, before: CostClass): boolean =>
  costClasses.indexOf(after) < costClasses.indexOf(before);

export interface KeySampleRow {
  readonly before: { readonly partition: string; readonly row: string };
  readonly after: { readonly partition: string; readonly row: string };
}

export interface KeyTrial {
  /** A few rows, in the order in which they would be stored. */
  readonly samples: readonly KeySampleRow[];
  readonly rows: number;
  readonly partitions: number;
  readonly largestPartition: number;
  /** What speaks against the keys, one sentence each. */
  readonly problems: readonly string[];
}

const maxSamples = 6;
const minRowsForOrder = 20;
const appendCorrelation = 0.98;

/** The keys made for real rows. @throws StowageError `invalid.input` for an expression that cannot be read */
export function tryKeys(design: KeyDesign, rows: readonly Entity[], guid: (index: number) => string): KeyTrial {
  const expressions = keyExpressions(design, rows);
  const columns = columnsOf(rows);
  if (columns.length === 0) return { samples: [], rows: 0, partitions: 0, largestPartition: 0, problems: [] };
  const parsed = {
    partition: parseKeyExpression('PartitionKey', expressions.partition, columns),
    row: parseKeyExpression('RowKey', expressions.row, columns),
  };
  const problems = new Map<string, { readonly text: string; count: number }>();
  const counted = (text: string): void => {
    const known = problems.get(text);
    if (known === undefined) problems.set(text, { text, count: 1 });
    else known.count += 1;
  };
  const made = rows.flatMap((entity, index): (KeySampleRow & { readonly timestamp: string })[] => {
    const key = (which: 'partition' | 'row'): string | null => {
      const cell = (name: string): string | null => cellOf(entity, name);
      const found = evaluateKey(parsed[which], cell, { guid: () => guid(index) });
      if (found.kind === 'problem') counted(t`“${found.column}” ${found.problem}.`);
      return found.kind === 'key' ? found.key : null;
    };
    const [partition, row] = [key('partition'), key('row')];
    if (partition === null || row === null) return [];
    for (const [field, value] of [
      ['PartitionKey', partition],
      ['RowKey', row],
    ] as const) {
      try {
        checkKey(field, value);
      } catch {
        counted(t`A value contains characters that are not allowed in keys (/ ${'\\'} # ?).`);
      }
    }
    const before = { partition: entity.partitionKey, row: entity.rowKey };
    return [{ before, after: { partition, row }, timestamp: entity.timestamp }];
  });
  const sizes = new Map<string, number>();
  for (const { after } of made) sizes.set(after.partition, (sizes.get(after.partition) ?? 0) + 1);
  const distinct = new Set(made.map(({ after }) => JSON.stringify(after))).size;
  const largestPartition = [...sizes.values()].reduce((max, size) => Math.max(max, size), 0);
  return {
    samples: sampled(made),
    rows: made.length,
    partitions: sizes.size,
    largestPartition,
    problems: [
      ...[...problems.values()].map(({ text, count }) => t`${count} of ${rows.length} rows: ${text}`),
      ...(distinct < made.length
        ? [t`${made.length - distinct} of ${made.length} rows would have the keys of another row.`]
        : []),
      ...(sizes.size === 1 && made.length > 1
        ? [t`All rows are in one partition, which one server serves: about 2,000 entities a second at most.`]
        : []),
      ...(sizes.size === made.length && made.length > 1
        ? [t`Every row is its own partition: no transaction can include two of them.`]
        : []),
      ...appendProblem(made),
    ],
  };
}

/** One of each partition first: six rows of one partition would show one PartitionKey. */
function sampled(made: readonly KeySampleRow[]): readonly KeySampleRow[] {
  const seen = new Set<string>();
  const firsts = made.filter(({ after }) => !seen.has(after.partition) && seen.add(after.partition));
  const others = made.filter((one) => !firsts.includes(one));
  const chosen = [...firsts, ...others].slice(0, maxSamples);
  const text = ({ after }: KeySampleRow): string => `${after.partition}\u0000${after.row}`;
  return chosen.sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

function appendProblem(made: readonly (KeySampleRow & { readonly timestamp: string })[]): readonly string[] {
  const timed = made.filter(({ timestamp }) => timestamp !== '');
  if (timed.length < minRowsForOrder) return [];
  const correlation = rankCorrelation(
    timed.map(({ timestamp }) => timestamp),
    timed.map(({ after }) => after.partition),
  );
  if (correlation === null || Math.abs(correlation) < appendCorrelation) return [];
  return [
    correlation > 0
      ? t`The PartitionKey only increases over time: one server takes all writes, however many partitions there are.`
      : t`The PartitionKey only decreases over time: one server takes all writes, however many partitions there are.`,
  ];
}

/** Also of the keys themselves, which a new design may use as parts. */
export function columnsOf(rows: readonly Entity[]): readonly string[] {
  if (rows.length === 0) return [];
  return ['PartitionKey', 'RowKey', ...new Set(rows.flatMap(({ properties }) => properties.map(({ name }) => name)))];
}

function cellOf(row: Entity, name: string): string | null {
  if (name === 'PartitionKey') return row.partitionKey;
  if (name === 'RowKey') return row.rowKey;
  if (name === 'Timestamp') return row.timestamp;
  const found = row.properties.find((property) => property.name === name);
  return found === undefined ? null : String(found.value.value);
}

const typeOf = (row: Entity, name: string): EdmType | null =>
  row.properties.find((property) => property.name === name)?.value.type ?? null;

/** Of recorded queries; those that no longer can be read are left out. */
export function filtersOf(terms: readonly FilterParts[]): readonly (FilterNode | null)[] {
  return terms.flatMap((parts) => {
    try {
      return [wholeFilter(parts).node];
    } catch {
      return [];
    }
  });
}

/** @throws StowageError `invalid.input` for a property that no row has */
export function checkProperties(field: string, names: readonly string[], rows: readonly Entity[]): void {
  const known = [...columnsOf(rows), guidPart];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined || rows.length === 0) return;
  throw invalidInput(field, t`no row has a property ${unknown}.`, t`Use one of ${known.slice(0, 12).join(', ')}.`);
}
