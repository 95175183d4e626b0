// Files of a run that were refused for an unclear reason: which of them fail alone, because others were accepted by the
// same right, and when the credential as a whole must be refused.
import type { StowageError } from '@shared/errors';
import { markDeniedAlone } from '../../azure/failures/denied-scope';
import { maxRejections, RejectionTally } from '../../azure/failures/rejection-tally';
import type { Right, UsedRights } from '../files/file-context';
import type { PlannedFile } from '../records/job-records';

export interface RejectedFile {
  readonly file: PlannedFile;
  readonly error: StowageError;
}

export interface RejectedFilesPorts {
  /** `yes`: a person resumed the job after a refusal with the same credential. */
  readonly insists: 'yes' | 'no';
  /** Of this run. */
  readonly filesDone: () => number;
}

/** What happens to a file, or to all that are put aside. */
export interface Verdict {
  readonly fail: readonly RejectedFile[];
  readonly pause: StowageError | null;
}

export class RejectedFiles implements UsedRights {
  /** Called with files that were refused alone. */
  onAlone: (files: readonly RejectedFile[]) => void = () => undefined;
  readonly #insists: RejectedFilesPorts['insists'];
  readonly #disabledReasons: RejectionTally<RejectedFile>;
  readonly #rights = new Map<number, Right>();
  readonly #halfWay = new Set<number>();

  constructor({ insists, filesDone }: RejectedFilesPorts) {
    this.#insists = insists;
    this.#disabledReasons = new RejectionTally(() => (insists === 'yes' ? maxRejections : filesDone()));
  }

  get now(): number {
    return this.#disabledReasons.now;
  }

  get hasSome(): boolean {
    return this.#disabledReasons.hasSome;
  }

  accepted(right: Right, since: number): void {
    const alone = this.#disabledReasons.accepted(right, since);
    if (alone.length > 0) this.onAlone(alone.map(reportAlone));
  }

  rejected(f: number, right: Right): void {
    this.#rights.set(f, right);
  }

  movedPart(f: number): void {
    this.#halfWay.add(f);
  }

  isHalfWay(f: number): boolean {
    return this.#halfWay.has(f);
  }

  /** Call it when a file is closed. */
  forget(f: number): void {
    this.#rights.delete(f);
    this.#halfWay.delete(f);
  }

  /** Call it when a person pauses a file or leaves it out: it is neither failed nor counted. */
  withdraw(f: number): void {
    this.#disabledReasons.withdraw(({ file }) => file.f === f);
  }

  /** `half-way`: the service accepted other parts of this file by the same right. */
  putAside(one: RejectedFile, when: 'at once' | 'half-way'): Verdict {
    if (when === 'half-way' && this.#insists === 'no') return { fail: [], pause: one.error };
    const then = this.#disabledReasons.rejected(this.#rights.get(one.file.f) ?? 'read', one);
    return then === 'stop' ? { ...this.#givenUp(), pause: one.error } : { fail: [], pause: null };
  }

  /** Call it when nothing else is left to try. */
  settle(): Verdict {
    const { alone, undecided } = this.#disabledReasons.settle();
    const reported = alone.map(reportAlone);
    if (this.#insists === 'yes') return { fail: [...reported, ...undecided], pause: null };
    return { fail: reported, pause: undecided[0]?.error ?? null };
  }

  // When a person insists, a job full of refused files ends each time, with fewer of them left.
  #givenUp(): Pick<Verdict, 'fail'> {
    if (this.#insists === 'no') return { fail: [] };
    const { alone, undecided } = this.#disabledReasons.settle();
    return { fail: [...alone, ...undecided] };
  }
}

function reportAlone({ file, error }: RejectedFile): RejectedFile {
  return { file, error: markDeniedAlone(error) };
}
