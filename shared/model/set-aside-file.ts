// A copy of a file of the state folder that could not be understood, or not in whole: it is kept, and named to people.
import { z } from 'zod';

export const setAsideFile = z.object({
  /** Below the state folder, with `/`: `connections.json`, `library/queries.json`. */
  file: z.string(),
  /** When, so that texts sort by time. */
  at: z.string(),
  /** The copy, likewise. */
  copy: z.string(),
});
export type SetAsideFile = z.infer<typeof setAsideFile>;
