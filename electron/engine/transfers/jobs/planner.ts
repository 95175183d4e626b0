// Plans a job while its first files already move, from its sources to its journal. Over 300 lines, because making a plan
// again (after an interruption, or the parts that failed) needs what the earlier plan has targeted and reported.
import { lstat, rmdir } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { systemCodeOf } from '../../../disk/local-error';
import type { Account } from '../../azure/account';
import { knownNamespace } from '../../blobs/details/account-facts';
import { markersOf } from '../plan/folder-files';
import { type UnplannedTarget, chosenAgain } from '../plan/specs';
import { planCopy } from '../plan/copy-plan';
import { learnFoldingToWrite } from '../plan/folding';
import { collisionKey, localSegments } from '../plan/names';
import {
  type EarlierPlan,
  type LeftOutStep,
  type PlanProblem,
  type PlanStep,
  countDownload,
  planDownload,
  planUpload,
  rootOf,
  uploadNameOf,
} from '../plan/plan';
import type { StatFiles } from '../plan/walk';
import {
  type OpenFile,
  type PlanTotals,
  endpointsOf,
  plannedDownload,
  plannedTargetOf,
  plannedUpload,
  targetOf,
} from '../records/files-state';
import type { JobJournal } from '../records/job-journal';
import type { FileFailure, JobSpec, PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import type { MovedFile } from '../records/settled-files';
import { type NameSet, createNameSet } from '../records/name-set';
import type { Remark } from '../records/remarks';
import { planSync } from '../sync/sync-plan';
import { planVerify } from '../verify/verify-plan';
import { type Findings, planRepairDown, planRepairUp, repairable } from '../verify/verify-report';

/**
 * What the plan is made from: the accounts (the same, unless a job copies between two), and what earlier jobs did and
 * found.
 */
export interface PlanSources {
  readonly source: Account;
  readonly target: Account;
  readonly statFiles: StatFiles;
  /** The files that an earlier job has moved. */
  readonly movedBy: (jobId: string) => AsyncIterable<readonly MovedFile[]>;
  /** What an earlier check has found. @throws StowageError `not-found.job` */
  readonly findingsOf: (jobId: string) => Findings;
  readonly insists: 'yes' | 'no';
}

/** Where the plan goes. */
export interface PlanSink {
  readonly state: JobState;
  readonly journal: JobJournal;
  readonly preferredBlockBytes: () => number | null;
  readonly onFile: (open: OpenFile) => void;
  readonly onProblem: (fileId: number, problem: PlanProblem) => void;
  /** For items that are neither moved nor a failure, once for each path. */
  readonly onLeftOut: (path: string, why: LeftOutStep['why']) => void;
  readonly remark: (remark: Remark) => void;
  /** The items that this run has skipped, so that planning again does not report them twice. */
  readonly leftOut: NameSet;
  /** Called after each group of steps; planning continues when it resolves. */
  readonly onSteps: () => Promise<void>;
  /** Resolves when everything planned until now has ended, with the number of files that failed. */
  readonly untilEnded: () => Promise<number>;
  readonly signal: AbortSignal;
}

type Step = PlanStep<PlannedFile>;
type FileStep = Extract<Step, { kind: 'file' }>;

/** Resolves when every file is known; throws the error that ends the planning. */
export async function planInto(sources: PlanSources, sink: PlanSink): Promise<void> {
  const { state: jobState, journal } = sink;
  if (jobState.planned) {
    await replanInto(sources, sink);
    return;
  }
  const reported = new ReportedProblems(jobState);
  // The whole plan is made again, including theirs.
  for (const fileId of [...jobState.unplanned.keys()]) journal.note({ t: 'planned', again: fileId });
  const unsettled = plannedTargetsFrom(0, jobState);
  const isAgain = jobState.nextFile > 0;
  const isKnown = (target: string): boolean => isAgain && (unsettled.has(target) || jobState.settled.has(target));
  const earlier = isAgain ? earlierTargets(sink, isKnown, sources.movedBy) : null;
  for await (const steps of await stepsOf(jobState.head.spec, sources, sink, earlier)) {
    for (const step of steps) take(step, { isKnown, reported }, sink);
    await sink.onSteps();
  }
  forget(reported, sink);
  journal.note({ t: 'planned' });
}

/** Plans the parts that failed once more. A part that is denied again fails again: the user wanted it tried. */
async function replanInto(sources: PlanSources, sink: PlanSink): Promise<void> {
  const { state: jobState, journal } = sink;
  const { head, unplanned, unplannedFrom } = jobState;
  const others = await otherTargets(jobState, journal, sources.movedBy);
  const known = plannedTargetsFrom(unplannedFrom, jobState);
  const isKnown = (target: string): boolean => known.has(target) || jobState.settled.has(target);
  const planned = new Set<string>();
  for (const [fileId, failure] of [...unplanned]) {
    // A choice that failed again before the connection broke and was then also retried is the same choice.
    const again = planned.has(choiceKeyOf(failure)) ? null : chosenAgain(head.spec, failure);
    planned.add(choiceKeyOf(failure));
    const reported = new ReportedProblems(jobState, 'again');
    const wanted = { ...sources, insists: 'yes', only: failure } as const;
    for await (const steps of again === null ? [] : await stepsOf(again.spec, wanted, sink)) {
      for (const step of steps) {
        const isFile = step.kind === 'file';
        if (isFile && again?.isWanted(targetOf(numbered(step))) === false) continue;
        if (isFile && isKnown(plannedTargetOf(numbered(step)))) continue;
        take(others.claim(step), { isKnown, reported }, sink);
      }
      await sink.onSteps();
    }
    forget(reported, sink);
    journal.note({ t: 'planned', again: fileId });
  }
}

export async function countPlan(
  sources: PlanSources,
  sink: Pick<PlanSink, 'state' | 'preferredBlockBytes' | 'signal'>,
): Promise<PlanTotals> {
  const { spec } = sink.state.head;
  if (spec.kind === 'download' && spec.repairs === undefined && spec.sync === undefined) {
    return countDownload(spec, { account: sources.source, signal: sink.signal });
  }
  let [files, bytes] = [0, 0];
  for await (const steps of await stepsOf(spec, sources, sink)) {
    for (const step of steps) {
      if (step.kind !== 'left-out') files += 1;
      if (step.kind === 'file') bytes += step.file.bytes;
    }
  }
  return { files, bytes };
}

/** A failure of the whole job, as a separate item. */
export function wholeJobProblem(title: string, error: StowageError): PlanProblem {
  const context = { ...error.context, wholeJob: true };
  return {
    source: title,
    target: '',
    error: new StowageError(error.code, error.message, { context, requestId: error.requestId }),
  };
}

/** `untilEnded`: absent where the plan is only counted. */
type StepsSink = Pick<PlanSink, 'preferredBlockBytes' | 'signal'> & Partial<Pick<PlanSink, 'untilEnded'>>;

async function stepsOf(
  spec: JobSpec,
  { source, target, movedBy, findingsOf, statFiles, insists, only }: PlanSources & { readonly only?: UnplannedTarget },
  { preferredBlockBytes, signal, untilEnded }: StepsSink,
  earlier: EarlierTargets | null = null,
): Promise<AsyncIterable<readonly Step[]>> {
  if (spec.kind !== 'verify' && spec.sync !== undefined) {
    return planSync(spec, spec.sync, { source, target, preferredBlockBytes, signal, untilEnded });
  }
  if (spec.kind === 'verify') return planVerify(spec, { account: target, source, movedBy, signal });
  if (spec.kind === 'upload') {
    if (spec.repairs === undefined) {
      const namespace = knownNamespace(target);
      return planUpload(spec, preferredBlockBytes, signal, {
        statFiles,
        namespace,
        markers: markersOf(target),
        earlier: earlier?.uploads ?? null,
      });
    }
    return planRepairUp(repairable(findingsOf(spec.repairs.jobId), 'up', only), spec, signal);
  }
  if (spec.kind !== 'download') {
    return planCopy(spec, { source, target, signal, insists, namespace: knownNamespace(target) });
  }
  if (spec.repairs !== undefined) {
    return planRepairDown(repairable(findingsOf(spec.repairs.jobId), 'down', only), spec, {
      account: source,
      signal,
      insists,
    });
  }
  const { targetDir } = spec;
  const isNew = await lstat(targetDir).then(
    () => false,
    (thrown: unknown) => systemCodeOf(thrown) === 'ENOENT',
  );
  const folding = await learnFoldingToWrite(targetDir);
  const steps = planDownload(spec, {
    account: source,
    preferredBlockBytes,
    folding,
    signal,
    insists,
    earlier: earlier?.downloads ?? null,
  });
  return isNew ? removingUnused(targetDir, steps) : steps;
}

/** A folder made for a download that found no file goes again: the next one would save below it a file of its name. */
async function* removingUnused(
  targetDir: string,
  plan: AsyncIterable<readonly Step[]>,
): AsyncGenerator<readonly Step[], void, undefined> {
  let isUsed = false;
  try {
    for await (const steps of plan) {
      isUsed ||= steps.some(({ kind }) => kind === 'file');
      yield steps;
    }
  } finally {
    // Fails for one that is no longer empty, which stays.
    if (!isUsed) await rmdir(targetDir).catch(() => undefined);
  }
}

interface Earlier {
  /** The target of this file was planned for another one before. */
  readonly isKnown: (target: string) => boolean;
  readonly reported: ReportedProblems;
}

function take(step: Step, { isKnown, reported }: Earlier, sink: PlanSink): void {
  const { state: jobState, journal } = sink;
  if (step.kind === 'left-out') {
    if (sink.leftOut.add(step.path) === 'known') return;
    sink.remark(step.why);
    sink.onLeftOut(step.path, step.why);
    return;
  }
  const fileId = jobState.nextFile;
  if (step.kind === 'problem') {
    const found = isReportedByFile(step.problem, jobState, isKnown) ? null : reported.isNew(step.problem);
    if (found !== null) sink.onProblem(found.at ?? fileId, step.problem);
    return;
  }
  const file = { f: fileId, attempt: 0, ...step.file } as PlannedFile;
  if (isKnown(plannedTargetOf(file))) return;
  if (step.remark !== '') sink.remark(step.remark);
  journal.note(file);
  const open = jobState.open.get(fileId);
  if (open !== undefined) sink.onFile(open);
}

// Whether the file was planned before it disappeared; a twin is another file with the same target.
function isReportedByFile(
  { source, target, error }: PlanProblem,
  { head }: JobState,
  isKnown: Earlier['isKnown'],
): boolean {
  if (error.code === 'conflict.target-exists') return false;
  const { spec } = head;
  if (spec.kind === 'upload') {
    return isKnown(plannedUpload(source, uploadNameOf(spec, target.slice(rootOf(spec.prefix).length))));
  }
  if (spec.kind !== 'download') return isKnown(target);
  return isKnown(plannedDownload(source, localSegments(target, spec.localNaming ?? 'earlier')));
}

function forget(reported: ReportedProblems, { state: jobState, journal }: PlanSink): void {
  for (const fileId of reported.notMetAgain()) {
    if (jobState.failed.has(fileId)) journal.note({ t: 'retry', f: fileId });
    else if (jobState.unplanned.has(fileId)) journal.note({ t: 'planned', again: fileId });
  }
}

const numbered = ({ file }: FileStep): PlannedFile => ({ f: 0, attempt: 0, ...file }) as PlannedFile;

/** Planned targets of the files from this number on that are neither done nor skipped. */
function plannedTargetsFrom(firstFile: number, { open, failed }: JobState): Set<string> {
  const targets = new Set<string>();
  for (const { file, plannedTarget } of open.values()) if (file.f >= firstFile) targets.add(plannedTarget);
  for (const { file, plannedTarget } of failed.values()) {
    if (file !== null && file.f >= firstFile) targets.add(plannedTarget);
  }
  return targets;
}

type MovedBy = PlanSources['movedBy'];
type Names = Pick<MovedFile, 'name' | 'segments'>;

interface EarlierTargets {
  readonly uploads: EarlierPlan<string>;
  readonly downloads: EarlierPlan<readonly string[]>;
}

/**
 * The targets that an interrupted plan gave away: when it is made again its files get them again, and no other file
 * does, although the listing or the folders may have changed.
 */
function earlierTargets(sink: PlanSink, isKnown: Earlier['isKnown'], movedBy: MovedBy): EarlierTargets {
  return {
    uploads: {
      isKnown: (path, name) => isKnown(plannedUpload(path, name)),
      targetGroups: earlierNames(sink, movedBy, ({ name }) => name),
    },
    downloads: {
      isKnown: (name, wanted) => isKnown(plannedDownload(name, wanted)),
      targetGroups: earlierNames(sink, movedBy, ({ segments }) => segments),
    },
  };
}

async function* earlierNames<Target>(
  { state: { head, open, failed }, journal }: PlanSink,
  movedBy: MovedBy,
  targetIn: (names: Names) => Target,
): AsyncGenerator<readonly Target[], void, undefined> {
  const unsettled = [...open.values(), ...failed.values()];
  yield unsettled.flatMap(({ file }) => (file === null ? [] : namesIn(file))).map(targetIn);
  // Read after the open files, so that a file that ends meanwhile is in one of the two.
  await journal.write();
  for await (const files of movedBy(head.id)) yield files.map(targetIn);
}

function namesIn(file: PlannedFile): readonly Names[] {
  if ('marks' in file && file.marks === 'folder') return [];
  if (file.t === 'download') return [file];
  return file.t === 'upload' ? [{ name: file.name, segments: [] }] : [];
}

/**
 * The targets of all other files of a job when a part of it is planned again: none of them may be overwritten. `claim`
 * gives a file its target; if another file has it, the result is the problem to report instead.
 */
export async function otherTargets(
  { head, open, failed }: JobState,
  journal: Pick<JobJournal, 'write'>,
  movedBy: MovedBy,
): Promise<{ readonly claim: (step: Step) => Step }> {
  const { id, spec } = head;
  const folding = spec.kind === 'download' ? await learnFoldingToWrite(spec.targetDir) : null;
  const keyOf = (target: string): string => (folding === null ? target : collisionKey(target.split('/'), folding));
  const taken = createNameSet();
  for (const { file } of open.values()) taken.add(keyOf(targetOf(file)));
  for (const { file } of failed.values()) if (file !== null) taken.add(keyOf(targetOf(file)));
  // Read after the open files, so that a file that ends meanwhile is in one of the two.
  await journal.write();
  for await (const files of movedBy(id)) {
    for (const { name, segments } of files) taken.add(keyOf(folding === null ? name : segments.join('/')));
  }
  return {
    claim: (step) => {
      if (step.kind !== 'file') return step;
      return taken.add(keyOf(targetOf(numbered(step)))) === 'known' ? sameTarget(step) : step;
    },
  };
}

function sameTarget(step: FileStep): Step {
  const { source, target } = endpointsOf(numbered(step));
  const error = new StowageError('conflict.target-exists', 'Another file of this job has the same target.', {
    context: { path: target, what: 'twin' },
  });
  return { kind: 'problem', problem: { source, target, error } };
}

/** The problems that an interrupted plan has reported already: when it is made again, only new ones are reported. */
class ReportedProblems {
  readonly #jobState: JobState;
  /** Problems that have not occurred again until now. */
  readonly #left = new Map<string, number[]>();
  readonly #known = new Set<string>();
  readonly #isEmptied: boolean;

  /** `again`: for the part that is planned again, whose problems have numbers already. */
  constructor(jobState: JobState, what: 'all' | 'again' = 'all') {
    const { failed, unplanned, unplannedFrom, head, nextFile } = jobState;
    const from = what === 'again' ? unplannedFrom : 0;
    this.#jobState = jobState;
    for (const [fileId, { file, failure }] of failed) {
      if (fileId < from || file !== null || failure.context.wholeJob === true) continue;
      const key = choiceKeyOf(failure);
      this.#left.set(key, [...(this.#left.get(key) ?? []), fileId]);
    }
    if (what === 'all') for (const failure of unplanned.values()) this.#known.add(choiceKeyOf(failure));
    for (const key of this.#left.keys()) this.#known.add(key);
    this.#isEmptied = head.spec.kind === 'move' && nextFile - from > this.#known.size;
  }

  /** Null for a problem that is known. `at`: its number, null for a new one. */
  isNew(problem: PlanProblem): { readonly at: number | null } | null {
    const { error } = problem;
    const at = this.#left.get(choiceKeyOf(problem))?.shift();
    if (at === undefined) return this.#isOfOwnDoing(problem) ? null : { at: null };
    const failure = this.#jobState.failed.get(at)?.failure;
    // If a user retries it meanwhile, it is reported when that is done.
    return failure === undefined || failure.code === error.code ? null : { at };
  }

  /** Call it when the plan is complete. */
  notMetAgain(): readonly number[] {
    return [...this.#left.values()].flat();
  }

  // A folder that this job has moved is empty.
  #isOfOwnDoing(problem: PlanProblem): boolean {
    const { source, error } = problem;
    if (!this.#isEmptied || this.#known.has(choiceKeyOf(problem))) return false;
    return source.endsWith('/') && error.code === 'not-found.blob';
  }
}

/** Identifies a choice of the user. */
function choiceKeyOf({ source, target }: Pick<FileFailure, 'source' | 'target'>): string {
  return JSON.stringify([source, target]);
}
