// A table query as data: conditions on keys, then a filter over properties as a tree. Its text form, its bounds and its
// cost are computed in `shared/query`.
import { z } from 'zod';
import { edmValue } from './entity';

const bound = z.object({ value: z.string(), inclusive: z.boolean() });

/** A condition on PartitionKey or RowKey. A prefix with `delimiter` means whole parts (`Sports;` ends at `Sports<`). */
const keyCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('any') }),
  z.object({ kind: z.literal('is'), value: z.string() }),
  z.object({ kind: z.literal('one-of'), values: z.array(z.string()) }),
  z.object({ kind: z.literal('starts-with'), prefix: z.string(), delimiter: z.string().optional() }),
  /** With `delimiter`, an inclusive end and an exclusive start mean everything that begins with that part. */
  z.object({
    kind: z.literal('range'),
    from: bound.optional(),
    to: bound.optional(),
    delimiter: z.string().optional(),
  }),
]);
export type KeyCondition = z.infer<typeof keyCondition>;

export const comparisonOperator = z.enum(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);
export type ComparisonOperator = z.infer<typeof comparisonOperator>;

/** `property op constant`; `property` may be PartitionKey, RowKey or Timestamp too. */
const comparison = z.object({
  kind: z.literal('comparison'),
  property: z.string(),
  operator: comparisonOperator,
  operand: edmValue,
});
export type Comparison = z.infer<typeof comparison>;

export type FilterNode =
  | Comparison
  /** A String property that starts with `prefix`; rendered as a range. */
  | { readonly kind: 'starts-with'; readonly property: string; readonly prefix: string }
  /** A bare Boolean property used as a condition. */
  | { readonly kind: 'truth'; readonly property: string }
  | { readonly kind: 'and'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'or'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode };

/** Deeper than any filter that the parser of text accepts; reading and showing one takes calls for each level. */
const deepestFilter = 600;

const anyFilter: z.ZodType<FilterNode> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    comparison,
    z.object({ kind: z.literal('starts-with'), property: z.string(), prefix: z.string() }),
    z.object({ kind: z.literal('truth'), property: z.string() }),
    z.object({ kind: z.literal('and'), nodes: z.array(anyFilter) }),
    z.object({ kind: z.literal('or'), nodes: z.array(anyFilter) }),
    z.object({ kind: z.literal('not'), node: anyFilter }),
  ]),
);

const filterNode: z.ZodType<FilterNode> = z.unknown().refine(isShallow).pipe(anyFilter);

/** Not recursive, because the input determines the depth. */
function isShallow(filter: unknown): boolean {
  let level: readonly unknown[] = [filter];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestFilter) return false;
    level = level.flatMap(innerFilters);
  }
  return true;
}

function innerFilters(filter: unknown): readonly unknown[] {
  if (typeof filter !== 'object' || filter === null) return [];
  const { nodes, node } = filter as { readonly nodes?: unknown; readonly node?: unknown };
  return [...(Array.isArray(nodes) ? (nodes as unknown[]) : []), ...(node === undefined ? [] : [node])];
}

/** Requests of one reading that may be in flight at once. */
export const maxParallelRanges = 32;
export const defaultParallelRanges = 8;

/** Everything that decides what a table query returns. */
export const tableQuery = z.object({
  table: z.string(),
  partitionKey: keyCondition,
  rowKey: keyCondition,
  /** And-ed to the key conditions. */
  where: filterNode.optional(),
  /** The whole OData filter as text; when present, key conditions and `where` are ignored. */
  filterText: z.string().optional(),
  /** Columns to fetch; empty means all. */
  select: z.array(z.string()),
  /** Rows requested per page, 1…1000. */
  pageSize: z.int().min(1).max(1000),
  /** Stop after this many rows in all. */
  limit: z.int().positive().optional(),
  /** Run the parallel ranges of `or` over keys instead of one scan. */
  splitOr: z.boolean().optional(),
  /** Read that many ranges of the keys at once; rows still come in key order. Ranges of `splitOr` go before. */
  parallel: z.int().min(1).max(maxParallelRanges).optional(),
});
export type TableQuery = z.infer<typeof tableQuery>;

/** All rows of a table with all their properties, in pages of the most that the service gives. */
export function wholeTable(table: string): TableQuery {
  return { table, partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [], pageSize: 1000 };
}

/** Cheapest first. */
export const costClasses = ['point', 'row-range', 'partition-scan', 'partition-range', 'table-scan'] as const;
export const costClass = z.enum(costClasses);
export type CostClass = z.infer<typeof costClass>;

/** What a query will cost and why, known before anything is sent. */
export interface CostVerdict {
  readonly costClass: CostClass;
  /** One sentence each. */
  readonly reasons: readonly string[];
  /** Filters of the cheaper ranges that could run in parallel instead; empty where there are none. */
  readonly splits: readonly string[];
}
