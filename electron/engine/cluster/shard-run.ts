// One shard on a worker, from its lease to its outcome: continues from the checkpoint, runs what is left as jobs of this
// machine's own engine, keeps the lease, and stops when the worker may have lost it. Over 300 lines, because a lease, the
// work below it and its checkpoint end together.
import { StowageError } from '@shared/errors';
import type { FailedItem } from '@shared/model/transfer';
import { minLimitRate } from '@shared/model/transfer-pace';
import type { JobHandle, JobSummary, Transfers } from '../transfers/api';
import type { Clock } from '../ports';
import {
  type Checkpoint,
  type Outcome,
  type ShardCounts,
  type ShardItem,
  type ShardWork,
  addCounts,
  maxShardFailures,
  noCounts,
} from './messages';
import type { ItemWork } from './item-work';
import { ShardProgress, failedItems, maxCrashes, maxLoneCrashes } from './shard-progress';
import { EndedItems } from './shards';
import { type ClusterSpec, type FileSpec, isOfFiles } from './specs';
import { type Lease, type WorkerQueue, reportMs } from './work-queue';

/** Why a shard is stopped by its worker. */
export type Stop = 'fenced' | 'returned' | 'dropped';

export interface ShardPorts {
  readonly queue: WorkerQueue;
  readonly transfers: Pick<Transfers, 'uploadPaths' | 'downloadTo' | 'copyBlobs' | 'calls' | 'registry'>;
  /** Does the items of shards that move no files. */
  readonly items: ItemWork;
  readonly connectionTo: (endpoint: string) => Promise<string | null>;
  readonly clock: Clock;
  readonly node: { readonly id: string; readonly name: string };
  /** How far the clock of the hub is ahead, and how wrong that may be. */
  readonly offset: () => { readonly offsetMs: number; readonly uncertainMs: number };
  readonly isFenced: () => boolean;
  /** Its disk is full: that is no failure of the shard, which another worker can move. */
  readonly isNoRoomHere: (error: Pick<FailedItem, 'code' | 'context'>) => boolean;
  readonly info: (line: string) => void;
  readonly log: (line: string) => void;
}

export interface ShardJob {
  readonly spec: ClusterSpec;
  readonly round: number;
  /** Since the whole job was created, by the clock of the hub. */
  readonly ageMs: number;
  /** Aborted when the whole job has ended. */
  readonly isOver: AbortSignal;
}

/** How long a shard whose failure may pass waits before the next try; after the last it has failed. */
export const retryAfterMs = [30_000, 120_000, 600_000];
/** Of a file that is moved alone: how far it is must be known when its worker ends. */
const triedEveryMs = 500;
/** Others come first. */
const noRoomBackMs = 1000;
/** How long the service may be unreachable before a shard goes to another worker. */
const unreachableMs = 60_000;

type Moved = { readonly stopped: Stop } | { readonly summary: RunSummary };
type RunSummary = Pick<JobSummary, 'stoppedBy' | 'latencyMs'> & { readonly counts: ShardCounts };

export class ShardRun {
  readonly lease: Lease;
  readonly shard: ShardWork;
  readonly #job: ShardJob;
  readonly #ports: ShardPorts;
  readonly #stopping = new AbortController();
  #progress: ShardProgress;
  #bytesBefore = 0;
  #stopped: Stop | null = null;
  #handle: JobHandle | null = null;
  #limit: number | null = null;
  #appliedLimit: number | null = null;

  constructor(lease: Lease, shard: ShardWork, job: ShardJob, ports: ShardPorts) {
    this.lease = lease;
    this.shard = shard;
    this.#job = job;
    this.#ports = ports;
    this.#progress = new ShardProgress(shard, new EndedItems(shard.items.length), noCounts);
  }

  get round(): number {
    return this.#job.round;
  }

  get moved(): { readonly files: number; readonly bytes: number } {
    return this.#progress.moved;
  }

  /** Of this worker alone: another one may have moved a part before. */
  get movedBytes(): number {
    return Math.max(0, this.#progress.moved.bytes - this.#bytesBefore);
  }

  /** The first reason counts. */
  stop(why: Stop): void {
    this.#stopped ??= why;
    this.#stopping.abort();
    void this.#handle?.interrupt();
  }

  /** Bytes per second; null for no limit. */
  limit(bytesPerSecond: number | null): void {
    this.#limit = bytesPerSecond === null ? null : Math.max(minLimitRate, Math.floor(bytesPerSecond));
    this.#applyLimit();
  }

  #applyLimit(): void {
    const handle = this.#handle;
    if (handle === null || this.#limit === this.#appliedLimit) return;
    this.#appliedLimit = this.#limit;
    const pace =
      this.#limit === null ? ({ kind: 'full' } as const) : { kind: 'limit' as const, bytesPerSecond: this.#limit };
    const write = this.#ports.transfers.calls['transfers.write-job-pace'];
    void Promise.resolve(write({ jobId: handle.jobId, pace }, { signal: this.#stopping.signal })).catch(
      () => undefined,
    );
  }

  /** Resolves when the shard is ended or returned. Throws when it is neither. */
  async run(): Promise<void> {
    const { lease, shard } = this;
    const { queue, clock } = this.#ports;
    const isAgain = lease.deliveries > 1 || this.#job.round > 0;
    const { isOver } = this.#job;
    if (isAgain && (await this.#hasEnded())) return lease.end(isOver);
    const known = isAgain ? await queue.readCheckpoint(shard.job, shard.id) : null;
    const ended = new EndedItems(shard.items.length, known?.ended ?? '');
    const progress = new ShardProgress(shard, ended, known?.counts ?? noCounts);
    this.#progress = progress;
    this.#bytesBefore = progress.counts.bytes;
    const life = { starts: known?.starts ?? 0, returns: known?.returns ?? 0, tries: known?.tries ?? 0 };
    const startedAtMs = clock.now() + this.#ports.offset().offsetMs;
    const startedMs = clock.monotonic();
    const end = (how: Outcome['end'], counts: ShardCounts, latency: JobSummary['latencyMs']): Promise<void> =>
      this.#end(how, counts, latency, { startedAtMs, tookMs: clock.monotonic() - startedMs });
    const { trying: tried, triedBytes = 0, triedBefore = 0 } = known ?? {};
    // A worker that got further with it than any before was lost for another reason.
    const inVain = triedBytes > triedBefore ? 0 : (known?.triedInVain ?? 0) + 1;
    if (tried !== undefined && inVain >= maxLoneCrashes) progress.giveUp(tried);
    const left = progress.left();
    // What ended workers before is tried item by item, so that the next one to end a worker is known.
    const parts = life.starts - life.returns >= maxCrashes ? left.map((item) => [item]) : [left];
    life.starts += 1;
    let trying: number | undefined;
    const save = (changes: Partial<Checkpoint> = {}): Promise<void> =>
      queue.writeCheckpoint(shard.job, shard.id, {
        ended: ended.toString(),
        counts: progress.counts,
        trying,
        triedBytes: trying === undefined ? 0 : progress.runBytes,
        ...(trying !== undefined && trying === tried ? { triedBefore: triedBytes, triedInVain: inVain } : untried),
        ...life,
        ...changes,
      });
    const latency = { ...noLatency };
    let sums = progress.counts;
    for (const part of left.length === 0 ? [] : parts) {
      const [first] = part;
      trying = parts.length === 1 || first === undefined ? undefined : shard.items.indexOf(first);
      await save();
      const everyMs = trying === undefined ? reportMs : triedEveryMs;
      const moved = await this.#keptWhile(save, everyMs, () => this.#move(part, isAgain, life.starts));
      trying = undefined;
      if ('stopped' in moved) {
        // Nobody should have it any more.
        if (moved.stopped === 'dropped') return lease.end(isOver).catch(() => undefined);
        const saved = save({ returns: life.returns + 1 });
        // A lease that may be another worker's by now is not ours to return: it expires, or the hub takes it.
        if (moved.stopped === 'fenced') return saved.catch(() => undefined);
        await saved;
        lease.giveBack();
        return;
      }
      const { stoppedBy, latencyMs, counts } = moved.summary;
      for (const name of ['p50', 'p95', 'p99'] as const) latency[name] = Math.max(latency[name], latencyMs[name]);
      if (stoppedBy === null) {
        sums = addCounts(sums, counts);
        continue;
      }
      if (this.#ports.isNoRoomHere(stoppedBy)) {
        await save({ returns: life.returns + 1 });
        lease.giveBack(noRoomBackMs);
        return;
      }
      if (!isForGood(stoppedBy.code) && life.tries < retryAfterMs.length) {
        this.#ports.info(`A shard waits: ${stoppedBy.message}`);
        await save({ returns: life.returns + 1, tries: life.tries + 1 });
        lease.giveBack(retryAfterMs[life.tries] ?? 0);
        return;
      }
      return end('dead', addCounts(progress.counts, failedItems(progress.left(), stoppedBy)), latency);
    }
    return end('done', sums, latency);
  }

  async #end(
    how: Outcome['end'],
    counts: ShardCounts,
    latency: JobSummary['latencyMs'],
    times: Pick<Outcome, 'startedAtMs' | 'tookMs'>,
  ): Promise<void> {
    const { lease, shard } = this;
    const { queue, node, offset } = this.#ports;
    await queue.storeOutcome({
      ...counts,
      ...latency,
      ...times,
      failed: counts.failed.slice(0, maxShardFailures),
      job: shard.job,
      shard: shard.id,
      node: node.name,
      end: how,
      deliveries: lease.deliveries,
      round: this.#job.round,
      lastBytes: Math.max(0, counts.bytes - this.#bytesBefore),
      uncertainMs: offset().uncertainMs,
    });
    await queue.removeCheckpoint(shard.job, shard.id).catch(() => undefined);
    await lease.end(this.#job.isOver);
  }

  async #hasEnded(): Promise<boolean> {
    const { job, id } = this.shard;
    try {
      return (await this.#ports.queue.call('ended', { job, shard: id }, 3000)).hasEnded;
    } catch {
      // Without the hub it is done once more, which changes nothing.
      return false;
    }
  }

  async #keptWhile<T>(save: () => Promise<void>, everyMs: number, work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const keeping = this.#keepLease(over.signal, save, everyMs);
    try {
      return await work();
    } finally {
      over.abort();
      await keeping;
    }
  }

  async #keepLease(signal: AbortSignal, save: () => Promise<void>, everyMs: number): Promise<void> {
    const { clock, log, isFenced } = this.#ports;
    for (;;) {
      try {
        await clock.sleep(everyMs, signal);
      } catch {
        return;
      }
      if (isFenced()) continue;
      this.lease.working();
      // The next one replaces it.
      await save().catch((thrown: unknown) => log(`checkpoint: ${String(thrown)}`));
    }
  }

  #move(left: readonly ShardItem[], isAgain: boolean, run: number): Promise<Moved> {
    const { spec } = this.#job;
    if (this.#stopped !== null) return Promise.resolve({ stopped: this.#stopped });
    return isOfFiles(spec) ? this.#moveFiles(spec, left, isAgain, run) : this.#doItems(left, isAgain);
  }

  /** Runs the files that are left as a job of this machine. */
  async #moveFiles(spec: FileSpec, left: readonly ShardItem[], isAgain: boolean, run: number): Promise<Moved> {
    const { clock, transfers } = this.#ports;
    const progress = this.#progress;
    const { ageMs } = this.#job;
    const handle = await this.#begin(spec, left, {
      job: this.shard.job,
      ageMs,
      earlier: isAgain ? 'yes' : 'no',
      run,
    });
    this.#handle = handle;
    this.#appliedLimit = null;
    try {
      if (this.#stopped !== null) void handle.interrupt();
      let unreachableSinceMs: number | null = null;
      handle.onEvent((event) => {
        if (event.event === 'item') progress.ended(event.item);
        else {
          progress.underWay(event.job.bytesDone);
          if (event.job.waitsFor === 'network') unreachableSinceMs ??= clock.monotonic();
          else unreachableSinceMs = null;
          if (unreachableSinceMs !== null && clock.monotonic() - unreachableSinceMs > unreachableMs)
            this.stop('returned');
        }
      });
      this.#applyLimit();
      const summary = await handle.ended;
      // Its journal is of this run only: another run continues from the checkpoint and the service.
      await forget(transfers, handle.jobId);
      const isWhole = summary.state === 'done' || summary.state === 'failed';
      if (this.#stopped !== null && !isWhole) return { stopped: this.#stopped };
      return { summary: { ...summary, counts: { ...summary, failed: [...summary.failed] } } };
    } finally {
      this.#handle = null;
    }
  }

  async #begin(spec: FileSpec, left: readonly ShardItem[], shard: ShardOptions): Promise<JobHandle> {
    const { transfers } = this.#ports;
    // The limit of the whole job is divided; it must not decide about the size of blocks either.
    const { limitRate: _limitRate, ...options } = spec.options;
    const connectionId = await this.#connection(spec.endpoint);
    const at = { connectionId, container: spec.container, options, shard };
    if (spec.kind === 'download') {
      const selection = left.map(([name, path]) => ({ kind: 'blob' as const, name, at: path.split('/') }));
      return transfers.downloadTo({ ...at, selection, targetDir: spec.targetDir, begins: 'now' });
    }
    const to = { ...at, prefix: spec.prefix };
    if (spec.kind === 'upload') {
      const [paths, names] = [left.map(([source]) => source), left.map(([, target]) => target)];
      return transfers.uploadPaths({ ...to, paths, names, begins: 'now' });
    }
    const from = { connectionId: await this.#connection(spec.from.endpoint), container: spec.from.container };
    const selection = left.map(([name, as]) => ({ kind: 'blob' as const, name, as }));
    return transfers.copyBlobs({ kind: 'copy', ...to, from, selection });
  }

  async #connection(endpoint: string): Promise<string> {
    const found = await this.#ports.connectionTo(endpoint);
    if (found !== null) return found;
    throw new StowageError('not-found.connection', 'The connection of this machine was removed.');
  }

  /** One after the other. */
  async #doItems(left: readonly ShardItem[], isAgain: boolean): Promise<Moved> {
    const { items } = this.#ports;
    const progress = this.#progress;
    let counts = noCounts;
    for (const item of left) {
      try {
        const done = await items.run(item, {
          spec: this.#job.spec,
          shard: this.shard,
          isAgain,
          ageMs: this.#job.ageMs,
          offsetMs: this.#ports.offset().offsetMs,
          signal: this.#stopping.signal,
          underWay: (files, bytes) => progress.itemUnderWay(files, bytes),
        });
        progress.endedAs(item, done);
        counts = addCounts(counts, done);
      } catch (thrown) {
        if (this.#stopped !== null) return { stopped: this.#stopped };
        const { code, message, context } = StowageError.from(thrown);
        const stoppedBy = { code, message, context: { ...context } };
        return { summary: { counts, stoppedBy, latencyMs: noLatency } };
      }
    }
    return { summary: { counts, stoppedBy: null, latencyMs: noLatency } };
  }
}

interface ShardOptions {
  readonly job: string;
  readonly ageMs: number;
  readonly earlier: 'yes' | 'no';
  readonly run: number;
}

const untried = { triedBefore: 0, triedInVain: 0 };
const noLatency = { p50: 0, p95: 0, p99: 0 };

/** Whether trying again, here or elsewhere, changes nothing. */
const isForGood = (code: string): boolean => /^(?:not-found|invalid)\./u.test(code);

async function forget(transfers: ShardPorts['transfers'], jobId: string): Promise<void> {
  const context = {} as Parameters<(typeof transfers.registry.calls)['jobs.forget']>[1];
  await Promise.resolve(transfers.registry.calls['jobs.forget']({ jobId }, context)).catch(() => undefined);
}
