// A preflight shows what a transfer would bring before it starts: what it would move is counted as the job would plan it,
// and its names are looked up at the target. Bounded in files, requests and time, and holds no list of names.
import type { StowageError } from '@shared/errors';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { concernsOf, isRuleForNames } from '@shared/preflight/concerns';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { isTargetTaken } from '../files/local-target';
import type { PlanStep } from '../plan/plan';
import { type NameBounds, type PreflightLocations, lookUpNames } from './stored-names';
import type { PreflightFile, PreflightTally, StoredFacts } from './preflight-tally';

export interface PreflightExtras {
  /** Titles of current transfers that write to the same target. */
  readonly writing: () => readonly string[];
  /**
   * Pushes the complete preflight, and again whenever it changes, until the subscription ends. Default: pushes it once.
   */
  readonly keepReporting?: (whole: () => TransferPreflight) => Promise<void>;
}

export interface PreflightRun extends PreflightExtras {
  readonly clock: Clock;
  readonly push: (runPreflight: TransferPreflight) => void;
  readonly signal: AbortSignal;
  /**
   * `if-it-matters`: names are not looked up when the policy decides about them alone and nothing else is to be
   * reported.
   */
  readonly names: 'looked-for' | 'if-it-matters';
  readonly bounds?: PreflightBounds;
}

export interface PreflightBounds extends NameBounds {
  /** Counting stops at this number, which is enough for a decision. */
  readonly files: number;
  /** Number of files per location that are retained, to be looked up one by one. */
  readonly few: number;
}

/** What each kind of transfer supplies. `F` is a file as its plan describes it. */
export interface Subject<F> {
  readonly steps: AsyncIterable<readonly PlanStep<F>[]>;
  readonly toPreflightFile: (file: Extract<PlanStep<F>, { kind: 'file' }>['file']) => PreflightFile;
  /**
   * The reason why each of these could not be moved, in order; null for none. `found` is the object that already has a
   * file's name, if it is found here.
   */
  readonly examine: (
    files: readonly PreflightFile[],
    found: (file: PreflightFile, stored: StoredFacts) => void,
  ) => Promise<readonly (StowageError | null)[]>;
  /** Where names are looked up at the service; null when `examine` finds them all. */
  readonly stored: {
    readonly locations: PreflightLocations;
    readonly account: Account;
    readonly container: string;
  } | null;
  readonly overwrite: OverwritePolicy;
  readonly tally: PreflightTally;
}

export const defaultBounds: PreflightBounds = { files: 1_000_000, few: 512, pages: 40, pageSize: 5_000, ms: 20_000 };
const pushEveryMs = 250;

/**
 * Pushes at most four times a second, the complete preflight last. Rejects when `signal` aborts; other failures are part
 * of the preflight.
 */
export async function runPreflight<F>(
  subject: Subject<F>,
  { clock, push, signal, names, bounds = defaultBounds, keepReporting }: PreflightRun,
): Promise<void> {
  const { stored, overwrite, tally } = subject;
  let pushedAtMs = clock.monotonic();
  const found = (): void => {
    if (clock.monotonic() - pushedAtMs < pushEveryMs) return;
    pushedAtMs = clock.monotonic();
    push(tally.report('under-way'));
  };
  const end = async (): Promise<void> => {
    const whole = (): TransferPreflight => tally.report('complete');
    if (keepReporting === undefined) push(whole());
    else await keepReporting(whole);
  };
  const counting = count(subject, bounds, found);
  if (stored === null) {
    await counting;
    signal.throwIfAborted();
    await end();
    return;
  }
  if (names === 'if-it-matters' && isRuleForNames(overwrite)) {
    await counting;
    if (concernsOf(tally.report('complete'), overwrite).length === 0) {
      tally.looked = 'some';
      await end();
      return;
    }
  }
  const { locations, ...target } = stored;
  const looking = lookUpNames(locations, counting, tally, { ...target, clock, signal, bounds, found });
  await Promise.all([counting, looking]);
  signal.throwIfAborted();
  await end();
}

async function count<F>(
  { steps: plan, toPreflightFile, examine, stored, tally }: Subject<F>,
  bounds: PreflightBounds,
  found: () => void,
): Promise<void> {
  for await (const steps of plan) {
    const files: PreflightFile[] = [];
    for (const step of steps) {
      if (step.kind === 'file') {
        const file = toPreflightFile(step.file);
        files.push(file);
        if (step.remark === 'not read back') tally.noteOneWay(file.source);
      } else if (step.kind === 'left-out') tally.leaveOut(step.why);
      else tally.reject(step.problem.source, step.problem.error);
    }
    const taken = new Map<PreflightFile, StoredFacts>();
    const problems = await examine(files, (file, facts) => taken.set(file, facts));
    for (const [index, file] of files.entries()) {
      const problem = problems[index] ?? null;
      if (problem !== null) {
        if (isTargetTaken(problem)) tally.rejectUnlessNumbered(file, problem);
        else tally.reject(file.source, problem);
        continue;
      }
      tally.add(file);
      const facts = taken.get(file);
      if (facts !== undefined) tally.take(file, facts);
      if (stored !== null) keep(file, stored.locations, bounds);
    }
    found();
    if (tally.files < bounds.files) continue;
    tally.counted = 'at-least';
    return;
  }
}

function keep(file: PreflightFile, locations: PreflightLocations, { few }: PreflightBounds): void {
  const location = locations.of(file.name);
  if (location === undefined) return;
  location.add(file);
  if (location.few !== null && location.few.push(file) > few) location.few = null;
}
