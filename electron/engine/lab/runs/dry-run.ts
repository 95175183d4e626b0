// What a run would do: its requests, bytes, time and cost, computed from its steps. Pure.
import { invalidInput } from '@shared/errors';
import { egressPerGiB, transactionCost } from '@shared/lab/prices';
import { type TimetableChoice, timetableFrom } from '@shared/lab/timed/timetable';
import { t } from '@shared/strings/t';
import { GiB, MiB, formatCount } from '@shared/units';
import { type LineSettings, chosenLine, isClear } from '@shared/lab/line-settings';
import type { DryRun } from '@shared/lab/lab-messages';
import type { Experiment } from '@shared/lab/experiment';
import { eightBinary, sharedTable } from '@shared/lab/table-parameters';
import { type ParameterValues, numberOf } from '@shared/lab/parameters';
import type {
  OperationStep,
  OwnFile,
  PayloadShape,
  ReadStep,
  Step,
  StressStep,
  TransferStep,
  WriteStep,
} from '@shared/lab/steps';

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
/** An entity of 1 KiB in eight binary properties as JSON with its types. */
const entityBytes = 1870;
/** Its keys; the name and type of each property; the headers that it has in a batch. */
const framing = { keys: 100, property: 50, batch: 350 } as const;
/** Sizes of a response without content, and of a batch response per entity. */
const answerBytes = { alone: 300, inBatch: 600 } as const;
const readEntityBytes = { none: 700, guessed: 700, minimal: 850, full: 1250 } as const;
const jobMs = 40;

/** @throws StowageError `invalid.input` for an inconsistent simulated network */
export function dryRunOf(
  experiment: Experiment,
  values: ParameterValues,
  target: TargetFacts,
  own?: readonly OwnFile[],
): DryRun {
  const steps = experiment.steps(values, own);
  const line = chosenLine(values);
  const table = sharedTable(values);
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
    diskBytes: diskBytesOf(steps.map(({ step }) => step)),
    elapsedMs: Math.round(all.elapsedMs),
    cost: target.isBilled ? all.cost : 0,
    creates: experiment.service === 'blob' ? [t`1 container`] : table === null ? [t`1 table`] : [],
    table: table ?? '',
  };
  return { ...counted, disabledReasons: problemsOf(counted, values, line, target) };
}

/** The same steps on each of several targets, in turn. */
export function dryRunOfTargets(
  experiment: Experiment,
  values: ParameterValues,
  targets: readonly TargetFacts[],
  own?: readonly OwnFile[],
): DryRun {
  const runs = targets.map((target) => dryRunOf(experiment, values, target, own));
  const [first, ...others] = runs;
  if (first === undefined || others.length === 0) return first ?? dryRunOf(experiment, values, unknownTarget, own);
  const sum = (of: (run: DryRun) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const counted = {
    ...first,
    settings: sum(({ settings }) => settings),
    requests: sum(({ requests }) => requests),
    bytesUp: sum(({ bytesUp }) => bytesUp),
    bytesDown: sum(({ bytesDown }) => bytesDown),
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
    cost: sum(({ cost }) => cost),
    creates: [t`${runs.length} containers`],
  };
  const farthest = targets.find(({ kind }) => kind === 'azure') ?? targets[0] ?? unknownTarget;
  return { ...counted, disabledReasons: problemsOf(counted, values, chosenLine(values), farthest) };
}

/** The same once at each time of a timetable; the limits hold for each sample. */
export function dryRunOfSamples(once: DryRun, choice: TimetableChoice): DryRun {
  const { samples, everyMs } = timetableFrom(choice, 0);
  return {
    ...once,
    repetitions: once.repetitions * samples,
    requests: once.requests * samples,
    bytesUp: once.bytesUp * samples,
    bytesDown: once.bytesDown * samples,
    cost: once.cost * samples,
    elapsedMs: (samples - 1) * everyMs + once.elapsedMs,
  };
}

const unknownTarget: TargetFacts = { kind: 'azure', isBilled: true };

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
  const isOneByOne = step.mode !== 'files' && step.blockBytes !== 'tuned';
  const rounds = isOneByOne
    ? step.files * (Math.ceil(blocks / step.concurrency) + 1)
    : Math.ceil((step.files * (blocks + 1)) / step.concurrency);
  const requests = step.files * (blocks > 1 || step.isStaged === true ? blocks + 2 : 2);
  const seconds = total / rate;
  const wholeMs = seconds * 1000 + rounds * pace.requestMs + jobMs * (isOneByOne ? step.files : 1);
  const elapsedMs = step.limitMs > 0 ? Math.min(wholeMs, step.limitMs) : wholeMs;
  const uploadCost = transactionCost('blobWrite', step.files * (blocks + 1));
  if (step.direction === 'up') return { requests, bytesUp: total, bytesDown: 0, elapsedMs, cost: uploadCost };
  const cost = transactionCost('blobRead', requests) + (total / GiB) * egressPerGiB;
  return { requests, bytesUp: 0, bytesDown: total, elapsedMs, cost };
}

/** The files to download are uploaded once before the run, as many of each size as one step needs. */
function filesToDownload(steps: readonly Step[], pace: Pace): Load {
  const moved = new Map<number, TransferStep>();
  for (const step of steps) {
    if (step.kind !== 'transfer' || step.direction === 'up') continue;
    // Own files differ, also those of one average size.
    const key = step.own === undefined ? step.fileBytes : -1 - (step.own[0]?.index ?? 0);
    if ((moved.get(key)?.files ?? 0) < step.files) moved.set(key, step);
  }
  return [...moved.values()]
    .map(({ fileBytes, files }): Load => {
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

/** Random files to be sent are written once for each size; what one step downloads lies beside them until it has ended. */
function diskBytesOf(steps: readonly Step[]): number {
  const counts = new Map<number, number>();
  let downloaded = 0;
  for (const step of steps) {
    if (step.kind !== 'transfer') continue;
    if (step.own === undefined) counts.set(step.fileBytes, Math.max(counts.get(step.fileBytes) ?? 0, step.files));
    if (step.direction === 'up') continue;
    const filesAtOnce = step.mode === 'files' ? step.files : 1;
    downloaded = Math.max(downloaded, filesAtOnce * step.fileBytes);
  }
  return [...counts].reduce((sum, [fileBytes, files]) => sum + fileBytes * files, downloaded);
}

function writeLoad(step: WriteStep, pace: Pace): Load {
  const { seconds = 0, leadSeconds = 0, operation, concurrency, partitions } = step;
  const batchSize = operation === 'get' ? 1 : step.batchSize;
  const requestMs = pace.requestMs + batchSize * pace.entityMs;
  const isTimed = seconds > 0;
  // As many requests as fit into a given time, each as long as one alone.
  const requests = isTimed
    ? Math.ceil((concurrency * (seconds + leadSeconds) * 1000) / requestMs)
    : Math.ceil(step.entities / batchSize);
  const entities = isTimed ? requests * batchSize : step.entities;
  const serialMs = (requests / concurrency) * requestMs;
  const limitedMs = partitions === 1 ? (entities / pace.partitionPerSecond) * 1000 : 0;
  const written = writtenBytes(entities, batchSize, step.payload);
  return {
    requests,
    ...(operation === 'get' ? { bytesUp: written.bytesDown, bytesDown: written.bytesUp } : written),
    elapsedMs: isTimed ? (seconds + leadSeconds) * 1000 : Math.max(serialMs, Math.min(limitedMs, serialMs * 4)),
    cost: transactionCost('tableTransaction', requests),
  };
}

function operationLoad(step: OperationStep, pace: Pace): Load {
  const requests = step.entities * step.operations.length;
  const bytes = step.entities * entityBytes;
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

function writtenBytes(
  entities: number,
  batchSize: number,
  { type, bytes, properties }: PayloadShape = eightBinary,
): Pick<Load, 'bytesUp' | 'bytesDown'> {
  // Binary values are written as Base64.
  const valueBytes = type === 'Edm.String' ? bytes : Math.ceil(bytes / 3) * 4;
  const alone = framing.keys + properties * (framing.property + valueBytes);
  return batchSize === 1
    ? { bytesUp: entities * alone, bytesDown: entities * answerBytes.alone }
    : { bytesUp: entities * (alone + framing.batch), bytesDown: entities * answerBytes.inBatch };
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
