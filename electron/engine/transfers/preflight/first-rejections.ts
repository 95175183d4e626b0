// Counts the files that cannot be moved, and keeps the reasons for the first by name, independent of the order in which
// they are found.
import type { ErrorShape, StowageError } from '@shared/errors';
import type { TransferPreflight } from '@shared/model/transfer-preflight';

const maxRejectionsRetained = 20;

export class FirstRejections {
  #files = 0;
  /** In order. */
  readonly #first: { readonly source: string; readonly error: ErrorShape }[] = [];

  add(source: string, error: StowageError): void {
    this.#files += 1;
    const rejection = { source, error: error.toShape() };
    const after = this.#first.findIndex((one) => isBefore(rejection, one));
    this.#first.splice(after === -1 ? this.#first.length : after, 0, rejection);
    if (this.#first.length > maxRejectionsRetained) this.#first.pop();
  }

  report(): TransferPreflight['rejected'] {
    return { files: this.#files, examples: [...this.#first] };
  }
}

type Rejection = TransferPreflight['rejected']['examples'][number];

/** The same file chosen twice can be refused twice, for different reasons. */
function isBefore(one: Rejection, other: Rejection): boolean {
  return one.source === other.source ? one.error.code < other.error.code : one.source < other.source;
}
