// A secondary index of a table: its definition as it is stored in the table, what building and verifying it found, and
// what a read through it looks like. Layout of its rows: shared/indexes.
import { z } from 'zod';
import { entityKeys } from './edit';

/**
 * `building`: rows are being added, by a creation or a repair that may have been interrupted; nothing else may write to
 * the table. `ready`: verified. `differs`: a verification found rows that do not agree with the table. `dropping`: rows
 * are being deleted.
 */
const indexState = z.enum(['building', 'ready', 'differs', 'dropping']);
export type IndexState = z.infer<typeof indexState>;

export const indexDefinition = z.object({
  name: z.string(),
  /** The property whose values order the index. */
  property: z.string(),
  state: indexState,
  createdAt: z.string(),
  /** The version of the app that wrote the definition. */
  writer: z.string(),
});
export type IndexDefinition = z.infer<typeof indexDefinition>;

/** `missing`: an entity without its row. `stale`: a row with other values. `orphaned`: a row of no entity. */
const indexFault = z.enum(['missing', 'stale', 'orphaned']);
export type IndexFault = z.infer<typeof indexFault>;

const faultExample = entityKeys.extend({ fault: indexFault });

const indexReport = z.object({
  /** Entities of the table, without index rows and definitions. */
  entities: z.int(),
  /** Entities that have the property, so that the index has a row of each. */
  indexed: z.int(),
  missing: z.int(),
  stale: z.int(),
  orphaned: z.int(),
  /** The keys of the entity, or of an orphaned row; the first of each fault. */
  examples: z.array(faultExample),
});
export type IndexReport = z.infer<typeof indexReport>;

export const indexWork = z.enum(['create', 'verify', 'repair', 'drop']);
export type IndexWork = z.infer<typeof indexWork>;

/** `waiting`: for other programs of this kind to notice the definition. The last event is `done`. */
export const indexProgress = z.discriminatedUnion('step', [
  z.object({ step: z.literal('waiting') }),
  z.object({ step: z.literal('writing'), rows: z.int() }),
  z.object({ step: z.literal('verifying'), rows: z.int() }),
  z.object({ step: z.literal('removing'), rows: z.int() }),
  z.object({
    step: z.literal('done'),
    /** Null after a drop. */
    definition: indexDefinition.nullable(),
    /** The last verification; null after a drop. */
    report: indexReport.nullable(),
    /** Index rows written or deleted. */
    changed: z.int(),
  }),
]);
export type IndexProgress = z.infer<typeof indexProgress>;
