// The problems that an interrupted plan has reported already. When it, or a part of it, is made again, only new
// problems are reported.
import type { PlanProblem } from '../plan/plan';
import type { FileFailure } from '../records/job-records';
import type { JobState } from '../records/job-state';

export class ReportedProblems {
  readonly #jobState: JobState;
  /** Problems that were not met again so far. */
  readonly #left = new Map<string, number[]>();
  readonly #known = new Set<string>();
  readonly #isEmptied: boolean;

  /** `again`: for the part that is planned again, whose problems have numbers already. */
  constructor(jobState: JobState, what: 'all' | 'again' = 'all') {
    const { failed, unplanned, unplannedFrom, head, nextFile } = jobState;
    const from = what === 'again' ? unplannedFrom : 0;
    this.#jobState = jobState;
    for (const [f, { file, failure }] of failed) {
      if (f < from || file !== null || failure.context.wholeJob === true) continue;
      this.#left.set(keyOf(failure), [...(this.#left.get(keyOf(failure)) ?? []), f]);
    }
    if (what === 'all') for (const failure of unplanned.values()) this.#known.add(keyOf(failure));
    for (const key of this.#left.keys()) this.#known.add(key);
    this.#isEmptied = head.spec.kind === 'move' && nextFile - from > this.#known.size;
  }

  /** Reports what is new. `at`: its number, null for a new one. */
  isNew(problem: PlanProblem): { readonly at: number | null } | null {
    const { error } = problem;
    const at = this.#left.get(keyOf(problem))?.shift();
    if (at === undefined) return this.#isOfOwnDoing(problem) ? null : { at: null };
    const failure = this.#jobState.failed.get(at)?.failure;
    // If a person retries it meanwhile, it is reported when that is done.
    return failure === undefined || failure.code === error.code ? null : { at };
  }

  /** Problems that the whole plan has not met again. */
  over(): readonly number[] {
    return [...this.#left.values()].flat();
  }

  // A folder that this job has moved is empty.
  #isOfOwnDoing(problem: PlanProblem): boolean {
    const { source, error } = problem;
    if (!this.#isEmptied || this.#known.has(keyOf(problem))) return false;
    return source.endsWith('/') && error.code === 'not-found.blob';
  }
}

/** Identifies a choice. */
export function keyOf({ source, target }: Pick<FileFailure, 'source' | 'target'>): string {
  return JSON.stringify([source, target]);
}
