// Live measurements and the lab's experiments.
import { z } from 'zod';
import { experimentEvent, experimentInfo } from '../../model/lab';
import { sample, totals } from '../../model/sample';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onConnection, stream } from './declare';

export const measurementCalls = {
  'lab.list': call('engine', nothing, z.array(experimentInfo)),
} as const satisfies Record<string, CallDeclaration>;

export const measurementStreams = {
  /** The last five minutes first, then one sample at a time. */
  'metrics.watch': stream('engine', nothing, z.object({ samples: z.array(sample), totals })),
  'lab.run': stream(
    'engine',
    onConnection.extend({ experimentId: z.string(), parameters: z.record(z.string(), z.number()) }),
    experimentEvent,
  ),
} as const satisfies Record<string, StreamDeclaration>;
