// Writes entities in concurrent batches, into one partition or one for each batch.
import type { Sample } from '@shared/lab/run';
import type { WriteStep } from '@shared/lab/steps';
import { endOf, errorPauseMs, measuredSend } from './measured-send';
import { type TableTarget, createPayload, entityOf, insertRequest } from './payload';
import { type StepContext, inParallel, positionOf } from './step-context';
import { warmConnections } from './warm-up';

export async function runWrites(step: WriteStep, context: StepContext): Promise<void> {
  const { bench, signal } = context;
  const target = tableTarget(context);
  const payload = createPayload(bench.random);
  const shared = partitionName(bench.random);
  await warmConnections(target, bench, step.concurrency);
  bench.meter.restartConnections();
  const { seconds = 0, leadSeconds = 0 } = step;
  const window = windowFrom(bench.clock.monotonic(), seconds, leadSeconds);
  let written = 0;
  const isOver = (): boolean =>
    signal.aborted || (window === null ? written >= step.entities : bench.clock.monotonic() >= window.toMs);
  const next = (): { readonly first: number; readonly count: number } | null => {
    if (isOver()) return null;
    const count = window === null ? Math.min(step.batchSize, step.entities - written) : step.batchSize;
    written += count;
    return { first: written - count, count };
  };
  await inParallel(step.concurrency, next, async ({ first, count }, worker) => {
    const partitionKey = step.partitions === 1 ? shared : partitionName(bench.random);
    const entities = Array.from({ length: count }, (_, index) =>
      entityOf({ partitionKey, rowKey: rowName(context, worker, first + index) }, payload()),
    );
    const request = insertRequest(target, entities);
    const measured = await measuredSend(bench, request, count);
    const sample: Sample = {
      ...positionOf(context, measured.startMs, measured.endMs),
      operation: 'write',
      partitions: step.partitions,
      batchSize: step.batchSize,
      concurrency: step.concurrency,
      entities: count,
      bytes: request.body.length,
      connections: bench.meter.peakConnections,
      ...endOf(measured),
    };
    if (window === null || (measured.endMs >= window.fromMs && measured.endMs < window.toMs)) context.emit(sample);
    if (measured.outcome !== 'ok' && !isOver()) await bench.clock.sleep(errorPauseMs(bench.random), signal);
  });
}

/** Requests that end within it are counted, wherever they began: over a steady state that is the rate. Null for none. */
function windowFrom(nowMs: number, seconds: number, leadSeconds: number) {
  if (seconds === 0) return null;
  const fromMs = nowMs + leadSeconds * 1000;
  return { fromMs, toMs: fromMs + seconds * 1000 };
}

export function tableTarget({ bench, table, signal }: Pick<StepContext, 'bench' | 'table' | 'signal'>): TableTarget {
  return { table, endpoint: bench.account.descriptor.endpoints.table ?? '', signal };
}

/** As in the studies: a partition has a random name. */
export function partitionName(random: () => number): string {
  return Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('-');
}

/** As in the studies: run, worker and index; here the setting and repetition represent the run. */
function rowName({ planned, node }: StepContext, worker: number, index: number): string {
  const setting = planned.label.replace(/[^a-z0-9]+/gi, '-');
  return `${setting}_${planned.repetition}_${node.replace(/[^a-z0-9]+/gi, '-')}_${worker}_${String(index).padStart(7, '0')}`;
}
