// One kind of transfer as the phases that each of its files goes through, and the states that follow from an attempt. The
// loop that runs them is transfer-file.ts.
import type { StowageError } from '@shared/errors';
import type { OpenFile } from '../records/files-state';
import type { PlannedFile } from '../records/job-records';
import type { SkipReason } from '../records/remarks';
import type { FileOutcome } from './file-context';
import type { StoreCall } from './store';

/** What earlier attempts of this run have found out about a file. */
export interface Tried {
  /** Something has the name at the target. */
  readonly isTaken?: boolean;
  readonly hasDiscardedParts?: boolean;
  /** The store rejects the condition of a write because of parts that others have staged. */
  readonly isUnconditional?: boolean;
  /** How often the file was sent from its start because its bytes may have changed behind an unchanged time. */
  readonly restarts?: number;
}

/** One attempt at one file. */
export interface Attempt<F extends PlannedFile = PlannedFile> extends StoreCall {
  readonly open: OpenFile;
  readonly file: F;
  readonly tried: Tried;
}

/** The next state after an attempt. */
export type Next =
  | { readonly next: 'ended'; readonly outcome: FileOutcome }
  /** Another attempt, after the pause if there is one. */
  | { readonly next: 'again'; readonly open: OpenFile; readonly tried: Tried; readonly pauseMs: number | null }
  /** Another attempt at the file as it is planned now, which the journal has to know first. */
  | { readonly next: 'replanned'; readonly open: OpenFile; readonly tried: Tried };

/** A phase that has nothing to wait for need not make anyone wait: there are many small files. */
type Awaitable<T> = T | Promise<T>;

/**
 * The phases in their order. `Existing`: what there is at the target. `Decision`: how to write. `Work`: what an attempt
 * holds open until it is closed.
 */
export interface Strategy<F extends PlannedFile, Existing = unknown, Decision extends object = object, Work = unknown> {
  readonly kind: F['t'];
  /** The file as its source is now; the same object if nothing has changed. */
  replan(file: F, call: StoreCall): Promise<F>;
  /** The file in parts, when it was planned for one request that is too large for the line by now; otherwise null. */
  cut?(one: Attempt<F>): F | null;
  probe(one: Attempt<F>): Awaitable<Existing>;
  decide(one: Attempt<F>, existing: Existing): Awaitable<Decision | Next>;
  open(one: Attempt<F>, decision: Decision): Awaitable<Work>;
  /** Null when everything is there that has to be verified and committed. */
  moveMissing(one: Attempt<F>, work: Work): Promise<Next | null>;
  verify(one: Attempt<F>, work: Work): Awaitable<void>;
  /** `parts lost`: some are missing again, and the same attempt continues with them. */
  commit(one: Attempt<F>, work: Work): Awaitable<Next | 'parts lost'>;
  close?(one: Attempt<F>, work: Work): Awaitable<void>;
  /** The next state after a failure. Throws it, or its cause, when there is none. */
  afterFailure?(error: StowageError, one: Attempt<F>): Promise<Next>;
}

export const done: Next = { next: 'ended', outcome: { outcome: 'done' } };

export function skipped(reason: SkipReason): Next {
  return { next: 'ended', outcome: { outcome: 'skipped', reason } };
}

/** `changes`: to what the next attempt knows of the file. */
export function again(
  { open, tried }: Attempt,
  changes: { readonly open?: Partial<OpenFile>; readonly tried?: Tried; readonly pauseMs?: number | null } = {},
): Next {
  const { pauseMs = null } = changes;
  return { next: 'again', open: { ...open, ...changes.open }, tried: { ...tried, ...changes.tried }, pauseMs };
}

/** Nothing that was moved of the file as it was planned before counts. */
export function replanned(
  { open, tried }: Attempt,
  file: PlannedFile,
  changes: { readonly open?: Partial<OpenFile>; readonly tried?: Tried } = {},
): Next {
  const fresh: OpenFile = { ...open, file, blocks: new Set(), sums: new Map(), ...changes.open };
  return { next: 'replanned', open: fresh, tried: { ...tried, ...changes.tried } };
}
