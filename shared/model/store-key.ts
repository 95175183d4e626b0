// Which account key the embedded store accepts. Not among the settings of the window: main asks before it is published.
import { z } from 'zod';

/** `own`: made at random for this state folder. `published`: Azurite's, which everybody knows. */
export const storeKey = z.enum(['own', 'published']);
export type StoreKey = z.infer<typeof storeKey>;
