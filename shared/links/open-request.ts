// The target of a link or a file that the app is to open, and an optional query, by names that are the same on every
// computer. It contains no address, no secret and no command: its target can only be reached through a saved
// connection.
import { z } from 'zod';
import { longestQueryDescription, longestQueryName, queryTerms } from '../model/saved-query';

/** Which connection, as precisely as another computer can know: the account, and the connection's name there. */
const reached = { account: z.string().min(1).max(200), connection: z.string().min(1).max(80).optional() };

const openTarget = z.discriminatedUnion('kind', [
  /** Without `terms`: every entity. */
  z.object({ kind: z.literal('table'), ...reached, table: z.string(), terms: queryTerms.optional() }),
  z.object({ kind: z.literal('container'), ...reached, container: z.string() }),
  z.object({ kind: z.literal('blob'), ...reached, container: z.string(), blob: z.string() }),
  /** A query for any table that has these columns. */
  z.object({ kind: z.literal('columns'), columns: z.array(z.string().max(255)).max(255), terms: queryTerms }),
]);
export type OpenTarget = z.infer<typeof openTarget>;
export type PlacedTarget = Exclude<OpenTarget, { kind: 'columns' }>;

/** A saved query as it is called in its file. */
export const openTitle = z.object({
  name: z.string().trim().min(1).max(longestQueryName),
  description: z.string().max(longestQueryDescription),
});
export type OpenTitle = z.infer<typeof openTitle>;

export const openRequest = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    from: z.enum(['link', 'file']),
    target: openTarget,
    /** Only of a file. */
    title: openTitle.optional(),
  }),
  z.object({
    state: z.literal('refused'),
    from: z.enum(['link', 'file']),
    /** One sentence: what is wrong with it, and how to fix it. */
    reason: z.string(),
  }),
]);
export type OpenRequest = z.infer<typeof openRequest>;
export type ParsedOpenRequest = Extract<OpenRequest, { state: 'read' }>;
