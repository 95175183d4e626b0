// Live measurements.
import { z } from 'zod';
import { sample, totals } from '../../model/sample';
import { type StreamDeclaration, nothing, stream } from './declare';

export const measurementStreams = {
  /** First the last five minutes, then one sample at a time. */
  'metrics.watch': stream('engine', nothing, z.object({ samples: z.array(sample), totals })),
} as const satisfies Record<string, StreamDeclaration>;
