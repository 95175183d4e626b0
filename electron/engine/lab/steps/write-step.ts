// Writes entities in concurrent batches, or reads single ones, in one partition or one for each worker.
import type { Sample } from '@shared/lab/run';
import type { WriteStep } from '@shared/lab/steps';
import type { Entity } from '@shared/model/entity';
import { endOf, errorPauseMs, measuredSend, untilAccepted } from './measured-send';
import { type TableTarget, createPayload, entityOf, insertRequest, pointRequest } from './payload';
import { type StepContext, inParallel, positionOf } from './step-context';
import { warmConnections } from './warm-up';

export async function runWrites(step: WriteStep, context: StepContext): Promise<void> {
  const { bench, signal } = context;
  const target = tableTarget(context);
  const payload = createPayload(bench.random, step.payload);
  const partitions =
    step.partitions === 1
      ? [step.isShared ? sharedPartition : partitionName(bench.random)]
      : Array.from({ length: step.concurrency }, () => partitionName(bench.random));
  const partitionOf = (worker: number): string => partitions[worker % partitions.length] ?? '';
  if (step.operation !== 'insert') await fillForGets(partitions, payload, context);
  await warmConnections(target, bench, step.concurrency);
  bench.meter.restartConnections();
  const { seconds = 0, leadSeconds = 0 } = step;
  const window = windowFrom(bench.clock.monotonic(), seconds, leadSeconds);
  let started = 0;
  const isOver = (): boolean =>
    signal.aborted || (window === null ? started >= step.entities : bench.clock.monotonic() >= window.toMs);
  const next = (): Turn | null => {
    if (isOver()) return null;
    const isGet = step.operation === 'get' || (step.operation === 'mixed' && bench.random() < 0.5);
    const max = isGet ? 1 : step.batchSize;
    const count = window === null ? Math.min(max, step.entities - started) : max;
    started += count;
    return { isGet, first: started - count, count };
  };
  await inParallel(step.concurrency, next, async ({ isGet, first, count }, worker) => {
    const partitionKey = partitionOf(worker);
    const request = isGet
      ? pointRequest(target, 'get', { partitionKey, rowKey: filledRow(context, bench.random) }, [])
      : insertRequest(
          target,
          Array.from({ length: count }, (_, index) =>
            entityOf({ partitionKey, rowKey: rowName(context, worker, first + index) }, payload()),
          ),
        );
    const measured = await measuredSend(bench, request, count);
    const sample: Sample = {
      ...positionOf(context, measured.startMs, measured.endMs),
      operation: isGet ? 'get' : 'write',
      partitions: step.partitions,
      batchSize: isGet ? 1 : step.batchSize,
      concurrency: step.concurrency,
      entities: count,
      bytes: request.body?.length ?? measured.response?.body.length ?? 0,
      connections: bench.meter.peakConnections,
      ...endOf(measured),
    };
    if (window === null || (measured.endMs >= window.fromMs && measured.endMs < window.toMs)) context.emit(sample);
    if (measured.outcome !== 'ok' && !isOver()) await bench.clock.sleep(errorPauseMs(bench.random), signal);
  });
}

interface Turn {
  readonly isGet: boolean;
  readonly first: number;
  readonly count: number;
}

/** Of all machines that write to the same table. */
const sharedPartition = 'stowage-lab';
/** So many entities a partition are there to be read. */
const filledEntities = 100;

const filledRow = ({ run, planned }: StepContext, random: () => number): string =>
  filledName(run, planned, Math.floor(random() * filledEntities));

const filledName = (run: string, { label, repetition }: StepContext['planned'], index: number): string =>
  `${run}_get-${plain(label)}-${repetition}_${index}`;

/** Not measured; a partition that is busy is tried again. */
async function fillForGets(
  partitions: readonly string[],
  payload: () => Entity['properties'],
  context: StepContext,
): Promise<void> {
  const { bench, run, planned, signal } = context;
  const target = tableTarget(context);
  const left = [...partitions];
  await inParallel(
    4,
    () => left.pop() ?? null,
    async (partitionKey) => {
      const entities = Array.from({ length: filledEntities }, (_, index) =>
        entityOf({ partitionKey, rowKey: filledName(run, planned, index) }, payload()),
      );
      await untilAccepted(bench, insertRequest(target, entities), entities.length, signal);
    },
  );
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

const plain = (text: string): string => text.replace(/[^a-z0-9]+/gi, '-');

/** As in the studies: run with setting and repetition, machine, worker and index. */
function rowName({ run, planned, node }: StepContext, worker: number, index: number): string {
  return `${run}-${plain(planned.label)}-${planned.repetition}_${plain(node)}_${worker}_${String(index).padStart(7, '0')}`;
}
