// The messages between the engine's thread and a thread that reads an input. Both sides are built together, so messages
// are typed but not validated.
import type { ImportReading, ImportSettings, SettledReading } from '@shared/model/table-import';
import type { Speech } from '@shared/strings/speech';
import type { ThreadFailure } from '@shared/thread-failure';
import type { CheckedInput } from '../check/check-input';
import type { InputPlace } from '../rows/input-text';
import type { ReadRow, RejectedSourceRow } from '../parts/refusal';
import type { MappedColumn } from '../parts/row-mapping';
import type { RunFrame } from '../parts/row-parts';

/** What a thread does at a time. */
export type ReadingTask =
  | {
      readonly kind: 'check';
      readonly place: InputPlace;
      readonly reading: ImportReading;
      readonly settings: ImportSettings;
      readonly scratchDir: string;
    }
  | ({ readonly kind: 'feed' } & FeedTask);

/** Everything that turns an input into transactions. */
export interface FeedTask {
  readonly place: InputPlace;
  readonly reading: SettledReading;
  readonly settings: ImportSettings;
  readonly columns: readonly MappedColumn[];
  /** Makes GUID keys; the same for every run of a job. */
  readonly salt: string;
  /** Of the table service, without trailing slash. */
  readonly endpoint: string;
  readonly table: string;
  readonly frame: RunFrame;
  /** Settled rows, as `DoneRows` writes them: they are left out. */
  readonly done: string;
  /** `never`: the check found no key twice, so the order of batches makes no difference. */
  readonly keysRepeat: 'never' | 'perhaps';
  /** Batches and groups of rejected rows that may be handed over before one of them is released. */
  readonly ahead: number;
}

/** A transaction as it is sent: the frame's head, the parts one after the other, its tail. */
export interface BatchPiece {
  readonly t: 'batch';
  readonly id: number;
  /** In memory that goes back when the batch is released. */
  readonly body: Uint8Array;
  /** Where each part ends in the body. */
  readonly ends: Uint32Array;
  /** Of each part's row. */
  readonly indexes: Uint32Array;
  /** Earlier pieces that hold one of these rows. */
  readonly after: readonly number[];
}

export type FromReader =
  /** Of a check. */
  | { readonly t: 'progress'; readonly rows: number; readonly bytesDone: number }
  /** Of a feed: so much of the input became batches. */
  | { readonly t: 'read'; readonly bytesDone: number }
  | { readonly t: 'checked'; readonly checked: CheckedInput }
  | BatchPiece
  /** Rows that cannot be written. */
  | { readonly t: 'rejected'; readonly id: number; readonly rows: readonly RejectedSourceRow[] }
  /** The rows of a batch as they stand in the input, as asked for. */
  | { readonly t: 'rows'; readonly id: number; readonly rows: readonly ReadRow[] }
  /** Nothing more comes. */
  | { readonly t: 'end' }
  | ({ readonly t: 'failed' } & ThreadFailure);

export type ToReader =
  /** The only one until it is done. */
  | { readonly t: 'task'; readonly task: ReadingTask; readonly speech: Speech }
  /** Settled: it counts no longer, and its rows are forgotten. `memory`: of the batch's body, to be filled again. */
  | { readonly t: 'release'; readonly id: number; readonly memory: ArrayBuffer | null }
  | { readonly t: 'tell-rows'; readonly id: number }
  /** Nothing more is asked about the task. */
  | { readonly t: 'rest' };
