// What a run would do: its requests, bytes, time and cost, computed from its steps. Pure.
import { invalidInput } from '@shared/errors';
import { egressPerGiB, transactionCost } from '@shared/lab/prices';
import { t } from '@shared/strings/t';
import { GiB, MiB, formatCount } from '@shared/units';
import { type LineSettings, chosenLine, isClear } from '@shared/lab/line-settings';
import type { DryRun } from '@shared/lab/lab-messages';
import type { Experiment } from '@shared/lab/experiment';
import { type ParameterValues, numberOf } from '@shared/lab/parameters';
import type { OperationStep, ReadStep, Step, StressStep, TransferStep, WriteStep } from '@shared/lab/steps';

/** The facts about the target that are known before anything is sent. */
export interface TargetFacts {
  /** A network can be simulated in front of a store on this machine. */
  readonly kind: 'local' | 'azure';
  readonly isBilled: boolean;
}

interface Load {
  readonly requests: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly elapsedMs: number;
  readonly cost: number;
}

const nothing: Load = { requests: 0, bytesUp: 0, bytesDown: 0, elapsedMs: 0, cost: 0 };
/** Latency of the target itself when no network is simulated. */
const defaults = {
  local: { requestMs: 4, entityMs: 0.8, bytesPerSecond: 120 * MiB },
  azure: { requestMs: 25, entityMs: 0.3, bytesPerSecond: 12 * MiB },
} as const;
/** An entity of 1 KiB in eight binary properties: as JSON with its types, and with the headers that it has in a batch. */
const entityBytes = { alone: 1870, inBatch: 2220 } as const;
/** Sizes of a response without content, and of a batch response per entity. */
const answerBytes = { alone: 300, inBatch: 600 } as const;
const readEntityBytes = { none: 700, minimal: 850, full: 1250 } as const;
const jobMs = 40;

/** @throws StowageError `invalid.input` for an inconsistent simulated network */
export function dryRunOf(experiment: Experiment, values: ParameterValues, target: TargetFacts): DryRun {
  const steps = experiment.steps(values);
  const line = chosenLine(values);
  const repetitions = numberOf(values, 'repetitions');
  const pace = paceOf(line, target);
  const once = steps.map(({ step }) => loadOf(step, pace)).reduce(add, nothing);
  const before = filesToDownload(
    steps.map(({ step }) => step),
    pace,
  );
  const all = add(times(once, repetitions), add(before, { ...nothing, requests: 4, elapsedMs: 500 }));
  const counted = {
    settings: steps.length,
    repetitions,
    requests: all.requests,
    bytesUp: all.bytesUp,
    bytesDown: all.bytesDown,
    elapsedMs: Math.round(all.elapsedMs),
    cost: target.isBilled ? all.cost : 0,
    creates: experiment.service === 'table' ? [t`1 table`] : [t`1 container`],
  };
  return { ...counted, disabledReasons: problemsOf(counted, values, line, target) };
}

function problemsOf(
  counted: Omit<DryRun, 'disabledReasons'>,
  values: ParameterValues,
  line: LineSettings,
  target: TargetFacts,
): string[] {
  const problems: string[] = [];
  const requests = numberOf(values, 'maxRequests');
  const mebibytes = numberOf(values, 'maxMebibytes');
  const minutes = numberOf(values, 'maxMinutes');
  const moved = (counted.bytesUp + counted.bytesDown) / MiB;
  if (counted.requests > requests)
    problems.push(t`It would send ${formatCount(counted.requests)} requests; the limit is ${formatCount(requests)}.`);
  if (moved > mebibytes)
    problems.push(
      t`It would transfer ${formatCount(Math.ceil(moved))} MiB; the limit is ${formatCount(mebibytes)} MiB.`,
    );
  if (counted.elapsedMs > minutes * 60_000)
    problems.push(t`It would take about ${Math.ceil(counted.elapsedMs / 60_000)} min; the limit is ${minutes} min.`);
  if (!isClear(line) && target.kind === 'azure')
    problems.push(t`A network can only be simulated for the local store or an emulator.`);
  return problems;
}

/** @throws StowageError `invalid.input` when the dry run finds that the run may not start */
export function rejectBeyondCaps(run: DryRun): void {
  const [first] = run.disabledReasons;
  if (first !== undefined) throw invalidInput('Caps', first, t`Choose fewer settings, or raise the limit.`);
}

interface Pace {
  readonly requestMs: number;
  readonly entityMs: number;
  readonly upPerSecond: number;
  readonly downPerSecond: number;
  readonly connectionPerSecond: number;
  readonly partitionPerSecond: number;
}

function paceOf(line: LineSettings, { kind }: TargetFacts): Pace {
  const { requestMs, entityMs, bytesPerSecond } = defaults[kind];
  const minTime = (rate: number | null): number => Math.min(bytesPerSecond, rate ?? Infinity);
  return {
    requestMs: requestMs + line.delayMs,
    entityMs: entityMs + line.entityMs,
    upPerSecond: minTime(line.uploadBytesPerSecond),
    downPerSecond: minTime(line.downloadBytesPerSecond),
    connectionPerSecond: minTime(line.connectionBytesPerSecond),
    partitionPerSecond: line.partitionEntitiesPerSecond ?? Infinity,
  };
}

function loadOf(step: Step, pace: Pace): Load {
  switch (step.kind) {
    case 'transfer':
      return transferLoad(step, pace);
    case 'write':
      return writeLoad(step, pace);
    case 'operation':
      return operationLoad(step, pace);
    case 'read':
      return readLoad(step, pace);
    case 'stress':
      return stressLoad(step);
  }
}

function transferLoad(step: TransferStep, pace: Pace): Load {
  const blockBytes = step.blockBytes === 'tuned' ? MiB : step.blockBytes === 0 ? step.fileBytes : step.blockBytes;
  const blocks = Math.ceil(step.fileBytes / blockBytes);
  const perSecond = step.direction === 'up' ? pace.upPerSecond : pace.downPerSecond;
  const concurrency = step.mode === 'files' ? 1 : Math.min(step.concurrency, blocks);
  const rate = Math.min(
    perSecond,
    pace.connectionPerSecond * (step.mode === 'files' ? Math.min(step.files, step.concurrency) : concurrency),
  );
  const total = step.files * step.fileBytes;
  const rounds = Math.ceil((step.files * (blocks + 1)) / step.concurrency);
  const requests = step.files * (blocks > 1 ? blocks + 2 : 2);
  const seconds = total / rate;
  const wholeMs = seconds * 1000 + rounds * pace.requestMs + jobMs;
  const elapsedMs = step.limitMs > 0 ? Math.min(wholeMs, step.limitMs) : wholeMs;
  const uploadCost = transactionCost('blobWrite', step.files * (blocks + 1));
  if (step.direction === 'up') return { requests, bytesUp: total, bytesDown: 0, elapsedMs, cost: uploadCost };
  const cost = transactionCost('blobRead', requests) + (total / GiB) * egressPerGiB;
  return { requests, bytesUp: 0, bytesDown: total, elapsedMs, cost };
}

/** The files to download are uploaded once before the run, as many of each size as one step needs. */
function filesToDownload(steps: readonly Step[], pace: Pace): Load {
  const counts = new Map<number, number>();
  for (const step of steps) {
    if (step.kind !== 'transfer' || step.direction === 'up') continue;
    counts.set(step.fileBytes, Math.max(counts.get(step.fileBytes) ?? 0, step.files));
  }
  return [...counts]
    .map(([fileBytes, files]): Load => {
      const requests = files * (Math.ceil(fileBytes / MiB) + 1);
      return {
        requests,
        bytesUp: files * fileBytes,
        bytesDown: 0,
        elapsedMs: ((files * fileBytes) / pace.upPerSecond) * 1000,
        cost: transactionCost('blobWrite', requests),
      };
    })
    .reduce(add, nothing);
}

function writeLoad(step: WriteStep, pace: Pace): Load {
  const { seconds = 0, leadSeconds = 0 } = step;
  if (seconds > 0) return timedWriteLoad(step, seconds + leadSeconds, pace);
  const requests = Math.ceil(step.entities / step.batchSize);
  const serial = (requests / step.concurrency) * (pace.requestMs + step.batchSize * pace.entityMs);
  const held = step.partitions === 1 ? (step.entities / pace.partitionPerSecond) * 1000 : 0;
  return {
    requests,
    ...writtenBytes(step.entities, step.batchSize),
    elapsedMs: Math.max(serial, Math.min(held, serial * 4)),
    cost: transactionCost('tableTransaction', requests),
  };
}

/** As many requests as fit into the time, each as long as one alone. */
function timedWriteLoad(step: WriteStep, seconds: number, pace: Pace): Load {
  const requestMs = pace.requestMs + step.batchSize * pace.entityMs;
  const requests = Math.ceil((step.concurrency * seconds * 1000) / requestMs);
  return {
    requests,
    ...writtenBytes(requests * step.batchSize, step.batchSize),
    elapsedMs: seconds * 1000,
    cost: transactionCost('tableTransaction', requests),
  };
}

function operationLoad(step: OperationStep, pace: Pace): Load {
  const requests = step.entities * step.operations.length;
  const bytes = step.entities * entityBytes.alone;
  return {
    requests,
    bytesUp: bytes * 2,
    bytesDown: bytes,
    elapsedMs: (requests / step.concurrency) * (pace.requestMs + pace.entityMs),
    cost: transactionCost('tableTransaction', requests),
  };
}

function readLoad(step: ReadStep, pace: Pace): Load {
  const pages = Math.ceil(step.entities / step.pageEntities);
  const bytes = step.entities * readEntityBytes[step.metadata];
  return {
    requests: pages,
    bytesUp: 0,
    bytesDown: bytes,
    elapsedMs: pages * pace.requestMs + step.entities * 0.1 + (bytes / pace.downPerSecond) * 1000,
    cost: transactionCost('tableTransaction', pages) + (bytes / GiB) * egressPerGiB,
  };
}

function writtenBytes(entities: number, batchSize: number): Pick<Load, 'bytesUp' | 'bytesDown'> {
  const kind = batchSize === 1 ? 'alone' : 'inBatch';
  return { bytesUp: entities * entityBytes[kind], bytesDown: entities * answerBytes[kind] };
}

function stressLoad(step: StressStep): Load {
  const entities = step.entitiesPerSecond * step.seconds;
  const requests = Math.ceil(entities / step.batchSize);
  return {
    requests,
    ...writtenBytes(entities, step.batchSize),
    elapsedMs: step.seconds * 1000,
    cost: transactionCost('tableTransaction', requests),
  };
}

function times(load: Load, repetitions: number): Load {
  return {
    requests: load.requests * repetitions,
    bytesUp: load.bytesUp * repetitions,
    bytesDown: load.bytesDown * repetitions,
    elapsedMs: load.elapsedMs * repetitions,
    cost: load.cost * repetitions,
  };
}

function add(a: Load, b: Load): Load {
  return {
    requests: a.requests + b.requests,
    bytesUp: a.bytesUp + b.bytesUp,
    bytesDown: a.bytesDown + b.bytesDown,
    elapsedMs: a.elapsedMs + b.elapsedMs,
    cost: a.cost + b.cost,
  };
}
