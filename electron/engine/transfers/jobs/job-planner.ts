// Plans a job while its first files already move: every step becomes a journal record and, for a file, work to begin. A
// plan that was interrupted is made again and skips what is known.
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import type { JobJournal } from '../records/job-journal';
import type { JobSpec, PlannedFile } from '../records/job-records';
import {
  type OpenFile,
  type PlanTotals,
  plannedDownload,
  plannedTargetOf,
  plannedUpload,
} from '../records/files-state';
import type { JobState } from '../records/job-state';
import type { JobPorts } from './job-ports';
import { type UnplannedTarget, chosenAgain } from '../plan/specs';
import { planCopy } from '../plan/copy-plan';
import {
  type LeftOutStep,
  type PlanProblem,
  type PlanStep,
  countDownload,
  planDownload,
  planUpload,
  rootOf,
  uploadNameOf,
} from '../plan/plan';
import { learnFoldingToWrite } from '../plan/folding';
import { type EarlierTargets, earlierTargets } from './earlier-targets';
import { numbered, otherTargets, targetOfStep } from './other-targets';
import type { StatFiles } from '../plan/walk';
import { localSegments } from '../plan/names';
import { planVerify } from '../verify/verify-plan';
import { planRepairDown, planRepairUp, repairable } from '../verify/verify-report';
import type { NameSet } from '../records/name-set';
import type { Remark } from '../records/remarks';
import { ReportedProblems, keyOf } from './reported-problems';

export interface PlannerPorts {
  readonly state: JobState;
  readonly journal: JobJournal;
  readonly preferredBlockBytes: () => number | null;
  readonly onFile: (open: OpenFile) => void;
  readonly onProblem: (f: number, problem: PlanProblem) => void;
  /** For what is neither moved nor a failure, once for each path. */
  readonly onLeftOut: (path: string, why: LeftOutStep['why']) => void;
  readonly remark: (remark: Remark) => void;
  /** What this run has left out, so that planning again does not remark it twice. */
  readonly leftOut: NameSet;
  /** Called after each group of steps; planning continues when it resolves. */
  readonly onSteps: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * What the plan is made from: the accounts (the same, unless a job copies between two), and what earlier jobs did and
 * found.
 */
export interface PlanSources extends Pick<JobPorts, 'movedBy' | 'findingsOf' | 'insists'> {
  readonly source: Account;
  readonly target: Account;
  readonly statFiles: StatFiles;
}

/** Resolves when every file is known; throws what ends the planning. */
export async function planInto(sources: PlanSources, ports: PlannerPorts): Promise<void> {
  const { state: jobState, journal } = ports;
  if (jobState.planned) {
    await replanInto(sources, ports);
    return;
  }
  const reported = new ReportedProblems(jobState);
  // The whole plan is made again, including theirs.
  for (const f of [...jobState.unplanned.keys()]) journal.note({ t: 'planned', again: f });
  const unsettled = new Set<string>();
  for (const { plannedTarget } of jobState.open.values()) unsettled.add(plannedTarget);
  for (const { file, plannedTarget } of jobState.failed.values()) if (file !== null) unsettled.add(plannedTarget);
  const isAgain = jobState.nextFile > 0;
  const isKnown = (target: string): boolean => isAgain && (unsettled.has(target) || jobState.settled.has(target));
  const earlier = isAgain ? earlierTargets(jobState, journal, { isKnown, movedBy: sources.movedBy }) : null;
  for await (const steps of await stepsOf(jobState.head.spec, sources, ports, earlier)) {
    for (const step of steps) take(step, { isKnown, report: reported }, ports);
    await ports.onSteps();
  }
  forget(reported, ports);
  journal.note({ t: 'planned' });
}

/** Plans the parts that failed once more. A part that is refused again fails again: the person wanted it tried. */
async function replanInto(sources: PlanSources, ports: PlannerPorts): Promise<void> {
  const { state: jobState, journal } = ports;
  const { head, unplanned, unplannedFrom } = jobState;
  const others = await otherTargets(jobState, journal, sources.movedBy);
  const known = new Set<string>();
  for (const { file, plannedTarget } of jobState.open.values()) if (file.f >= unplannedFrom) known.add(plannedTarget);
  for (const { file, plannedTarget } of jobState.failed.values()) {
    if (file !== null && file.f >= unplannedFrom) known.add(plannedTarget);
  }
  const planned = new Set<string>();
  for (const [f, failure] of [...unplanned]) {
    // What failed again before the connection broke and was then retried as well is the same choice.
    const again = planned.has(keyOf(failure)) ? null : chosenAgain(head.spec, failure);
    planned.add(keyOf(failure));
    const isKnown = (target: string): boolean => known.has(target) || jobState.settled.has(target);
    const reported = new ReportedProblems(jobState, 'again');
    const wanted = { ...sources, insists: 'yes', only: failure } as const;
    for await (const steps of again === null ? [] : await stepsOf(again.spec, wanted, ports)) {
      for (const step of steps) {
        const isFile = step.kind === 'file';
        if (isFile && again?.isWanted(targetOfStep(step)) === false) continue;
        if (isFile && isKnown(plannedTargetOf(numbered(step)))) continue;
        take(others.claim(step), { isKnown, report: reported }, ports);
      }
      await ports.onSteps();
    }
    forget(reported, ports);
    journal.note({ t: 'planned', again: f });
  }
}

export async function countPlan(
  sources: PlanSources,
  ports: Pick<PlannerPorts, 'state' | 'preferredBlockBytes' | 'signal'>,
): Promise<PlanTotals> {
  const { spec } = ports.state.head;
  if (spec.kind === 'download' && spec.repairs === undefined) {
    return countDownload(spec, { account: sources.source, signal: ports.signal });
  }
  let [files, bytes] = [0, 0];
  for await (const steps of await stepsOf(ports.state.head.spec, sources, ports)) {
    for (const step of steps) {
      if (step.kind !== 'left-out') files += 1;
      if (step.kind === 'file') bytes += step.file.bytes;
    }
  }
  return { files, bytes };
}

async function stepsOf(
  spec: JobSpec,
  { source, target, movedBy, findingsOf, statFiles, insists, only }: PlanSources & { readonly only?: UnplannedTarget },
  { preferredBlockBytes, signal }: Pick<PlannerPorts, 'preferredBlockBytes' | 'signal'>,
  earlier: EarlierTargets | null = null,
): Promise<AsyncIterable<readonly PlanStep<PlannedFile>[]>> {
  if (spec.kind === 'verify') return planVerify(spec, { account: target, source, movedBy, signal });
  if (spec.kind === 'upload') {
    if (spec.repairs === undefined) {
      return planUpload(spec, preferredBlockBytes, signal, { statFiles, earlier: earlier?.uploads ?? null });
    }
    return planRepairUp(repairable(findingsOf(spec.repairs.jobId), 'up', only), spec, signal);
  }
  if (spec.kind !== 'download') return planCopy(spec, { source, target, signal, insists });
  if (spec.repairs !== undefined) {
    return planRepairDown(repairable(findingsOf(spec.repairs.jobId), 'down', only), spec, {
      account: source,
      signal,
      insists,
    });
  }
  const folding = await learnFoldingToWrite(spec.targetDir);
  return planDownload(spec, {
    account: source,
    preferredBlockBytes,
    folding,
    signal,
    insists,
    earlier: earlier?.downloads ?? null,
  });
}

interface Earlier {
  /** The place of this file was planned for another one before. */
  readonly isKnown: (target: string) => boolean;
  readonly report: ReportedProblems;
}

function take(step: PlanStep<PlannedFile>, { isKnown, report: reported }: Earlier, ports: PlannerPorts): void {
  const { state: jobState, journal } = ports;
  if (step.kind === 'left-out') {
    if (ports.leftOut.add(step.path) === 'known') return;
    ports.remark(step.why);
    ports.onLeftOut(step.path, step.why);
    return;
  }
  const f = jobState.nextFile;
  if (step.kind === 'problem') {
    const found = isReportedByFile(step.problem, jobState, isKnown) ? null : reported.isNew(step.problem);
    if (found !== null) ports.onProblem(found.at ?? f, step.problem);
    return;
  }
  const file = { f, attempt: 0, ...step.file } as PlannedFile;
  if (isKnown(plannedTargetOf(file))) return;
  if (step.remark !== '') ports.remark(step.remark);
  journal.note(file);
  const open = jobState.open.get(f);
  if (open !== undefined) ports.onFile(open);
}

// Whether the file was planned before it disappeared; a twin is another file with the same place.
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

function forget(reported: ReportedProblems, { state: jobState, journal }: PlannerPorts): void {
  for (const f of reported.over()) {
    if (jobState.failed.has(f)) journal.note({ t: 'retry', f });
    else if (jobState.unplanned.has(f)) journal.note({ t: 'planned', again: f });
  }
}

/** A failure of the whole job, as an item of its own. */
export function wholeJobProblem(title: string, error: StowageError): PlanProblem {
  const context = { ...error.context, wholeJob: true };
  return {
    source: title,
    target: '',
    error: new StowageError(error.code, error.message, { context, requestId: error.requestId }),
  };
}
