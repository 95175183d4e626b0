// One run from dry run to clean-up: creates what it needs, measures every setting in an order drawn from the seed,
// stops at its limits, and returns everything it measured, however it ended.
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { chosenLine } from '@shared/lab/line-settings';
import { dryRunOfTargets, rejectBeyondCaps } from './dry-run';
import { type Experiment, plannedSteps } from '@shared/lab/experiment';
import { type ParameterValues, numberOf } from '@shared/lab/parameters';
import { type RunStop, stopSentence } from '@shared/lab/run-end';
import { type RunEnd, type RunRecord, type RunTotals, type Sample, rowsOf, runSchemaVersion } from '@shared/lab/run';
import { sharedTable } from '@shared/lab/table-parameters';
import { seeded, shuffled } from '@shared/lab/statistics/seeded';
import type { PlannedStep, Step } from '@shared/lab/steps';
import type { LabEvent } from '@shared/lab/lab-messages';
import { MiB } from '@shared/units';
import { inEnglish } from '@shared/strings/t';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { createContainer } from '../../blobs/container-admin';
import { createTable } from '../../tables/table-admin';
import { type LocatedFile, createLocalFiles } from '../bench/local-files';
import { type OpenBench, type OpenBenchPorts, openBench } from '../bench/open-bench';
import type { MeterCounts } from '../bench/meter';
import { cleanUp } from './clean-up';
import { type CreatedList, openCreatedList } from './created-things';
import { joinTable } from './shared-table';
import { environmentOf, targetOf } from './environment';
import { RunProgress } from './run-progress';
import { fillForReading, runReads } from '../steps/read-step';
import { runOperations } from '../steps/operation-step';
import { runStress } from '../steps/stress-step';
import type { StepContext } from '../steps/step-context';
import { moveOf, runTransfers } from '../steps/transfer-step';
import { runWrites, tableTarget } from '../steps/write-step';

export interface RunTarget {
  readonly account: Account;
  /** The user's name for the connection. */
  readonly name: string;
}

export interface RunOrder {
  readonly id: string;
  readonly name: string;
  readonly node: string;
  readonly remarks: Pick<RunRecord, 'objectives' | 'notes'>;
  /** One or more, measured in turn. */
  readonly targets: readonly RunTarget[];
  /** Of the user's folder; none if random files are moved. */
  readonly ownFiles: readonly LocatedFile[];
  readonly experiment: Experiment;
  /** Checked. */
  readonly values: ParameterValues;
  readonly signal: AbortSignal;
  readonly push: (event: LabEvent) => void;
}

export interface RunPorts extends OpenBenchPorts {
  readonly accounts: AccountSource;
  readonly random: () => number;
  /** The lab's folder. */
  readonly folder: string;
}

/** @throws StowageError when nothing could be measured at all: rejected by its caps, or by the target */
export async function runExperiment(order: RunOrder, ports: RunPorts): Promise<RunRecord> {
  const { experiment, values, targets, id, ownFiles } = order;
  const facts = targets.map(({ account }) => targetOf(account.descriptor));
  const plan = dryRunOfTargets(experiment, values, facts, ownFiles);
  rejectBeyondCaps(plan);
  const seed = numberOf(values, 'seed') || 1 + Math.floor(ports.random() * (2 ** 31 - 2));
  const columns = experiment.columns.map(({ name }) => name);
  const startedAtMs = ports.clock.now();
  order.push({ kind: 'started', runId: id, columns, dryRun: plan, seed });

  const created = await openCreatedList(join(ports.folder, 'created'), id);
  let run: Run;
  try {
    run = await measuredRun(order, ports, { seed, columns, startedAtMs }, created);
  } finally {
    const left = await cleanUp(created.things, ports);
    if (left.length === 0) await created.cleared();
    else await created.keep();
  }
  return run.record();
}

interface RunStart {
  readonly seed: number;
  readonly columns: readonly string[];
  readonly startedAtMs: number;
}

/** The run once it has ended; what it created is still there. */
async function measuredRun(order: RunOrder, ports: RunPorts, start: RunStart, created: CreatedList): Promise<Run> {
  const { targets, values, id, ownFiles } = order;
  const shared = sharedTable(values);
  const table = shared ?? `StowageLab${id.replace(/[^a-z0-9]/g, '')}`;
  // Two connections may lead to one account.
  const containerOf = (index: number): string => (index === 0 ? `stowage-lab-${id}` : `stowage-lab-${id}-${index + 1}`);
  const folder = join(ports.folder, 'scratch', id);
  await created.note({ kind: 'folder', path: folder });
  const { seed } = start;
  const local = createLocalFiles({ folder: join(folder, 'source'), seed, ownFiles });
  const opened: OpenBench[] = [];
  try {
    for (const [index, { account }] of targets.entries()) {
      const own = { folder: join(folder, `target-${index + 1}`), local, container: containerOf(index) };
      opened.push(await openBench(account, { line: chosenLine(values), seed, ...own }, ports));
    }
  } catch (thrown) {
    for (const one of opened) await one.dispose();
    throw thrown;
  }
  const run = new Run(order, opened, ports.clock, { ...start, table });
  try {
    for (const [index, { account }] of targets.entries()) {
      await makeTarget(order, account, { table, container: containerOf(index) }, created);
    }
    await run.measure();
  } catch (thrown) {
    run.fail(StowageError.from(thrown));
  } finally {
    run.progress.phase('cleaning', '');
    for (const one of opened) await one.dispose();
  }
  return run;
}

async function makeTarget(
  order: RunOrder,
  account: Account,
  names: { readonly table: string; readonly container: string },
  created: CreatedList,
): Promise<void> {
  const { experiment, signal } = order;
  const { connectionId } = account.descriptor;
  if (sharedTable(order.values) !== null) await joinTable(account, names.table, signal);
  else if (experiment.service === 'table') {
    await created.note({ kind: 'table', connectionId, name: names.table });
    await createTable(account, names.table, signal);
  } else {
    await created.note({ kind: 'container', connectionId, name: names.container });
    await createContainer(account, names.container, signal);
  }
}

interface RunFacts extends RunStart {
  readonly table: string;
}

class Run {
  readonly progress: RunProgress;
  readonly #order: RunOrder;
  /** As the targets. */
  readonly #opened: readonly OpenBench[];
  readonly #clock: Clock;
  readonly #facts: RunFacts;
  readonly #zeroMs: number;
  readonly #stop = new AbortController();
  readonly #samples: Sample[] = [];
  #end: RunEnd = 'done';
  #stoppedBy: RunStop | null = null;

  constructor(order: RunOrder, opened: readonly OpenBench[], clock: Clock, facts: RunFacts) {
    this.#order = order;
    this.#opened = opened;
    this.#clock = clock;
    this.#facts = facts;
    this.#zeroMs = clock.monotonic();
    this.progress = new RunProgress(order.push, clock, facts.columns, () => this.#totals());
  }

  async measure(): Promise<void> {
    const { experiment, values, signal, node } = this.#order;
    const random = seeded(this.#facts.seed);
    const once = plannedSteps(experiment, values, this.#order.ownFiles);
    const targetNames = targetNamesOf(this.#order.targets);
    // The targets of one step follow one another, in random order, so that a change of the line meets all of them. Only the
    // very first is the connection of the run: its rows come first, and the others are compared with it.
    const targetsOf = (at: number): readonly number[] => {
      const drawn = shuffled([...targetNames.keys()], random);
      return at === 0 ? [0, ...drawn.filter((target) => target !== 0)] : drawn;
    };
    const planned: PlannedStep[] = Array.from({ length: numberOf(values, 'repetitions') }, (_, index) =>
      shuffled(once, random).flatMap((step, at) =>
        targetNames.length < 2
          ? [{ ...step, repetition: index + 1 }]
          : targetsOf(index + at).map((target) => ({
              ...withTarget(step, targetNames[target] ?? ''),
              repetition: index + 1,
              target,
            })),
      ),
    ).flat();
    const common = {
      table: this.#facts.table,
      run: this.#order.id,
      node,
      zeroMs: this.#zeroMs,
      signal: this.#stop.signal,
      emit: (sample: Sample) => {
        this.#samples.push(sample);
        this.progress.measured(sample);
      },
    };
    const abort = (): void => this.#stopBecause('cancelled', { kind: 'cancelled' });
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const stopWatching = this.#watchCaps();
    try {
      this.progress.phase('preparing', '');
      for (const { bench } of this.#opened) {
        await prepareSteps(
          once.map(({ step }) => step),
          { ...common, bench },
        );
      }
      this.progress.begin(planned.length);
      for (const one of planned) {
        if (this.#stop.signal.aborted) break;
        this.progress.phase('measuring', one.words);
        const { target = 0 } = one;
        const bench = this.#opened[target]?.bench;
        if (bench === undefined) continue;
        await runStep({
          ...common,
          bench,
          planned: one,
          target: one.target === undefined ? undefined : targetNames[target],
        });
        if (!this.#stop.signal.aborted) this.progress.stepDone();
      }
    } finally {
      stopWatching();
      signal.removeEventListener('abort', abort);
    }
  }

  /** Failures that follow from stopping are not reported. */
  fail(failure: StowageError): void {
    if (this.#stop.signal.aborted) return;
    if (this.#samples.length === 0) throw failure;
    const { code, message, context } = failure;
    this.#stopBecause('failed', { kind: 'failure', code, message, context: { ...context } });
  }

  record(): RunRecord {
    const { id, name, node, remarks, experiment, values, targets } = this.#order;
    const { columns, seed, startedAtMs } = this.#facts;
    return {
      schemaVersion: runSchemaVersion,
      id,
      name,
      experimentId: experiment.id,
      nodes: [node],
      startedAtMs,
      end: this.#end,
      ...this.#whyItEnded(),
      ...remarks,
      parameters: { ...values, seed },
      seed,
      line: chosenLine(values),
      environments: targets.map((target) => environmentOf(target.account.descriptor, target.name)),
      totals: this.#totals(),
      sampleCount: this.#samples.length,
      columns: [...columns],
      rows: rowsOf(columns, this.#samples),
    };
  }

  #whyItEnded(): Pick<RunRecord, 'endReason' | 'stop'> {
    const stop = this.#stoppedBy;
    return stop === null ? { endReason: '' } : { endReason: inEnglish(() => stopSentence(stop)), stop };
  }

  #stopBecause(end: RunEnd, by: RunStop): void {
    if (this.#stop.signal.aborted) return;
    this.#end = end;
    this.#stoppedBy = by;
    this.#stop.abort();
  }

  #watchCaps(): () => void {
    const { values } = this.#order;
    const requests = numberOf(values, 'maxRequests');
    const bytes = numberOf(values, 'maxMebibytes') * MiB;
    const minutes = numberOf(values, 'maxMinutes');
    const timer = new AbortController();
    this.#clock.sleep(minutes * 60_000, timer.signal).then(
      () => this.#stopBecause('capped', { kind: 'cap', of: 'minutes', limit: minutes }),
      () => undefined,
    );
    const check = (): void => {
      const counts = this.#totals();
      if (counts.requests >= requests) this.#stopBecause('capped', { kind: 'cap', of: 'requests', limit: requests });
      if (counts.bytesUp + counts.bytesDown >= bytes) {
        this.#stopBecause('capped', { kind: 'cap', of: 'mebibytes', limit: bytes / MiB });
      }
    };
    const listening = this.#opened.map(({ bench }) => bench.meter.onRequest(check));
    return () => {
      timer.abort();
      for (const stopListening of listening) stopListening();
    };
  }

  #totals(): RunTotals {
    const meters = this.#opened.map(({ bench }) => bench.meter);
    const sum = (of: keyof MeterCounts): number => meters.reduce((total, { counts }) => total + counts[of], 0);
    return {
      requests: sum('requests'),
      bytesUp: sum('bytesUp'),
      bytesDown: sum('bytesDown'),
      retries: sum('retries'),
      throttled: sum('throttled'),
      failed: sum('failed'),
      elapsedMs: Math.round(this.#clock.monotonic() - this.#zeroMs),
      connections: Math.max(...meters.map(({ peakConnectionsEver }) => peakConnectionsEver)),
    };
  }
}

/** Those of the connections, each distinguishable from the others. */
function targetNamesOf(targets: readonly RunTarget[]): readonly string[] {
  const names = targets.map(({ name }) => name);
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} (${index + 1})`));
}

const withTarget = <T extends Pick<PlannedStep, 'label' | 'words'>>(step: T, target: string): T => ({
  ...step,
  label: `${step.label}, ${target}`,
  words: `${step.words}, ${target}`,
});

/** Not measured; once per run. */
export async function prepareSteps(steps: readonly Step[], context: Omit<StepContext, 'planned'>): Promise<void> {
  const transfers = steps.flatMap((step) => (step.kind === 'transfer' ? [moveOf(step, context.signal)] : []));
  if (transfers.length > 0) await context.bench.files.prepare(transfers, context.signal);
  const read = steps.reduce((max, step) => (step.kind === 'read' ? Math.max(max, step.entities) : max), 0);
  if (read > 0) await fillForReading(tableTarget(context), context.bench, read);
}

export function runStep(context: StepContext): Promise<void> {
  const { step } = context.planned;
  switch (step.kind) {
    case 'transfer':
      return runTransfers(step, context);
    case 'write':
      return runWrites(step, context);
    case 'operation':
      return runOperations(step, context);
    case 'read':
      return runReads(step, context);
    case 'stress':
      return runStress(step, context);
  }
}
