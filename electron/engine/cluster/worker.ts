// A worker of a hub: takes shards, moves each as a job of this machine's own engine, reports how far it is, and stops by
// itself when it may have lost a shard. Over 300 lines, because a lease, the job that moves its files and its checkpoint
// end together.
import { StowageError } from '@shared/errors';
import type { Clock } from '../ports';
import type { Account } from '../azure/account';
import type { ItemResult, JobHandle, JobSummary, Transfers } from '../transfers/api';
import type { FailedItem } from '@shared/model/transfer';
import { minLimitRate } from '@shared/model/transfer-pace';
import {
  type Beat,
  type Checkpoint,
  type ClusterSpec,
  type HubState,
  type Outcome,
  type Planned,
  type ShardCounts,
  type ShardItem,
  type ShardWork,
  addCounts,
  isOpen,
  maxShardFailures,
  noCounts,
} from './messages';
import { planPart } from './plan-shards';
import { EndedItems } from './shards';
import { type Lease, type WorkKind, type WorkerQueue, reportMs } from './work-queue';

export interface WorkerOptions {
  readonly queue: WorkerQueue;
  readonly transfers: Pick<Transfers, 'uploadPaths' | 'downloadTo' | 'copyBlobs' | 'jobs' | 'calls' | 'registry'>;
  /** The connection of this machine to an account; null for none. */
  readonly connectionTo: (endpoint: string) => Promise<string | null>;
  readonly openAccount: (connectionId: string) => Promise<Account>;
  readonly clock: Clock;
  readonly node: { readonly id: string; readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly slots: number;
  /** It ends when there was no open job for this long; null for never. */
  readonly exitWhenIdleMs: number | null;
  readonly info: (line: string) => void;
  readonly log: (line: string) => void;
}

/** `drained`: told to by the hub. */
export type WorkerEnd = 'stopped' | 'drained' | 'idle';

const beatMs = 500;
/** Between two looks for work where there is none. */
const idleMs = 100;
/** Without an answer of the server for this long it writes nothing more: others may have its shards soon. */
const fenceAfterMs = 2500;
/** After it ended so many workers, the files of a shard are tried one by one. */
const maxCrashes = 2;
/** A part of the plan that was given out so often ends whoever plans it. */
const maxPlanDeliveries = 12;
/** How long a shard whose failure may pass waits before the next try; after the last it has failed. */
const retryAfterMs = [30_000, 120_000, 600_000];
/** How long the service may be unreachable before a shard goes to another worker. */
const unreachableMs = 60_000;
const offsetEveryMs = 60_000;
const offsetTries = 8;

/** Why the job of a shard was stopped by this worker. */
type Stop = 'fenced' | 'returned' | 'dropped';

interface Running {
  readonly lease: Lease;
  readonly shard: ShardWork;
  readonly counts: () => { readonly files: number; readonly bytes: number };
  stop: (why: Stop) => void;
  handle: JobHandle | null;
}

export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Set<Running>();
  readonly #planning = new Set<Lease>();
  /** Every lease, from when it arrives. */
  readonly #held = new Set<Lease>();
  readonly #specs = new Map<string, ClusterSpec>();
  readonly #cannot = new Map<string, string>();
  readonly #stopping = new AbortController();
  #state: HubState | null = null;
  #ending: WorkerEnd | null = null;
  #isFenced = false;
  #idleSinceMs: number;
  #offset = { offsetMs: 0, uncertainMs: Number.MAX_SAFE_INTEGER };
  #offsetAtMs = -Infinity;
  #tickMs: number;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#idleSinceMs = options.clock.monotonic();
    this.#tickMs = this.#idleSinceMs;
  }

  /** Works until it is stopped, drained, or idle for long. Shards under way go back with what is done of them. */
  async run(signal: AbortSignal): Promise<WorkerEnd> {
    const { queue, slots } = this.#options;
    const unlisten = queue.onState((state) => this.#heed(state));
    const stop = (): void => this.#end('stopped');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const lanes = Array.from({ length: slots }, () => this.#lane('shard'));
    await Promise.all([...lanes, this.#lane('walk'), this.#report()]);
    unlisten();
    signal.removeEventListener('abort', stop);
    queue.beat({ ...this.#beat(), state: 'leaving' });
    return this.#ending ?? 'stopped';
  }

  #end(how: WorkerEnd): void {
    this.#ending ??= how;
    this.#stopping.abort();
    for (const running of this.#running) running.stop('returned');
  }

  #heed(state: HubState): void {
    this.#state = state;
    const { node } = this.#options;
    const taken = state.taken[node.id] ?? [];
    for (const running of this.#running) {
      const found = state.jobs.find(({ id }) => id === running.shard.job);
      if (found === undefined) running.stop('dropped');
      else if (taken.includes(running.lease.reply)) running.stop('fenced');
      else if (found.state === 'paused') running.stop('returned');
    }
    for (const id of this.#specs.keys()) if (!state.jobs.some((job) => job.id === id)) this.#specs.delete(id);
    for (const id of this.#cannot.keys()) if (!state.jobs.some((job) => job.id === id)) this.#cannot.delete(id);
    if (state.draining.includes(node.id)) this.#end('drained');
    this.#applyRates(state);
  }

  /** Its part of the rate limit of each job, divided among the shards that it runs. */
  #applyRates(state: HubState): void {
    const { node, transfers } = this.#options;
    for (const { id, share } of state.jobs) {
      const mine = share?.[node.id];
      const own = [...this.#running].filter(({ shard }) => shard.job === id);
      for (const { handle } of own) {
        if (handle === null) continue;
        const pace =
          mine === undefined
            ? ({ kind: 'full' } as const)
            : { kind: 'limit' as const, bytesPerSecond: Math.max(minLimitRate, Math.floor(mine / own.length)) };
        const text = JSON.stringify(pace);
        if (this.#paces.get(handle.jobId) === text || (mine === undefined && !this.#paces.has(handle.jobId))) continue;
        this.#paces.set(handle.jobId, text);
        const context = { signal: this.#stopping.signal } as Parameters<
          (typeof transfers.calls)['transfers.write-job-pace']
        >[1];
        void Promise.resolve(transfers.calls['transfers.write-job-pace']({ jobId: handle.jobId, pace }, context)).catch(
          () => undefined,
        );
      }
    }
  }
  readonly #paces = new Map<string, string>();

  /** Takes work of one kind, one piece after the other, from the open jobs in turn. */
  async #lane(kind: WorkKind): Promise<void> {
    const { queue, clock, log } = this.#options;
    const { signal } = this.#stopping;
    let turn = 0;
    while (!signal.aborted) {
      const jobs = await this.#jobsFor(kind);
      const job = jobs[(turn += 1) % Math.max(1, jobs.length)];
      const pulledMs = clock.monotonic();
      const lease = job === undefined || this.#isFenced ? null : await queue.next(job, kind);
      if (lease === null) {
        // The server waits for a second itself, unless there is nothing to take, or nobody to take it from.
        if (clock.monotonic() - pulledMs < idleMs) await clock.sleep(idleMs, signal).catch(() => undefined);
        continue;
      }
      // It may have come only after this worker was told to end.
      if (signal.aborted || this.#isFenced) {
        lease.giveBack();
        continue;
      }
      this.#idleSinceMs = clock.monotonic();
      this.#held.add(lease);
      // At once, so that the hub can take it back whenever this worker ends.
      queue.beat(this.#beat());
      try {
        if (lease.work.t === 'shard') await this.#shard(lease, lease.work);
        else await this.#walk(lease);
      } catch (thrown) {
        log(`${lease.work.t} ${lease.work.id}: ${StowageError.from(thrown).message}`);
        lease.giveBack(1000);
      } finally {
        this.#held.delete(lease);
      }
      this.#idleSinceMs = clock.monotonic();
    }
  }

  /** Ids of the jobs that this worker can work for now. */
  async #jobsFor(kind: WorkKind): Promise<readonly string[]> {
    const open = (this.#state?.jobs ?? []).filter(
      ({ state, plans }) => state === 'running' && (kind === 'shard' || plans),
    );
    const able: string[] = [];
    for (const { id } of open) if (await this.#canWork(id)) able.push(id);
    return able;
  }

  async #canWork(job: string): Promise<boolean> {
    if (this.#specs.has(job)) return true;
    if (this.#cannot.has(job)) return false;
    const { queue, connectionTo } = this.#options;
    try {
      const { spec } = await queue.call('spec', { job });
      const endpoints = spec.kind === 'copy' ? [spec.endpoint, spec.from.endpoint] : [spec.endpoint];
      for (const endpoint of endpoints) {
        if ((await connectionTo(endpoint)) === null) {
          this.#cannot.set(job, `${this.#options.node.name} has no connection to ${endpoint}`);
          return false;
        }
      }
      this.#specs.set(job, spec);
      return true;
    } catch {
      return false;
    }
  }

  async #walk(lease: Lease): Promise<void> {
    const part = lease.work;
    const spec = this.#specs.get(part.job);
    const job = this.#jobOf(part.job);
    if (part.t !== 'walk' || spec === undefined || job === null) {
      lease.giveBack(1000);
      return;
    }
    const { clock, queue, connectionTo, openAccount } = this.#options;
    if (lease.deliveries > maxPlanDeliveries) {
      const problem = `planning this part ended ${maxPlanDeliveries} workers.`;
      await this.#walkFailed(
        lease,
        new StowageError('invalid.input', problem, { context: { field: 'PATH', problem, fix: '' } }),
      );
      return;
    }
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, this.#stopping.signal]);
    this.#planning.add(lease);
    const send = async (found: Planned): Promise<void> => {
      for (;;) {
        signal.throwIfAborted();
        const { answer } = await queue.call('plan', found, 30_000);
        if (answer === 'taken') return;
        if (answer === 'ended' || !this.#isOpen(part.job))
          throw new StowageError('cancelled.by-user', 'The job has ended.');
        await clock.sleep(500, signal);
      }
    };
    try {
      const openSource = async (): Promise<Account> => {
        const endpoint = spec.kind === 'copy' ? spec.from.endpoint : spec.endpoint;
        return openAccount((await connectionTo(endpoint)) ?? '');
      };
      await planPart(part, spec, { openSource, send, round: job.round, signal });
      await lease.end();
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind === 'cancelled' || this.#stopping.signal.aborted) lease.giveBack();
      else await this.#walkFailed(lease, error);
    } finally {
      this.#planning.delete(lease);
      ended.abort();
    }
  }

  /** What cannot be listed has failed, once it has failed often enough. */
  async #walkFailed(lease: Lease, error: StowageError): Promise<void> {
    const { queue, log } = this.#options;
    const { job, id } = lease.work;
    log(`planning ${id}: ${error.message}`);
    const isFinal = error.kind === 'notFound' || error.kind === 'invalid' || lease.deliveries > retryAfterMs.length;
    if (!isFinal) {
      lease.giveBack(retryAfterMs[lease.deliveries - 1] ?? 0);
      return;
    }
    const { code, message, context } = error;
    const failed = [{ source: this.#titleOf(job), target: '', code, message, context: { ...context } }];
    await queue.call('plan', { job, of: id, shards: [], walks: [], failed, failedCount: 1, last: true });
    await lease.end();
  }

  #titleOf(job: string): string {
    const spec = this.#specs.get(job);
    return spec?.kind === 'copy' ? spec.from.container : (spec?.container ?? '');
  }

  async #shard(lease: Lease, shard: ShardWork): Promise<void> {
    const { queue, clock } = this.#options;
    const job = this.#jobOf(shard.job);
    const spec = this.#specs.get(shard.job);
    if (job === null || spec === undefined) {
      lease.giveBack(1000);
      return;
    }
    const isAgain = lease.deliveries > 1 || job.round > 0;
    if (isAgain && (await this.#hasEnded(shard))) return lease.end();
    const known = isAgain ? await queue.readCheckpoint(shard.job, shard.id) : null;
    const ended = new EndedItems(shard.items.length, known?.ended ?? '');
    const progress = new ShardProgress(shard, ended, known?.counts ?? noCounts);
    const life = { starts: known?.starts ?? 0, returns: known?.returns ?? 0, tries: known?.tries ?? 0 };
    const startedAtMs = clock.now() + this.#offset.offsetMs;
    const startedMs = clock.monotonic();
    const end = async (how: Outcome['end'], counts: ShardCounts, latency: JobSummary['latencyMs']): Promise<void> => {
      await queue.storeOutcome({
        ...counts,
        ...latency,
        failed: counts.failed.slice(0, maxShardFailures),
        job: shard.job,
        shard: shard.id,
        node: this.#options.node.name,
        end: how,
        deliveries: lease.deliveries,
        startedAtMs,
        tookMs: clock.monotonic() - startedMs,
        uncertainMs: this.#offset.uncertainMs,
      });
      await queue.removeCheckpoint(shard.job, shard.id).catch(() => undefined);
      await lease.end();
    };
    if (known?.trying !== undefined) progress.giveUp(known.trying);
    const left = progress.left();
    // What ended workers before is tried file by file, so that the next one to end a worker is known.
    const parts = life.starts - life.returns >= maxCrashes ? left.map((item) => [item]) : [left];
    life.starts += 1;
    let trying: number | undefined;
    const save = (changes: Partial<Checkpoint> = {}): Promise<void> =>
      queue.writeCheckpoint(shard.job, shard.id, {
        ended: ended.toString(),
        counts: progress.counts,
        trying,
        ...life,
        ...changes,
      });
    const latency = { ...noLatency };
    let sums = progress.counts;
    for (const part of left.length === 0 ? [] : parts) {
      const [first] = part;
      trying = parts.length === 1 || first === undefined ? undefined : shard.items.indexOf(first);
      await save();
      const { ageMs } = job;
      const moved = await this.#move({
        lease,
        shard,
        spec,
        left: part,
        progress,
        isAgain,
        ageMs,
        run: life.starts,
        save,
      });
      trying = undefined;
      if ('stopped' in moved) {
        // Nobody should have it any more.
        if (moved.stopped === 'dropped') return lease.end().catch(() => undefined);
        const saved = save({ returns: life.returns + 1 });
        // A lease that may be another worker's by now is not ours to return: it expires, or the hub takes it.
        if (moved.stopped === 'fenced') return saved.catch(() => undefined);
        await saved;
        lease.giveBack();
        return;
      }
      const { summary } = moved;
      const { stoppedBy } = summary;
      for (const name of ['p50', 'p95', 'p99'] as const)
        latency[name] = Math.max(latency[name], summary.latencyMs[name]);
      if (stoppedBy === null) {
        sums = addCounts(sums, { ...summary, failed: [...summary.failed] });
        continue;
      }
      if (!isForGood(stoppedBy.code) && life.tries < retryAfterMs.length) {
        this.#options.info(`A shard waits: ${stoppedBy.message}`);
        await save({ returns: life.returns + 1, tries: life.tries + 1 });
        lease.giveBack(retryAfterMs[life.tries] ?? 0);
        return;
      }
      return end('dead', addCounts(progress.counts, failedItems(progress.left(), stoppedBy)), latency);
    }
    return end('done', sums, latency);
  }

  async #hasEnded({ job, id }: ShardWork): Promise<boolean> {
    try {
      return (await this.#options.queue.call('ended', { job, shard: id }, 3000)).hasEnded;
    } catch {
      // Without the hub it is done once more, which changes nothing.
      return false;
    }
  }

  /** Runs the files that are left as a job of this machine. */
  async #move({ lease, shard, spec, left, progress, isAgain, ageMs, run, save }: Moving): Promise<Moved> {
    const { clock, transfers } = this.#options;
    const over = new AbortController();
    let why: Stop | null = null;
    let handle: JobHandle | null = null;
    const running: Running = {
      lease,
      shard,
      counts: () => progress.moved,
      handle: null,
      stop: (reason) => {
        why ??= reason;
        if (handle !== null) void handle.interrupt();
      },
    };
    this.#running.add(running);
    const reporting = this.#keepLease(lease, over.signal, save);
    try {
      handle = await this.#begin(spec, left, { job: shard.job, ageMs, earlier: isAgain ? 'yes' : 'no', run });
      running.handle = handle;
      const { jobId } = handle;
      if (why !== null) void handle.interrupt();
      let unreachableSinceMs: number | null = null;
      handle.onEvent((event) => {
        if (event.event === 'item') progress.ended(event.item);
        else {
          progress.underWay(event.job.bytesDone);
          if (event.job.waitsFor === 'network') unreachableSinceMs ??= clock.monotonic();
          else unreachableSinceMs = null;
          if (unreachableSinceMs !== null && clock.monotonic() - unreachableSinceMs > unreachableMs)
            running.stop('returned');
        }
      });
      if (this.#state !== null) this.#applyRates(this.#state);
      const summary = await handle.ended;
      // Its journal is of this run only: another run continues from the checkpoint and the service.
      await forget(transfers, jobId);
      this.#paces.delete(jobId);
      if (why !== null && summary.state !== 'done' && summary.state !== 'failed') return { stopped: why };
      return { summary };
    } finally {
      over.abort();
      await reporting;
      this.#running.delete(running);
    }
  }

  async #begin(spec: ClusterSpec, left: readonly ShardItem[], shard: ShardOptions): Promise<JobHandle> {
    const { transfers } = this.#options;
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
    const found = await this.#options.connectionTo(endpoint);
    if (found !== null) return found;
    throw new StowageError('not-found.connection', 'The connection of this machine was removed.');
  }

  async #keepLease(lease: Lease, signal: AbortSignal, save: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#options;
    for (;;) {
      try {
        await clock.sleep(reportMs, signal);
      } catch {
        return;
      }
      if (this.#isFenced) continue;
      lease.working();
      // The next one replaces it.
      await save().catch((thrown: unknown) => log(`checkpoint: ${String(thrown)}`));
    }
  }

  /** Beats, notices that it was silent, and extends the leases of planning. */
  async #report(): Promise<void> {
    const { clock, queue } = this.#options;
    let reportedMs = 0;
    while (!this.#stopping.signal.aborted || this.#running.size > 0 || this.#planning.size > 0) {
      const nowMs = clock.monotonic();
      // A process that was stopped for a while has been silent, whatever its connection says.
      const silentMs = Math.max(queue.silentForMs(), nowMs - this.#tickMs - beatMs);
      this.#tickMs = nowMs;
      this.#fence(silentMs > fenceAfterMs);
      if (!this.#isFenced) queue.beat(this.#beat());
      if (nowMs - reportedMs >= reportMs) {
        reportedMs = nowMs;
        if (!this.#isFenced) for (const lease of this.#planning) lease.working();
      }
      if (nowMs - this.#offsetAtMs > offsetEveryMs) {
        this.#offsetAtMs = nowMs;
        // A connection may have been saved meanwhile.
        this.#cannot.clear();
        void this.#measureOffset();
      }
      this.#endIfIdle(nowMs);
      await clock.sleep(beatMs, this.#running.size > 0 ? undefined : this.#stopping.signal).catch(() => undefined);
    }
  }

  #fence(isSilent: boolean): void {
    if (isSilent && !this.#isFenced) {
      this.#options.info('The hub does not answer; nothing more is written until it does.');
      for (const running of this.#running) running.stop('fenced');
    }
    if (!isSilent && this.#isFenced) this.#options.info('The hub answers again.');
    this.#isFenced = isSilent;
  }

  #endIfIdle(nowMs: number): void {
    const { exitWhenIdleMs } = this.#options;
    const isBusy = this.#running.size > 0 || this.#planning.size > 0 || (this.#state?.jobs.length ?? 0) > 0;
    if (isBusy) this.#idleSinceMs = nowMs;
    else if (exitWhenIdleMs !== null && nowMs - this.#idleSinceMs >= exitWhenIdleMs) this.#end('idle');
  }

  #beat(): Beat {
    const { node, slots } = this.#options;
    return {
      node: node.id,
      name: node.name,
      pid: process.pid,
      slots,
      labels: { ...node.labels },
      state: this.#stopping.signal.aborted ? 'draining' : this.#running.size > 0 ? 'working' : 'idle',
      leases: [...this.#running].map(({ shard, counts }) => {
        const { files, bytes } = counts();
        return { job: shard.job, shard: shard.id, files, bytes };
      }),
      held: [...this.#held].map(({ reply }) => reply),
      cannot: Object.fromEntries(this.#cannot),
      ...this.#offset,
    };
  }

  /** How far the clock of the hub is ahead: of several answers the fastest says it best. */
  async #measureOffset(): Promise<void> {
    const { clock, queue } = this.#options;
    let best = { offsetMs: this.#offset.offsetMs, uncertainMs: Infinity };
    for (let tries = 0; tries < offsetTries; tries += 1) {
      const [sentMs, atMs] = [clock.monotonic(), clock.now()];
      const answer = await queue.call('time', {}, 2000).catch(() => null);
      if (answer === null) return;
      const roundTripMs = clock.monotonic() - sentMs;
      if (roundTripMs / 2 >= best.uncertainMs) continue;
      best = { offsetMs: answer.atMs - (atMs + roundTripMs / 2), uncertainMs: roundTripMs / 2 };
    }
    this.#offset = best;
  }

  #jobOf(id: string): { readonly round: number; readonly ageMs: number } | null {
    const state = this.#state;
    const found = state?.jobs.find((job) => job.id === id);
    if (state === null || found === undefined) return null;
    // Both by the clock of the hub: that of this machine may be wrong.
    return { round: found.round, ageMs: Math.max(0, state.atMs - found.createdAtMs) };
  }

  #isOpen(id: string): boolean {
    const found = this.#state?.jobs.find((job) => job.id === id);
    return found !== undefined && isOpen(found.state);
  }
}

interface ShardOptions {
  readonly job: string;
  readonly ageMs: number;
  readonly earlier: 'yes' | 'no';
  readonly run: number;
}

interface Moving {
  readonly lease: Lease;
  readonly shard: ShardWork;
  readonly spec: ClusterSpec;
  readonly left: readonly ShardItem[];
  readonly progress: ShardProgress;
  readonly isAgain: boolean;
  readonly ageMs: number;
  readonly run: number;
  readonly save: () => Promise<void>;
}

type Moved = { readonly stopped: Stop } | { readonly summary: JobSummary };

const noLatency = { p50: 0, p95: 0, p99: 0 };

/** How far a shard is, file by file. */
class ShardProgress {
  readonly #items: readonly ShardItem[];
  readonly #ended: EndedItems;
  readonly #indices: ReadonlyMap<string, number>;
  readonly #before: ShardCounts;
  #counts: ShardCounts;
  #bytesUnderWay = 0;

  constructor({ items }: ShardWork, ended: EndedItems, counts: ShardCounts) {
    this.#items = items;
    this.#ended = ended;
    this.#before = counts;
    this.#counts = counts;
    this.#indices = new Map(items.map(([source], index) => [source, index]));
  }

  get counts(): ShardCounts {
    return this.#counts;
  }

  /** With the parts of files that are not done yet. */
  get moved(): { readonly files: number; readonly bytes: number } {
    return { files: this.#counts.files, bytes: Math.max(this.#counts.bytes, this.#before.bytes + this.#bytesUnderWay) };
  }

  left(): readonly ShardItem[] {
    return this.#items.filter((_, index) => !this.#ended.has(index));
  }

  /** The file that a worker moved alone when it ended. */
  giveUp(index: number): void {
    const item = this.#items[index];
    if (item === undefined || this.#ended.has(index)) return;
    this.#ended.add(index);
    this.#counts = addCounts(this.#counts, failedItems([item], endsWorkers));
  }

  underWay(bytes: number): void {
    this.#bytesUnderWay = bytes;
  }

  ended(item: ItemResult): void {
    const { source, target, bytes, outcome, code, message, context } = item;
    const index = this.#indices.get(source);
    if (index === undefined || this.#ended.has(index)) return;
    this.#ended.add(index);
    const failed = outcome === 'failed' ? [{ source, target, code, message, context }] : [];
    this.#counts = addCounts(this.#counts, {
      ...noCounts,
      files: outcome === 'done' ? 1 : 0,
      bytes: outcome === 'done' ? (bytes ?? 0) : 0,
      skipped: outcome === 'skipped' ? 1 : 0,
      failed,
      failedCount: failed.length,
    });
  }
}

function failedItems(
  items: readonly ShardItem[],
  cause: Pick<FailedItem, 'code' | 'message' | 'context'>,
): ShardCounts {
  const failed = items.slice(0, maxShardFailures).map(([source, target]) => ({ source, target, ...cause }));
  return { ...noCounts, failed, failedCount: items.length };
}

const endsWorkers = {
  code: 'conflict.other',
  message: 'A worker ended while it moved this file alone.',
  context: { problem: `${maxCrashes} workers ended with this file under way, and one that moved it alone.` },
};

/** Whether trying again, here or elsewhere, changes nothing. */
const isForGood = (code: string): boolean => /^(?:not-found|invalid)\./u.test(code);

async function forget(transfers: WorkerOptions['transfers'], jobId: string): Promise<void> {
  const context = {} as Parameters<(typeof transfers.registry.calls)['jobs.forget']>[1];
  await Promise.resolve(transfers.registry.calls['jobs.forget']({ jobId }, context)).catch(() => undefined);
}
