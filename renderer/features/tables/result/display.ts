// How values read in cells, as a person chooses it for a table.
import { z } from 'zod';

export const display = z.object({
  dates: z.enum(['utc', 'local', 'raw']),
  bytes: z.enum(['hex', 'base64', 'size']),
  text: z.enum(['line', 'wrapped']),
});
/** How values read in cells; what is copied is exact whatever is chosen. */
export type Display = z.infer<typeof display>;

export const standardDisplay: Display = { dates: 'utc', bytes: 'hex', text: 'line' };
