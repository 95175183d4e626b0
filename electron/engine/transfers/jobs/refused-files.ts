// Files of a run that were refused for an unclear reason: which of them fail alone, because others were accepted by the
// same right, and when the credential as a whole must be refused.
import type { StowageError } from '@shared/errors';
import { refusedAlone } from '../../azure/failures/refused-by';
import { mostRefusals, Refusals } from '../../azure/failures/refusals';
import type { Right, UsedRights } from '../files/request-rights';
import type { PlannedFile } from '../records/job-records';

export interface RefusedFile {
  readonly file: PlannedFile;
  readonly error: StowageError;
}

export interface RefusedFilesPorts {
  /** `yes`: a person resumed the job after a refusal with the same credential. */
  readonly insists: 'yes' | 'no';
  /** Of this run. */
  readonly filesDone: () => number;
}

/** What happens to a file, or to all that are put aside. */
export interface Verdict {
  readonly fail: readonly RefusedFile[];
  readonly pause: StowageError | null;
}

export class RefusedFiles implements UsedRights {
  /** Called with files that were refused alone. */
  onAlone: (files: readonly RefusedFile[]) => void = () => undefined;
  readonly #insists: RefusedFilesPorts['insists'];
  readonly #refusals: Refusals<RefusedFile>;
  readonly #rights = new Map<number, Right>();
  readonly #halfWay = new Set<number>();

  constructor({ insists, filesDone }: RefusedFilesPorts) {
    this.#insists = insists;
    this.#refusals = new Refusals(() => (insists === 'yes' ? mostRefusals : filesDone()));
  }

  get now(): number {
    return this.#refusals.now;
  }

  get hasSome(): boolean {
    return this.#refusals.hasSome;
  }

  accepted(right: Right, since: number): void {
    const alone = this.#refusals.accepted(right, since);
    if (alone.length > 0) this.onAlone(alone.map(toldAlone));
  }

  refused(f: number, right: Right): void {
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
    this.#refusals.withdraw(({ file }) => file.f === f);
  }

  /** `half-way`: the service accepted other parts of this file by the same right. */
  putAside(one: RefusedFile, when: 'at once' | 'half-way'): Verdict {
    if (when === 'half-way' && this.#insists === 'no') return { fail: [], pause: one.error };
    const then = this.#refusals.refused(this.#rights.get(one.file.f) ?? 'read', one);
    return then === 'stop' ? { ...this.#givenUp(), pause: one.error } : { fail: [], pause: null };
  }

  /** Call it when nothing else is left to try. */
  settle(): Verdict {
    const { alone, undecided } = this.#refusals.settle();
    const told = alone.map(toldAlone);
    if (this.#insists === 'yes') return { fail: [...told, ...undecided], pause: null };
    return { fail: told, pause: undecided[0]?.error ?? null };
  }

  // When a person insists, a job full of refused files ends each time, with fewer of them left.
  #givenUp(): Pick<Verdict, 'fail'> {
    if (this.#insists === 'no') return { fail: [] };
    const { alone, undecided } = this.#refusals.settle();
    return { fail: [...alone, ...undecided] };
  }
}

function toldAlone({ file, error }: RefusedFile): RefusedFile {
  return { file, error: refusedAlone(error) };
}
