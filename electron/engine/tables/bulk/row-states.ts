// The state of each row of a bulk job, one byte per row, built from the records of its results.
import type { FailureGroup } from '@shared/model/table-job';
import type { ResultRecord } from './bulk-records';

export type RowState = 'pending' | 'sent' | 'written' | 'unchanged' | 'failed' | 'retried';

const states: readonly RowState[] = ['pending', 'sent', 'written', 'unchanged', 'retried'];
const stateBytes = new Map<ResultRecord['kind'] | RowState, number>([
  ...states.map((state, byte) => [state, byte] as const),
  ['refused', 0],
]);
/** Bytes from here on stand for a cause of failure. */
const firstCause = 16;
const maxCauses = 256 - firstCause;

const examplesShown = 5;

export class RowStates {
  #bytes = new Uint8Array(1024);
  readonly #causes: { readonly code: string; message: string; count: number; examples: string[] }[] = [];
  readonly #counts = { pending: 0, sent: 0, written: 0, unchanged: 0, failed: 0, retried: 0 };

  of(index: number): RowState {
    return stateOf(this.#bytes[index] ?? 0);
  }

  /** The error code; null if the row did not fail. */
  causeOf(index: number): string | null {
    return this.#causes[(this.#bytes[index] ?? 0) - firstCause]?.code ?? null;
  }

  /** The number of rows in that state. */
  count(state: Exclude<RowState, 'pending'>): number {
    return this.#counts[state];
  }

  /** Rows that failed and were not retried, by cause. */
  failures(): FailureGroup[] {
    return this.#causes.filter(({ count }) => count > 0).map((cause) => ({ ...cause, examples: [...cause.examples] }));
  }

  take(record: ResultRecord): void {
    const byte = record.kind === 'failed' ? this.#causeByte(record) : (stateBytes.get(record.kind) ?? 0);
    for (const index of rowsOf(record.rows)) {
      this.#reserve(index);
      this.#move(this.#bytes[index] ?? 0, -1);
      this.#bytes[index] = byte;
      this.#move(byte, 1);
    }
  }

  #move(byte: number, by: number): void {
    this.#counts[stateOf(byte)] += by;
    const cause = this.#causes[byte - firstCause];
    if (cause === undefined) return;
    cause.count += by;
    if (cause.count === 0) cause.examples = [];
  }

  /** There are few codes; if there were more than fit into a byte, the last would stand for all others. */
  #causeByte({ code, message, example }: Extract<ResultRecord, { kind: 'failed' }>): number {
    let at = this.#causes.findIndex((cause) => cause.code === code);
    if (at < 0 && this.#causes.length < maxCauses) this.#causes.push({ code, message, count: 0, examples: [] });
    if (at < 0) at = this.#causes.length - 1;
    const cause = this.#causes[at];
    if (cause !== undefined && cause.examples.length < examplesShown) cause.examples.push(example);
    return firstCause + at;
  }

  #reserve(index: number): void {
    if (index < this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(index + 1, this.#bytes.length * 2));
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}

function stateOf(byte: number): RowState {
  return byte >= firstCause ? 'failed' : (states[byte] ?? 'pending');
}

/** Row numbers of `3-17,20`. */
export function* rowsOf(text: string): Generator<number, void, undefined> {
  for (const part of text === '' ? [] : text.split(',')) {
    const [first = 0, last = first] = part.split('-').map(Number);
    for (let index = first; index <= last; index += 1) yield index;
  }
}
