// The messages between the engine's thread and a thread that reads an input. Both sides are built together, so messages
// are typed but not validated.
import type { ImportReading, ImportSettings, SettledReading } from '@shared/model/table-import';
import type { TableService } from '@shared/model/table-service';
import type { Locale } from '@shared/strings/locale';
import type { ThreadFailure } from '@shared/thread-failure';
import type { CheckedInput } from '../check/check-input';
import type { InputLocation } from '../rows/input-text';
import type { ReadRow, RejectedSourceRow } from '../parts/rejection';
import type { MappedColumn } from '../parts/row-mapping';
import type { RunFrame } from '../parts/row-parts';

/** The task of a thread. */
export type ReadingTask =
  | {
      readonly kind: 'check';
      readonly location: InputLocation;
      readonly reading: ImportReading;
      readonly settings: ImportSettings;
      readonly scratchDir: string;
    }
  | ({ readonly kind: 'feed' } & FeedTask);

/** Everything that turns an input into transactions. */
export interface FeedTask {
  readonly location: InputLocation;
  readonly reading: SettledReading;
  readonly settings: ImportSettings;
  readonly columns: readonly MappedColumn[];
  /** Makes GUID keys; the same for every run of a job. */
  readonly salt: string;
  /** Endpoint of the table service, without trailing slash. */
  readonly endpoint: string;
  readonly service: TableService;
  readonly table: string;
  readonly frame: RunFrame;
  /** Settled rows in the form of `DoneRows`; they are skipped. */
  readonly done: string;
  /** `never`: the check found no key twice, so the order of batches does not matter. */
  readonly keysRepeat: 'never' | 'perhaps';
  /** The most batches and groups of rejected rows that may be handed over before one of them is released. */
  readonly ahead: number;
}

/** A transaction as it is sent: the frame's head, the parts one after the other, its tail. */
export interface BatchPiece {
  readonly t: 'batch';
  readonly id: number;
  /** In memory that is returned when the batch is released. */
  readonly body: Uint8Array;
  /** Where each part ends in the body. */
  readonly ends: Uint32Array;
  /** The row number of each part. */
  readonly indexes: Uint32Array;
  /** Earlier batches that contain one of these rows. */
  readonly after: readonly number[];
}

export type FromReader =
  /** Progress of a check. */
  | { readonly t: 'progress'; readonly rows: number; readonly bytesDone: number }
  /** Progress of a feed: how much of the input has become batches. */
  | { readonly t: 'read'; readonly bytesDone: number }
  | { readonly t: 'checked'; readonly checked: CheckedInput }
  | BatchPiece
  /** Rows that cannot be written. */
  | { readonly t: 'rejected'; readonly id: number; readonly rows: readonly RejectedSourceRow[] }
  /** The requested original rows of a batch. */
  | { readonly t: 'rows'; readonly id: number; readonly rows: readonly ReadRow[] }
  /** The end of the task's output. */
  | { readonly t: 'end' }
  | ({ readonly t: 'failed' } & ThreadFailure);

export type ToReader =
  /** Starts a task; there is no other until it is done. */
  | { readonly t: 'task'; readonly task: ReadingTask; readonly locale: Locale }
  /** The batch is settled: it no longer counts, and its rows are forgotten. `memory`: of its body, to be reused. */
  | { readonly t: 'release'; readonly id: number; readonly memory: ArrayBuffer | null }
  | { readonly t: 'tell-rows'; readonly id: number }
  /** No more questions about the task will follow. */
  | { readonly t: 'rest' };
