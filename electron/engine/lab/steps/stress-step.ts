// Keeps up a rate of entities whose keys follow a given pattern, whether or not the service keeps up.
import { setMaxListeners } from 'node:events';
import { checkPattern, keyFrom } from '@shared/lab/key-pattern';
import type { StressStep } from '@shared/lab/steps';
import type { Entity } from '@shared/model/entity';
import { endOf, measuredSend } from './measured-send';
import { createPayload, entityOf, insertRequest } from './payload';
import { type StepContext, placeOf } from './step-context';
import { warmConnections } from './warm-up';
import { tablePlace } from './write-step';

/** Limit of requests in flight; beyond it the client would be measured and not the service. */
const mostInFlight = 128;

/** Rejects with the first failure after the requests under way have ended; none is sent after it. */
export async function runStress(step: StressStep, context: StepContext): Promise<void> {
  checkPattern('PartitionKey', step.partitionPattern);
  checkPattern('RowKey', step.rowPattern);
  const { bench, signal } = context;
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const place = tablePlace(context);
  const payload = createPayload(bench.random);
  const seen = new Set<string>();
  const slots = new SlotRow();
  const running = new Set<Promise<void>>();
  await warmConnections(place, bench, 4);
  bench.meter.restartConnections();

  const send = async (entities: readonly Entity[], slot: number): Promise<void> => {
    const request = insertRequest(place, entities);
    const measured = await measuredSend(bench, request, entities.length);
    context.emit({
      ...placeOf(context, measured.startMs, measured.endMs),
      operation: 'write',
      partitions: seen.size,
      batchSize: step.batchSize,
      concurrency: running.size,
      entities: entities.length,
      bytes: request.body.length,
      connections: bench.meter.mostConnections,
      ...endOf(measured),
      slot,
      key: `${entities[0]?.partitionKey ?? ''}\u0000${entities[0]?.rowKey ?? ''}`,
      asked: step.entitiesPerSecond,
    });
  };

  const total = step.entitiesPerSecond * step.seconds;
  const startMs = bench.clock.monotonic();
  const waiting = new Map<string, Entity[]>();
  let failure: { readonly thrown: unknown } | null = null;
  const isOver = (): boolean => signal.aborted || failure !== null;
  try {
    for (let index = 0; index < total && !isOver(); index += 1) {
      const dueMs = startMs + (index / step.entitiesPerSecond) * 1000;
      const earlyMs = dueMs - bench.clock.monotonic();
      if (earlyMs > 5) await bench.clock.sleep(earlyMs, signal);
      const moment = { index, nowMs: bench.clock.now(), random: bench.random };
      const partitionKey = keyFrom(step.partitionPattern, moment);
      seen.add(partitionKey);
      const batch = waiting.get(partitionKey) ?? [];
      batch.push(entityOf({ partitionKey, rowKey: keyFrom(step.rowPattern, moment) }, payload()));
      waiting.set(partitionKey, batch);
      if (batch.length < step.batchSize && index < total - 1) continue;
      const due = index === total - 1 ? [...waiting.values()] : [batch];
      for (const entities of due) {
        waiting.delete(entities[0]?.partitionKey ?? '');
        while (running.size >= mostInFlight) await Promise.race(running);
        if (isOver()) break;
        const slot = slots.take();
        // It may fail while nobody waits for it: a rejection that nobody handles would end the whole engine.
        const sent = send(entities, slot)
          .catch((thrown: unknown) => void (failure ??= { thrown }))
          .finally(() => {
            slots.free(slot);
            running.delete(sent);
          });
        running.add(sent);
      }
    }
  } finally {
    await Promise.all(running);
  }
  const failed = failure as { readonly thrown: unknown } | null;
  if (failed !== null) throw failed.thrown;
}

/** The lowest free row for a bar of the timeline. */
class SlotRow {
  readonly #taken = new Set<number>();

  take(): number {
    let slot = 0;
    while (this.#taken.has(slot)) slot += 1;
    this.#taken.add(slot);
    return slot;
  }

  free(slot: number): void {
    this.#taken.delete(slot);
  }
}
