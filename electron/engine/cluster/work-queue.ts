// The narrow port between jobs on many machines and what carries their work: leases, outcomes, checkpoints, messages. Its
// only implementation is jetstream.ts; hub and workers know this interface and nothing of NATS.
import type { Beat, Checkpoint, EndedShard, HubCall, HubCalls, HubState, HubView, Outcome, Work } from './messages';
import type { z } from 'zod';

/** A piece of work that this process has until it ends it, returns it, or stops reporting for `leaseMs`. */
export interface Lease {
  readonly work: Work;
  /** How often it was given to any worker, this time included. */
  readonly deliveries: number;
  /** Names the lease to the hub. */
  readonly reply: string;
  /** Extends the lease. */
  working(): void;
  /**
   * It has ended, and is given to nobody again. Rejects when the queue did not confirm that. `isOver`: nobody confirms
   * it any more, because the whole job has ended.
   */
  end(isOver: AbortSignal): Promise<void>;
  /** Another worker gets it after that time. */
  giveBack(afterMs?: number): void;
}

/** A worker that does not report for this long has lost what it works on. */
export const leaseMs = 10_000;
/** How often it reports. */
export const reportMs = 2500;

export type WorkKind = Work['t'];
export type InputOf<C extends HubCall> = z.infer<HubCalls[C]['input']>;
export type OutputOf<C extends HubCall> = z.infer<HubCalls[C]['output']>;

/** What everybody can do who has joined a hub. */
export interface HubLine {
  /** @throws StowageError what the hub answers, or `network.*` when it does not */
  call<C extends HubCall>(name: C, input: InputOf<C>, timeoutMs?: number): Promise<OutputOf<C>>;
  /** Returns how to stop listening. */
  onState(listen: (state: HubState) => void): () => void;
  onView(listen: (view: HubView) => void): () => void;
  /** Each shard of that job that ends from now on. */
  onEnded(job: string, listen: (ended: EndedShard) => void): () => void;
  /** ms since the server answered last. */
  silentForMs(): number;
  close(): Promise<void>;
}

export interface WorkerQueue extends HubLine {
  /** The next piece of work of a job; null when there is none within a second. */
  next(job: string, kind: WorkKind): Promise<Lease | null>;
  readCheckpoint(job: string, shard: string): Promise<Checkpoint | null>;
  writeCheckpoint(job: string, shard: string, checkpoint: Checkpoint): Promise<void>;
  removeCheckpoint(job: string, shard: string): Promise<void>;
  /** `known`: another worker was faster; the outcome of that one counts. */
  storeOutcome(outcome: Outcome): Promise<'stored' | 'known'>;
  beat(beat: Beat): void;
}

export type Handlers = { readonly [C in HubCall]: (input: InputOf<C>) => Promise<OutputOf<C>> };

export interface HubQueue {
  /** Whether it holds nothing of earlier: its store is new, or was removed. */
  readonly isNew: boolean;
  /** Makes it possible to take work of the job. */
  addJob(job: string): Promise<void>;
  /** Drops its work, and lets nobody take any. */
  removeJob(job: string): Promise<void>;
  /** Drops its work. */
  purge(job: string): Promise<void>;
  /** Adds work; each piece once per round. Resolves when all of it is on the disk. */
  publish(work: readonly Work[], round: number): Promise<void>;
  /** Pieces of work that are waiting or leased. */
  held(job: string): Promise<number>;
  /** Gives the work of a lost worker to another. */
  takeBack(reply: string): void;
  serve(handlers: Handlers): void;
  onBeat(listen: (beat: Beat) => void): void;
  /** Each outcome, until the promise that `take` returns has resolved. */
  onOutcome(take: (outcome: Outcome) => Promise<void>): void;
  announce(state: HubState): void;
  show(view: HubView): void;
  ended(shard: EndedShard): void;
  close(): Promise<void>;
}
