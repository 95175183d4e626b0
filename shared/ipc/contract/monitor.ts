// Single requests, figures over time and live measurements, for Monitor.
import { z } from 'zod';
import {
  maxSeriesPoints,
  monitorSeries,
  partitionHeat,
  requestFacets,
  requestFilter,
  requestOrder,
  requestPage,
  sentOperation,
} from '../../model/monitor';
import { monitorState } from '../../model/monitor-state';
import { type CallDeclaration, type StreamDeclaration, call, nothing, stream } from './declare';
import { sample, totals } from '../../model/sample';

export const maxRequestsAtOnce = 1_000;

export const monitorCalls = {
  /** `newest` null: up to the newest request; otherwise the value that an earlier page returned. */
  'monitor.requests': call(
    'engine',
    z.object({
      filter: requestFilter,
      order: requestOrder,
      newest: z.int().nullable(),
      offset: z.int().min(0),
      limit: z.int().min(1).max(maxRequestsAtOnce),
    }),
    requestPage,
  ),
  'monitor.facets': call('engine', nothing, requestFacets),
  /** From the history if the filter contains only a time range, otherwise from the log. */
  'monitor.series': call(
    'engine',
    z.object({
      filter: requestFilter,
      fromMs: z.number(),
      toMs: z.number(),
      points: z.int().min(1).max(maxSeriesPoints),
    }),
    monitorSeries,
  ),
  'monitor.partitions': call(
    'engine',
    z.object({
      filter: requestFilter,
      fromMs: z.number(),
      toMs: z.number(),
      steps: z.int().min(1).max(120),
    }),
    partitionHeat,
  ),
  'monitor.operations': call('engine', nothing, z.array(sentOperation)),
  /** The current activity, and what it waits for. */
  'monitor.standing': call('engine', nothing, monitorState),
} as const satisfies Record<string, CallDeclaration>;

export const measurementStreams = {
  /** First the last five minutes, then one sample at a time. */
  'metrics.watch': stream('engine', nothing, z.object({ samples: z.array(sample), totals })),
} as const satisfies Record<string, StreamDeclaration>;
