// Experiments of the lab and their results, as the window and the command line show them.
import { z } from 'zod';

export const experimentInfo = z.object({
  id: z.string(),
  title: z.string(),
  purpose: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      unit: z.string(),
      defaultValue: z.number(),
      min: z.number(),
      max: z.number(),
    }),
  ),
});
export type ExperimentInfo = z.infer<typeof experimentInfo>;

/** Distribution of one measured quantity. */
export const distribution = z.object({
  label: z.string(),
  unit: z.string(),
  count: z.int(),
  failed: z.int(),
  min: z.number(),
  median: z.number(),
  mean: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
  /** Equal-width buckets over min…max. */
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
});
export type Distribution = z.infer<typeof distribution>;

export const experimentEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), step: z.string(), done: z.int(), total: z.int() }),
  z.object({
    kind: z.literal('result'),
    distributions: z.array(distribution),
    elapsedMs: z.number(),
    requests: z.int(),
  }),
]);
export type ExperimentEvent = z.infer<typeof experimentEvent>;
