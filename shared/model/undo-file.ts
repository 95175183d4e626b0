// The undo file of a bulk change: its header, and what restoring its rows would do in the current table.
import { z } from 'zod';

/** The first line of the file. */
export const undoFileHead = z.object({
  format: z.literal('stowage-undo'),
  version: z.literal(1),
  /** Where the rows were changed: URL of the table service without credentials, and the table. */
  endpoint: z.string(),
  table: z.string(),
  /** Description of the change that it undoes. */
  change: z.string(),
  savedAtMs: z.number(),
  rows: z.int().nonnegative(),
});
export type UndoFileHead = z.infer<typeof undoFileHead>;

/** A row that cannot be restored, because it is no longer in the state that the change left. */
const undoFileObstacle = z.object({
  /** `changed`: written since. `exists`: deleted by the change and inserted again. `gone`: deleted since. */
  kind: z.enum(['changed', 'exists', 'gone']),
  count: z.int(),
  /** `PartitionKey / RowKey` of the first ones. */
  examples: z.array(z.string()),
});
export type UndoFileObstacle = z.infer<typeof undoFileObstacle>;

export const undoFileCheck = z.object({
  state: z.enum(['reading', 'complete']),
  file: undoFileHead,
  /** Where the rows would be restored. */
  endpoint: z.string(),
  table: z.string(),
  /** How this differs from where the rows came from; empty if it does not. */
  elsewhere: z.array(z.enum(['endpoint', 'table'])),
  /** Compared with the table until now. */
  rows: z.int(),
  /** Rows that no longer exist and would be inserted again. */
  inserts: z.int(),
  /** Rows that would get their previous values. */
  replaces: z.int(),
  /** Rows that already are as in the file. */
  already: z.int(),
  obstacles: z.array(undoFileObstacle),
  requests: z.int(),
});
export type UndoFileCheck = z.infer<typeof undoFileCheck>;
