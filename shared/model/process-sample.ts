// The resource usage of the app's own processes, sampled by main.
import { z } from 'zod';

const processKinds = ['main', 'engine', 'window', 'store', 'other'] as const;

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
