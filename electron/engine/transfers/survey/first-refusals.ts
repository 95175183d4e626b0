// Counts the files that cannot be moved, and keeps the reasons for the first by name, independent of the order in which
// they are found.
import type { ErrorShape, StowageError } from '@shared/errors';
import type { TransferSurvey } from '@shared/model/transfer-survey';

const refusalsKept = 20;

export class FirstRefusals {
  #files = 0;
  /** In order. */
  readonly #first: { readonly source: string; readonly error: ErrorShape }[] = [];

  add(source: string, error: StowageError): void {
    this.#files += 1;
    const refusal = { source, error: error.toShape() };
    const after = this.#first.findIndex((one) => isBefore(refusal, one));
    this.#first.splice(after === -1 ? this.#first.length : after, 0, refusal);
    if (this.#first.length > refusalsKept) this.#first.pop();
  }

  told(): TransferSurvey['refused'] {
    return { files: this.#files, examples: [...this.#first] };
  }
}

type Refusal = TransferSurvey['refused']['examples'][number];

/** The same file chosen twice can be refused twice, for different reasons. */
function isBefore(one: Refusal, other: Refusal): boolean {
  return one.source === other.source ? one.error.code < other.error.code : one.source < other.source;
}
