// The undo file of a bulk change outside the program: what it says of itself, and what putting its rows back would come
// to in a table as the table is now.
import { z } from 'zod';

/** The first line of the file. */
export const undoFileHead = z.object({
  format: z.literal('stowage-undo'),
  version: z.literal(1),
  /** Where the rows were changed: address of the table service without credentials, and the table. */
  endpoint: z.string(),
  table: z.string(),
  /** The change that it undoes, in words. */
  change: z.string(),
  savedAtMs: z.number(),
  rows: z.int().nonnegative(),
});
export type UndoFileHead = z.infer<typeof undoFileHead>;

/** A row that cannot be put back: the change left it in another state than it is in now. */
const undoFileObstacle = z.object({
  /** `changed`: written to since. `exists`: deleted by the change, and there again. `gone`: deleted since. */
  kind: z.enum(['changed', 'exists', 'gone']),
  count: z.int(),
  /** `PartitionKey / RowKey` of the first ones. */
  examples: z.array(z.string()),
});
export type UndoFileObstacle = z.infer<typeof undoFileObstacle>;

export const undoFileCheck = z.object({
  state: z.enum(['reading', 'complete']),
  file: undoFileHead,
  /** Where the rows would go. */
  endpoint: z.string(),
  table: z.string(),
  /** In what that is not the place the rows came from; empty where it is. */
  elsewhere: z.array(z.enum(['endpoint', 'table'])),
  /** Compared with the table so far. */
  rows: z.int(),
  /** Rows that are gone and come back. */
  inserts: z.int(),
  /** Rows that get their values back. */
  replaces: z.int(),
  /** Rows that are as the file has them already. */
  already: z.int(),
  obstacles: z.array(undoFileObstacle),
  requests: z.int(),
});
export type UndoFileCheck = z.infer<typeof undoFileCheck>;
