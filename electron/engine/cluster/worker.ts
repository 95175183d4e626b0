// A worker of a hub: takes shards and planning, reports what it holds, divides rate limits among its shards, and stops them
// by itself when it may have lost them. What a shard goes through is in shard-run.ts.
import { StowageError } from '@shared/errors';
import type { HubReason } from '@shared/model/hub';
import type { FailedItem } from '@shared/model/transfer';
import type { Account } from '../azure/account';
import { type Beat, type HubState, type Planned, isOpen } from './messages';
import { planPart } from './plan-shards';
import { type ShardJob, type ShardPorts, ShardRun, retryAfterMs } from './shard-run';
import { type ClusterSpec, endpointsOf, sourceOf } from './specs';
import { type Lease, type WorkKind, reportMs } from './work-queue';

export interface WorkerOptions extends Omit<ShardPorts, 'offset' | 'isFenced' | 'isNoRoomHere'> {
  /** Of its journals, on a disk of this machine. */
  readonly workFolder: string;
  readonly openAccount: (connectionId: string) => Promise<Account>;
  readonly node: ShardPorts['node'] & { readonly labels: Readonly<Record<string, string>> };
  readonly slots: number;
  /** Of Stowage. */
  readonly version: string;
  readonly cores: number;
  /** It ends when there was no open job for this long; null for never. */
  readonly exitWhenIdleMs: number | null;
}

/** `drained`: the hub has ended it. */
export type WorkerEnd = 'stopped' | 'drained' | 'idle';

const beatMs = 500;
/** Between two looks for work where there is none. */
const idleMs = 100;
/** Without an answer of the server for this long it writes nothing more: others may have its shards soon. */
const fenceAfterMs = 2500;
/** A part of the plan that was given out so often ends whoever plans it. */
const maxPlanDeliveries = 12;
/** After its disk was full, it takes no shards for so long. */
const noRoomMs = 5000;
const offsetEveryMs = 60_000;
const offsetTries = 8;
/** How long a worker that was told to stop may wait for its hub. What it still holds expires, and goes to another one. */
const stopMs = 20_000;

export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Set<ShardRun>();
  readonly #planning = new Set<Lease>();
  /** Every lease, from when it arrives. */
  readonly #held = new Set<Lease>();
  readonly #specs = new Map<string, ClusterSpec>();
  readonly #cannot = new Map<string, HubReason>();
  /** Of the jobs that it works for: aborted when they have ended. */
  readonly #over = new Map<string, AbortController>();
  readonly #stopping = new AbortController();
  #state: HubState | null = null;
  #ending: WorkerEnd | null = null;
  #hasEnded = false;
  #isFenced = false;
  #ordered: Beat['ordered'] = null;
  /** Bytes of shards that run no more. */
  #bytesBefore = 0;
  #idleSinceMs: number;
  #noRoomUntilMs = -Infinity;
  #offset = { offsetMs: 0, uncertainMs: Number.MAX_SAFE_INTEGER };
  #offsetAtMs = -Infinity;
  #tickMs: number;
  readonly #shardPorts: ShardPorts;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#idleSinceMs = options.clock.monotonic();
    this.#tickMs = this.#idleSinceMs;
    this.#shardPorts = {
      ...options,
      offset: () => this.#offset,
      isFenced: () => this.#isFenced,
      isNoRoomHere: (error) => this.#noteNoRoom(error),
    };
  }

  /**
   * Works until it is stopped, drained, or idle for long. Shards under way go back with what is done of them, unless the
   * hub does not take them for 20 s.
   */
  async run(signal: AbortSignal): Promise<WorkerEnd> {
    const { queue, slots } = this.#options;
    const unlisten = queue.onState((state) => this.#heed(state));
    const stop = (): void => this.#end('stopped');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const lanes = Array.from({ length: slots }, () => this.#lane('shard'));
    const ended = new AbortController();
    const patience = this.#patience(ended.signal);
    await Promise.race([Promise.all([...lanes, this.#lane('walk'), this.#report()]), patience]);
    ended.abort();
    this.#hasEnded = true;
    unlisten();
    signal.removeEventListener('abort', stop);
    queue.beat({ ...this.#beat(), state: 'leaving' });
    return this.#ending ?? 'stopped';
  }

  /** Resolves `stopMs` after the worker began to end. */
  async #patience(signal: AbortSignal): Promise<void> {
    const { signal: stopping } = this.#stopping;
    await new Promise<void>((resolve) => {
      if (stopping.aborted) resolve();
      else stopping.addEventListener('abort', () => resolve(), { once: true });
    });
    await this.#options.clock.sleep(stopMs, signal).catch(() => undefined);
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
      // Planning has begun anew: its shards are given out once more, whoever has them still.
      else if (found.round > running.round || taken.includes(running.lease.reply)) running.stop('fenced');
      else if (found.state === 'paused' || state.paused.includes(node.id)) running.stop('returned');
    }
    // A hub that was started again learns from its nodes what was ordered.
    if (state.nodes?.includes(node.id) !== false) {
      const isDraining = state.draining.includes(node.id);
      this.#ordered = isDraining ? 'draining' : state.paused.includes(node.id) ? 'paused' : null;
    }
    for (const [id, over] of this.#over) {
      if (state.jobs.some((job) => job.id === id)) continue;
      over.abort();
      this.#over.delete(id);
    }
    for (const id of this.#specs.keys()) if (!state.jobs.some((job) => job.id === id)) this.#specs.delete(id);
    for (const id of this.#cannot.keys()) if (!state.jobs.some((job) => job.id === id)) this.#cannot.delete(id);
    this.#endIfDrained();
    this.#applyRates(state);
  }

  /** Until it has ended, that can be taken back. */
  #endIfDrained(): void {
    if (this.#ordered === 'draining' && this.#held.size === 0) this.#end('drained');
  }

  /** Its part of the rate limit of each job, divided among the shards that it runs. */
  #applyRates(state: HubState): void {
    for (const { id, share } of state.jobs) {
      const own = [...this.#running].filter(({ shard }) => shard.job === id);
      // A hub that has not heard of this worker yet has left nothing for it.
      const mine = share === null ? null : (share[this.#options.node.id] ?? 0);
      for (const running of own) running.limit(mine === null ? null : mine / own.length);
    }
  }

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
      // It may have come only after this worker began to end.
      if (signal.aborted || this.#isFenced) {
        lease.giveBack();
        continue;
      }
      if (this.#ordered !== null || (kind === 'shard' && this.#measures(lease.work.job))) {
        lease.giveBack(this.#ordered === null ? 1000 : 0);
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
        const error = StowageError.from(thrown);
        this.#noteNoRoom(error);
        log(`${lease.work.t} ${lease.work.id}: ${error.message}`);
        lease.giveBack(1000);
      } finally {
        this.#held.delete(lease);
        this.#endIfDrained();
      }
      this.#idleSinceMs = clock.monotonic();
    }
  }

  /** Ids of the jobs that this worker can work for now. */
  async #jobsFor(kind: WorkKind): Promise<readonly string[]> {
    if (this.#ordered !== null || (kind === 'shard' && !this.#hasRoom())) return [];
    const open = (this.#state?.jobs ?? []).filter(
      ({ state, plans }) => state === 'running' && (kind === 'shard' || plans),
    );
    const able: string[] = [];
    for (const { id } of open) {
      if ((await this.#canWork(id)) && !(kind === 'shard' && this.#measures(id))) able.push(id);
    }
    return able;
  }

  /** Whether it takes part in a measurement already: every machine does once. */
  #measures(job: string): boolean {
    return (
      this.#specs.get(job)?.kind === 'lab' && [...this.#held].some(({ work }) => work.job === job && work.t === 'shard')
    );
  }

  async #canWork(job: string): Promise<boolean> {
    if (this.#specs.has(job)) return true;
    if (this.#cannot.has(job)) return false;
    const { queue, connectionTo } = this.#options;
    try {
      const { spec } = await queue.call('spec', { job });
      for (const endpoint of endpointsOf(spec)) {
        if ((await connectionTo(endpoint)) === null) {
          this.#cannot.set(job, { kind: 'no-connection', node: this.#options.node.name, endpoint });
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
    const job = this.#jobOf(part.job);
    if (part.t !== 'walk' || job === null) {
      lease.giveBack(1000);
      return;
    }
    const { clock, connectionTo, openAccount } = this.#options;
    if (lease.deliveries > maxPlanDeliveries) {
      const problem = `planning this part ended ${maxPlanDeliveries} workers.`;
      await this.#walkFailed(
        lease,
        new StowageError('invalid.input', problem, {
          context: { field: 'PATH', finding: 'plan-ended-workers', workers: maxPlanDeliveries, problem, fix: '' },
        }),
      );
      return;
    }
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, this.#stopping.signal]);
    this.#planning.add(lease);
    const send = async (found: Planned): Promise<void> => {
      for (;;) {
        signal.throwIfAborted();
        const answer = await this.#sendPlan(found);
        if (answer === 'taken') return;
        if (answer === 'ended' || !this.#isOpen(part.job))
          throw new StowageError('cancelled.by-user', 'The job has ended.');
        await clock.sleep(500, signal);
      }
    };
    try {
      const open = async (endpoint: string): Promise<Account> => openAccount((await connectionTo(endpoint)) ?? '');
      await planPart(part, job.spec, { open, send, line: this.#options.queue, round: job.round, signal });
      await lease.end(job.isOver);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind === 'cancelled' || this.#stopping.signal.aborted) lease.giveBack();
      else await this.#walkFailed(lease, error);
    } finally {
      this.#planning.delete(lease);
      ended.abort();
    }
  }

  /** `wait`, too, for a hub that is away or whose disk is full: that is no failure of what is planned. */
  async #sendPlan(found: Planned): Promise<'taken' | 'wait' | 'ended'> {
    const { queue, log } = this.#options;
    try {
      return (await queue.call('plan', found, 30_000)).answer;
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind !== 'network' && error.kind !== 'localIo') throw error;
      log(`plan: ${error.message}`);
      return 'wait';
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
    const failed = [{ source: sourceOf(this.#specs.get(job)), target: '', code, message, context: { ...context } }];
    await queue.call('plan', { job, of: id, shards: [], walks: [], failed, failedCount: 1, last: true });
    await lease.end(this.#overOf(job));
  }

  async #shard(lease: Lease, shard: ShardRun['shard']): Promise<void> {
    const job = this.#jobOf(shard.job);
    if (job === null) {
      lease.giveBack(1000);
      return;
    }
    // What the hub has announced last may be of an earlier plan.
    const { round = job.round } = shard;
    const running = new ShardRun(lease, shard, { ...job, round }, this.#shardPorts);
    this.#running.add(running);
    try {
      if (this.#state !== null) this.#applyRates(this.#state);
      await running.run();
    } finally {
      this.#running.delete(running);
      this.#bytesBefore += running.movedBytes;
    }
  }

  /** Beats, notices that it was silent, and extends the leases of planning. */
  async #report(): Promise<void> {
    const { clock, queue } = this.#options;
    let reportedMs = 0;
    const isBusy = (): boolean => this.#running.size > 0 || this.#planning.size > 0;
    while (!this.#hasEnded && (!this.#stopping.signal.aborted || isBusy())) {
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
    const { node, slots, version, cores } = this.#options;
    const running = [...this.#running];
    return {
      node: node.id,
      name: node.name,
      pid: process.pid,
      slots,
      labels: { ...node.labels },
      version,
      cores,
      state: this.#stopping.signal.aborted ? 'draining' : this.#running.size > 0 ? 'working' : 'idle',
      bytesMoved: running.reduce((sum, { movedBytes }) => sum + movedBytes, this.#bytesBefore),
      leases: running.map(({ shard, lease, moved }) => {
        return { job: shard.job, shard: shard.id, deliveries: lease.deliveries, ...moved };
      }),
      held: [...this.#held].map(({ reply }) => reply),
      cannot: { ...this.#withoutRoom(), ...Object.fromEntries(this.#cannot) },
      ordered: this.#ordered,
      ...this.#offset,
    };
  }

  #hasRoom(): boolean {
    return this.#options.clock.monotonic() >= this.#noRoomUntilMs;
  }

  #noteNoRoom({
    code,
    context,
  }: Pick<StowageError, 'code' | 'context'> | Pick<FailedItem, 'code' | 'context'>): boolean {
    const { workFolder, clock, info } = this.#options;
    if (code !== 'local.disk-full' || !String(context.path).startsWith(workFolder)) return false;
    if (this.#hasRoom()) info(`The disk of ${workFolder} is full; this worker waits for room.`);
    this.#noRoomUntilMs = clock.monotonic() + noRoomMs;
    return true;
  }

  #withoutRoom(): Beat['cannot'] {
    if (this.#hasRoom()) return {};
    const { node, workFolder } = this.#options;
    const reason: HubReason = { kind: 'no-room', node: node.name, path: workFolder };
    return Object.fromEntries((this.#state?.jobs ?? []).map(({ id }) => [id, reason]));
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

  /** Null for a job that is not open, or whose order is not known yet. */
  #jobOf(id: string): ShardJob | null {
    const state = this.#state;
    const spec = this.#specs.get(id);
    const found = state?.jobs.find((job) => job.id === id);
    if (state === null || spec === undefined || found === undefined) return null;
    // Both by the clock of the hub: that of this machine may be wrong.
    const ageMs = Math.max(0, state.atMs - found.createdAtMs);
    return { spec, round: found.round, ageMs, isOver: this.#overOf(id) };
  }

  #overOf(job: string): AbortSignal {
    const over = this.#over.get(job) ?? new AbortController();
    this.#over.set(job, over);
    return over.signal;
  }

  #isOpen(id: string): boolean {
    const found = this.#state?.jobs.find((job) => job.id === id);
    return found !== undefined && isOpen(found.state);
  }
}
