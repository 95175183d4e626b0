// The result of analysing the rows of a query: properties, partitions, key patterns.
import { z } from 'zod';
import { edmType } from '../model/entity';

const distinctCount = z.object({ count: z.int(), exactness: z.enum(['exact', 'estimate']) });

/** A value as text: wire text, cut where it is long. */
const sampleValue = z.object({ type: edmType, text: z.string(), isCut: z.boolean() });
export type SampleValue = z.infer<typeof sampleValue>;

const typeProfile = z.object({
  type: edmType,
  rows: z.int(),
  /** Minimum and maximum in the service's order; null for types without an order (Binary, NaN only). */
  least: sampleValue.nullable(),
  greatest: sampleValue.nullable(),
  /** Doubles that are NaN and stand outside the order. */
  notNumbers: z.int(),
  /** UTF-16 units of a String, bytes of a Binary; null for the other types. */
  length: z.object({ least: z.int(), greatest: z.int(), mean: z.number() }).nullable(),
});
export type TypeProfile = z.infer<typeof typeProfile>;

const propertyProfile = z.object({
  name: z.string(),
  /** `key`: PartitionKey and RowKey; `system`: Timestamp; `own`: what applications store. */
  role: z.enum(['key', 'system', 'own']),
  /** Rows that have it. */
  rows: z.int(),
  /** The most frequent type first; more than one makes the property mixed. */
  types: z.array(typeProfile),
  distinct: distinctCount,
  /** The most frequent values; each count may be too low by up to `topShortBy`. */
  top: z.array(sampleValue.extend({ rows: z.int() })),
  topShortBy: z.int(),
  /** The first different values that were seen. */
  examples: z.array(sampleValue),
});
export type PropertyProfile = z.infer<typeof propertyProfile>;

const partitionProfile = z.object({
  key: z.string(),
  rows: z.int(),
  /** Its share of the responses' bytes and of the service's time, by the size of its rows. */
  bytes: z.int(),
  readMs: z.number(),
  /** The first and the last Timestamp; empty where none was fetched. */
  firstAt: z.string(),
  lastAt: z.string(),
});
export type PartitionProfile = z.infer<typeof partitionProfile>;

const keyPattern = z.object({
  id: z.string(),
  tone: z.enum(['good', 'information', 'caution']),
  /** One sentence: the finding, then its consequence. */
  finding: z.string(),
  consequence: z.string(),
});
export type KeyPattern = z.infer<typeof keyPattern>;

export const analysisResult = z.object({
  rows: z.int(),
  bytes: z.int(),
  readMs: z.number(),
  properties: z.array(propertyProfile),
  /** Occurrences of properties beyond the maximum number of names. */
  otherProperties: z.int(),
  /** In key order. */
  partitions: z.array(partitionProfile),
  /** Rows of partitions beyond the maximum number that is tracked individually. */
  otherPartitions: z.object({ rows: z.int(), bytes: z.int(), readMs: z.number() }),
  distinctPartitions: distinctCount,
  patterns: z.array(keyPattern),
});
export type AnalysisResult = z.infer<typeof analysisResult>;
