// Inserts, reads, updates and deletes single entities, one kind of operation after the other.
import type { OperationStep } from '@shared/lab/steps';
import { endOf, measuredSend } from './measured-send';
import { type Keys, createPayload, entityOf, insertRequest, pointRequest } from './payload';
import { type StepContext, inParallel, positionOf } from './step-context';
import { warmConnections } from './warm-up';
import { partitionName, tableTarget } from './write-step';

export async function runOperations(step: OperationStep, context: StepContext): Promise<void> {
  const { bench, signal } = context;
  const target = tableTarget(context);
  const payload = createPayload(bench.random);
  const partitions = Array.from({ length: step.partitions }, () => partitionName(bench.random));
  const keysOf = (index: number): Keys => ({
    partitionKey: partitions[index % partitions.length] ?? '',
    rowKey: `r${String(index).padStart(7, '0')}`,
  });
  await warmConnections(target, bench, step.concurrency);
  bench.meter.restartConnections();
  for (const operation of step.operations) {
    let started = 0;
    const next = (): number | null => (started < step.entities && !signal.aborted ? started++ : null);
    await inParallel(step.concurrency, next, async (index) => {
      const keys = keysOf(index);
      const request =
        operation === 'insert'
          ? insertRequest(target, [entityOf(keys, payload())])
          : pointRequest(target, operation, keys, payload());
      const measured = await measuredSend(bench, request, 1);
      context.emit({
        ...positionOf(context, measured.startMs, measured.endMs),
        operation,
        partitions: step.partitions,
        batchSize: 1,
        concurrency: step.concurrency,
        entities: 1,
        bytes: request.body?.length ?? measured.response?.body.length ?? 0,
        connections: bench.meter.peakConnections,
        ...endOf(measured),
      });
    });
  }
}
