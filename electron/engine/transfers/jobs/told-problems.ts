// What a plan that was cut short has said could not be planned. The plan that is made again, or a part of it that is, says
// of it only what is new.
import type { PlanProblem } from '../plan/plan';
import type { FileFailure } from '../records/job-records';
import type { JobStanding } from '../records/job-standing';

export class ToldProblems {
  readonly #standing: JobStanding;
  /** Those that were not met again so far. */
  readonly #left = new Map<string, number[]>();
  readonly #known = new Set<string>();
  readonly #isEmptied: boolean;

  /** `again`: of the part that is planned once more, whose problems have had numbers since. */
  constructor(standing: JobStanding, what: 'all' | 'again' = 'all') {
    const { failed, unplanned, unplannedFrom, head, nextFile } = standing;
    const from = what === 'again' ? unplannedFrom : 0;
    this.#standing = standing;
    for (const [f, { file, failure }] of failed) {
      if (f < from || file !== null || failure.context.wholeJob === true) continue;
      this.#left.set(keyOf(failure), [...(this.#left.get(keyOf(failure)) ?? []), f]);
    }
    if (what === 'all') for (const failure of unplanned.values()) this.#known.add(keyOf(failure));
    for (const key of this.#left.keys()) this.#known.add(key);
    this.#isEmptied = head.spec.kind === 'move' && nextFile - from > this.#known.size;
  }

  /** What it says is new; `at`: of which number, null for one of its own. */
  isNew(problem: PlanProblem): { readonly at: number | null } | null {
    const { error } = problem;
    const at = this.#left.get(keyOf(problem))?.shift();
    if (at === undefined) return this.#isOfOwnDoing(problem) ? null : { at: null };
    const failure = this.#standing.failed.get(at)?.failure;
    // A person who has it tried again meanwhile is answered when that is done.
    return failure === undefined || failure.code === error.code ? null : { at };
  }

  /** Those that the whole plan has not met again. */
  over(): readonly number[] {
    return [...this.#left.values()].flat();
  }

  // A folder that this job has moved has nothing left in it.
  #isOfOwnDoing(problem: PlanProblem): boolean {
    const { source, error } = problem;
    if (!this.#isEmptied || this.#known.has(keyOf(problem))) return false;
    return source.endsWith('/') && error.code === 'not-found.blob';
  }
}

/** Tells one choice from another. */
export function keyOf({ source, target }: Pick<FileFailure, 'source' | 'target'>): string {
  return JSON.stringify([source, target]);
}
