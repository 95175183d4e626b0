// Chosen items that the service refuses to show: each fails alone if others are shown by the same right, and the plan
// fails if none is.
import { StowageError } from '@shared/errors';
import { markDeniedAlone, deniedScopeOf } from '../../azure/failures/denied-scope';
import { RejectionTally, maxRejections } from '../../azure/failures/rejection-tally';

type Right = 'read' | 'list';

/** As the plan reports it. */
export interface DeniedChoice {
  readonly source: string;
  readonly target: string;
  readonly error: StowageError;
}

type Problems = readonly { readonly kind: 'problem'; readonly problem: DeniedChoice }[];

/** How many refusals are tolerated: a look costs little, and several run at once. */
const minLookups = 64;

export class DeniedChoices {
  readonly #insists: 'yes' | 'no';
  readonly #disabledReasons: RejectionTally<DeniedChoice>;
  #shown = 0;
  /** When a person insists, refused items are given up, so that the plan comes to its end. */
  #failed: Problems = [];

  /** `yes`: a person wants everything tried that can be. */
  constructor(insists: 'yes' | 'no' = 'no') {
    this.#insists = insists;
    this.#disabledReasons = new RejectionTally(() =>
      insists === 'yes' ? maxRejections : Math.max(minLookups, this.#shown),
    );
  }

  /** Remember it when a request begins and pass it to `shown`. */
  get now(): number {
    return this.#disabledReasons.now;
  }

  /** So many requests that began at `since` succeeded. Yields the items that are thereby known to be refused alone. */
  *shown(right: Right, since: number, requests = 1): Generator<Problems, void, undefined> {
    if (requests === 0) return;
    this.#shown += requests;
    const rejected = this.#disabledReasons.accepted(right, since);
    if (rejected.length > 0) yield rejected.map(alone);
  }

  /** The pages of a listing; none when the listing is put aside. */
  async *unlessDenied<T>(
    pages: AsyncIterable<T>,
    { source, target }: Pick<DeniedChoice, 'source' | 'target'>,
  ): AsyncGenerator<T, void, undefined> {
    let begun = false;
    try {
      for await (const page of pages) {
        begun = true;
        yield page;
      }
    } catch (thrown) {
      if (begun || !this.putAside('list', source, target, StowageError.from(thrown))) throw thrown;
    }
  }

  /** Whether the refusal was put aside; throws it when nothing seems to be shown any more. */
  putAside(right: Right, source: string, target: string, error: StowageError): boolean {
    if (deniedScopeOf(error) !== 'unclear') return false;
    if (this.#disabledReasons.rejected(right, { source, target, error }) === 'go on') return true;
    if (this.#insists === 'no') throw error;
    const { alone: rejected, undecided } = this.#disabledReasons.settle();
    this.#failed = [...this.#failed, ...rejected.map(alone), ...undecided.map(failed)];
    return true;
  }

  /** Call it when everything was requested. Throws when nothing was shown. */
  *settle(): Generator<Problems, void, undefined> {
    const { alone: rejected, undecided } = this.#disabledReasons.settle();
    const [first] = undecided;
    if (first !== undefined && this.#insists === 'no') throw first.error;
    const problems = [...this.#failed, ...rejected.map(alone), ...undecided.map(failed)];
    this.#failed = [];
    if (problems.length > 0) yield problems;
  }
}

function alone({ source, target, error }: DeniedChoice): Problems[number] {
  return failed({ source, target, error: markDeniedAlone(error) });
}

function failed(problem: DeniedChoice): Problems[number] {
  return { kind: 'problem', problem };
}
