// The app as data: its processes, its windows, its unreadable files, the key of its embedded store.
import { z } from 'zod';
import { nameText } from './bounds';

/** The copy of a file in the state folder that could not be read completely. */
export const setAsideFile = z.object({
  /** Below the state folder, with `/`: `connections.json`, `library/queries.json`. */
  file: z.string(),
  /** When, so that texts sort by time. */
  at: z.string(),
  /** The copy, likewise. */
  copy: nameText,
});
export type SetAsideFile = z.infer<typeof setAsideFile>;

const processKinds = ['main', 'engine', 'window', 'store', 'other'] as const;

/** The resource usage of the app's own processes, sampled by main. */
export const processSample = z.object({
  /** End of the interval. */
  atMs: z.number(),
  /** Processes of one kind together; `other`: graphics, network and helpers. */
  uses: z.array(
    z.object({
      kind: z.enum(processKinds),
      /** Over the interval, of one core: 150 are one and a half cores. */
      cpuPercent: z.number(),
      /** Resident, pages that several share counted in each. */
      memoryBytes: z.number(),
    }),
  ),
  /** Delay of main's event loop in the interval, 99th percentile. */
  mainDelayMs: z.number(),
});
export type ProcessSample = z.infer<typeof processSample>;
export type ProcessKind = (typeof processKinds)[number];

/** Which key the embedded store accepts. `own`: made at random for this state folder. `published`: Azurite's, which everybody knows. */
export const storeKey = z.enum(['own', 'published']);
export type StoreKey = z.infer<typeof storeKey>;

/** The name by which main knows a window, in its page's URL and with what belongs to it. `main` is the first one. */
export const windowName = z.string().regex(/^(?:main|w[0-9]{1,3})$/);
