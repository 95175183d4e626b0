// The copy of a file in the state folder that could not be completely understood: kept, and shown to people.
import { z } from 'zod';
import { nameText } from './bounds';

export const setAsideFile = z.object({
  /** Below the state folder, with `/`: `connections.json`, `library/queries.json`. */
  file: z.string(),
  /** When, so that texts sort by time. */
  at: z.string(),
  /** The copy, likewise. */
  copy: nameText,
});
export type SetAsideFile = z.infer<typeof setAsideFile>;
