// Searching for blobs by name below a folder: the request, and the matches until now.
import { z } from 'zod';
import { blobItem } from './blob';

/** Longer patterns cannot match any blob name. */
export const patternLimit = 512;
/** Number of matches that are sent to the window; further ones are only counted. */
export const searchListLimit = 100_000;

export const blobPattern = z.object({
  /** `wildcard`: `*`, `**` and `?`. `expression`: a regular expression. */
  kind: z.enum(['wildcard', 'expression']),
  text: z.string().min(1).max(patternLimit),
  /** `exact`: case matters; `any`: it does not. */
  letters: z.enum(['exact', 'any']),
});
export type BlobPattern = z.infer<typeof blobPattern>;

export const blobSearchProgress = z.object({
  /** Found since the last event, in the order of names. */
  matches: z.array(blobItem),
  /** The prefix that was listed; no other names can match. */
  listedPrefix: z.string(),
  /** Number of list requests answered until now. */
  requests: z.int(),
  seen: z.int(),
  matched: z.int(),
  matchedBytes: z.number(),
  state: z.enum(['searching', 'complete']),
});
export type BlobSearchProgress = z.infer<typeof blobSearchProgress>;
