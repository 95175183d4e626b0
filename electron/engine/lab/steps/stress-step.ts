// Sustains a rate of entities whose keys follow a given pattern, whether or not the service keeps up.
import { setMaxListeners } from 'node:events';
import type { StressStep } from '@shared/lab/steps';
import type { Entity } from '@shared/model/entity';
import { checkPattern, keyFrom } from './key-pattern';
import { InFlight } from './in-flight';
import { endOf, measuredSend } from './measured-send';
import { createPayload, entityOf, insertRequest } from './payload';
import { type StepContext, positionOf } from './step-context';
import { warmConnections } from './warm-up';
import { tableTarget } from './write-step';

/** Limit of requests in flight; beyond it the client would be measured and not the service. */
const maxInFlight = 128;
/** Waits this short are skipped: the timer is no more precise. */
const minWaitMs = 5;

/** Rejects with the first failure after the requests in progress have ended; none is sent after it. */
export async function runStress(step: StressStep, context: StepContext): Promise<void> {
  checkPattern('PartitionKey', step.partitionPattern);
  checkPattern('RowKey', step.rowPattern);
  const { bench, signal } = context;
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const target = tableTarget(context);
  const partitions = new Set<string>();
  const inFlight = new InFlight(maxInFlight);
  const isOver = (): boolean => signal.aborted || inFlight.hasFailed;
  const batches = dueBatches(step, context, { partitions, isOver, payload: createPayload(bench.random) });
  await warmConnections(target, bench, 4);
  bench.meter.restartConnections();

  const send = async (entities: readonly Entity[], slot: number): Promise<void> => {
    const request = insertRequest(target, entities);
    const measured = await measuredSend(bench, request, entities.length);
    context.emit({
      ...positionOf(context, measured.startMs, measured.endMs),
      operation: 'write',
      partitions: partitions.size,
      batchSize: step.batchSize,
      concurrency: inFlight.count,
      entities: entities.length,
      bytes: request.body.length,
      connections: bench.meter.peakConnections,
      ...endOf(measured),
      slot,
      key: `${entities[0]?.partitionKey ?? ''}\u0000${entities[0]?.rowKey ?? ''}`,
      asked: step.entitiesPerSecond,
    });
  };
  try {
    for await (const entities of batches) {
      await inFlight.room();
      if (isOver()) break;
      inFlight.start((slot) => send(entities, slot));
    }
  } finally {
    await inFlight.drained();
  }
  inFlight.throwFailure();
}

/**
 * Entities at the requested rate, each time a partition has a whole batch; at the end the remainder, also in smaller
 * batches.
 */
async function* dueBatches(
  step: StressStep,
  { bench, signal }: StepContext,
  ports: {
    /** Receives the partition of each entity. */
    readonly partitions: Set<string>;
    readonly payload: () => Entity['properties'];
    readonly isOver: () => boolean;
  },
): AsyncGenerator<readonly Entity[], void, undefined> {
  const { partitions, payload, isOver } = ports;
  const total = step.entitiesPerSecond * step.seconds;
  const startMs = bench.clock.monotonic();
  const waiting = new Map<string, Entity[]>();
  for (let index = 0; index < total && !isOver(); index += 1) {
    const dueMs = startMs + (index / step.entitiesPerSecond) * 1000;
    const earlyMs = dueMs - bench.clock.monotonic();
    if (earlyMs > minWaitMs) await bench.clock.sleep(earlyMs, signal);
    const moment = { index, nowMs: bench.clock.now(), random: bench.random };
    const partitionKey = keyFrom(step.partitionPattern, moment);
    partitions.add(partitionKey);
    const batch = waiting.get(partitionKey) ?? [];
    batch.push(entityOf({ partitionKey, rowKey: keyFrom(step.rowPattern, moment) }, payload()));
    waiting.set(partitionKey, batch);
    if (batch.length < step.batchSize) continue;
    waiting.delete(partitionKey);
    yield batch;
  }
  yield* waiting.values();
}
