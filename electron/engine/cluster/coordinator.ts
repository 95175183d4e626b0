// The hub of jobs on many machines: takes jobs, hands out planning and shards, journals what ended, notices lost workers,
// divides a rate limit, and rebuilds the work of a job whose queue was lost. The journal is the truth; the queue only
// carries work. Over 300 lines, because every answer needs the ledger, the nodes and the queue.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { type HubReason, type ShardTime, shardTime } from '@shared/model/hub';
import { createSerialQueue, type SerialQueue } from '@shared/serial-queue';
import { localError } from '../../disk/local-error';
import { namesIn } from '../../disk/read-if-exists';
import { type Journal, openJournal, readJournal, listOf } from '../journal/journal-file';
import type { Clock } from '../ports';
import { newJobId } from '../transfers/jobs/queue';
import { Attempts } from './attempts';
import { Ledger } from './ledger';
import {
  type Beat,
  type ClusterRecord,
  type HubState,
  type JobView,
  type NodeView,
  type Outcome,
  type Planned,
  clusterRecord,
  isOpen,
} from './messages';
import { RecentRate } from './recent-rate';
import { hasEndWork, targetOf } from './specs';
import type { Handlers, HubQueue, InputOf, OutputOf } from './work-queue';

export interface CoordinatorOptions {
  readonly queue: HubQueue;
  /** The journals of its jobs. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** A line for whoever runs the hub. */
  readonly info: (line: string) => void;
  /** How long the queue may hold nothing of an open job before its work is planned again. */
  readonly rebuildAfterMs?: number;
}

/** What fits into one message. */
const maxListed = 500;
const maxOutcomes = 1000;
const announceMs = 500;
const showEveryMs = 1000;
/** A job that has ended is shown for so long: whoever looks must not miss its end. */
const endedShownMs = 10_000;
/** Long enough that every machine knows of it by then. */
const startsAfterMs = 2000;
/** Without a beat for this long, a worker has lost its shards. It stops sooner by itself. */
const lostAfterMs = 3000;
/** How long a lost worker is listed. */
const forgetAfterMs = 10 * 60_000;
const defaultRebuildAfterMs = 60_000;
const watchEveryMs = 5000;
/** Planned shards that wait: enough that no slot does, few enough for the queue. */
const minAhead = 200;
const maxAhead = 5000;
const aheadPerSlot = 4;

interface Entry {
  readonly ledger: Ledger;
  /** Null while nothing is written: most jobs have ended. */
  journal: Journal<ClusterRecord> | null;
  /** Records of one job are written one after the other. */
  readonly writes: SerialQueue;
  emptySinceMs: number | null;
  isRebuilding: boolean;
  readonly rate: RecentRate;
  /** Of a measurement that has not begun: which node waits with which shard. */
  readonly ready: Map<string, string>;
}

interface Node {
  beat: Beat;
  atMs: number;
  isLost: boolean;
  readonly rate: RecentRate;
  /** Leases that were taken from it, until it reports again without them. */
  taken: string[];
}

export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #nodes = new Map<string, Node>();
  readonly #draining = new Set<string>();
  readonly #paused = new Set<string>();
  readonly #attempts = new Attempts();
  readonly #stopped = new AbortController();
  #watchedMs = 0;
  #shownMs = -Infinity;
  /** The last write of a journal failed. */
  #isStuck = false;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
  }

  /** Continues the jobs of the journals, and answers from then on. */
  async start(): Promise<void> {
    const { queue, folder, info } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of (await namesIn(folder)).filter((each) => each.endsWith('.jsonl'))) {
      const path = join(folder, name);
      const { records } = await readJournal(path, listOf(clusterRecord));
      const ledger = Ledger.of(records);
      if (ledger === null) continue;
      const entry = this.#add(ledger, null);
      if (!isOpen(ledger.state)) continue;
      await queue.addJob(ledger.head.id);
      const isLost = queue.isNew || (await queue.held(ledger.head.id)) === 0;
      info(`${ledger.head.title}: goes on, ${ledger.endedShards} shards are done.`);
      if (ledger.isComplete) await this.#endIfComplete(entry);
      else if (isLost) await this.#rebuild(entry, 'open');
    }
    queue.serve(this.#handlers());
    queue.onBeat((beat) => this.#beat(beat));
    queue.onOutcome((outcome) => this.#outcome(outcome));
    void this.#run();
  }

  async dispose(): Promise<void> {
    this.#stopped.abort();
    for (const { journal, writes } of this.#entries.values()) await writes.take(async () => journal?.close());
  }

  #add(ledger: Ledger, journal: Journal<ClusterRecord> | null): Entry {
    const writes = createSerialQueue();
    const entry: Entry = {
      ledger,
      journal,
      writes,
      emptySinceMs: null,
      isRebuilding: false,
      rate: new RecentRate(),
      ready: new Map(),
    };
    this.#entries.set(ledger.head.id, entry);
    return entry;
  }

  #handlers(): Handlers {
    return {
      submit: (input) => this.#submit(input),
      jobs: async () =>
        [...this.#entries.values()]
          .slice(-maxListed)
          .map((entry) => ({ ...this.#view(entry), failed: [] }))
          .reverse(),
      job: async ({ job }) => this.#view(this.#entry(job)),
      control: (input) => this.#control(input),
      outcomes: async ({ job, from }) => (await this.#outcomes(job)).slice(from, from + maxOutcomes),
      nodes: async () => [...this.#nodes.values()].map((node) => this.#nodeView(node)),
      drain: async ({ node }) => this.#drain(node),
      pause: async ({ node, isPaused }) => this.#pause(node, isPaused ? 'paused' : 'resumed'),
      times: async ({ job, from }) => (await this.#times(job)).slice(from, from + maxOutcomes),
      time: async () => ({ atMs: this.#options.clock.now() }),
      spec: async ({ job }) => ({ spec: this.#entry(job).ledger.head.spec }),
      plan: (input) => this.#plan(input),
      ready: (input) => this.#ready(input),
      ended: async ({ job, shard }) => ({ hasEnded: this.#entry(job).ledger.hasEnded(shard) }),
    };
  }

  async #submit({ title, spec }: InputOf<'submit'>): Promise<OutputOf<'submit'>> {
    const { queue, clock, random, folder } = this.#options;
    const id = newJobId(random);
    const head = { t: 'job' as const, version: 1 as const, id, createdAtMs: clock.now(), title, spec };
    const { journal } = await openJournal(join(folder, `${id}.jsonl`), listOf(clusterRecord));
    await journal.append([head], 'synced');
    const { ledger } = this.#add(new Ledger(head), journal);
    await queue.addJob(id);
    await queue.publish([ledger.firstWalk()], ledger.round);
    this.#announce();
    return { job: id };
  }

  async #control({ job, what, bytesPerSecond }: InputOf<'control'>): Promise<JobView> {
    const entry = this.#entry(job);
    const { ledger } = entry;
    const { queue, clock } = this.#options;
    const become = (state: 'running' | 'paused' | 'cancelled'): Promise<void> =>
      this.#write(entry, { t: 'state', state, atMs: clock.now() });
    if (!isOpen(ledger.state) && !(what === 'retry-failed' && ledger.state === 'failed')) {
      throw new StowageError('conflict.other', `The job is ${ledger.state}.`, {
        context: { problem: `the job ${job} has ended (${ledger.state}).` },
      });
    }
    switch (what) {
      case 'pause':
        await become('paused');
        break;
      case 'resume':
        await become('running');
        break;
      case 'cancel':
        await become('cancelled');
        this.#announce();
        await queue.removeJob(job);
        break;
      case 'rate':
        await this.#write(entry, { t: 'rate', bytesPerSecond: bytesPerSecond ?? null });
        break;
      case 'retry-failed':
        if (!isOpen(ledger.state)) await queue.addJob(job);
        await become('running');
        await this.#rebuild(entry, 'failed');
        break;
      case 'rebuild':
        await this.#rebuild(entry, 'open');
    }
    this.#announce();
    return this.#view(entry);
  }

  /** Plans everything once more. Shards that have ended are recognised by their ids and not done again. */
  async #rebuild(entry: Entry, what: 'open' | 'failed'): Promise<void> {
    const { queue } = this.#options;
    const { ledger } = entry;
    entry.isRebuilding = true;
    try {
      await queue.purge(ledger.head.id);
      await this.#write(entry, { t: 'again', round: ledger.round + 1, what });
      await queue.publish([ledger.firstWalk()], ledger.round);
    } finally {
      entry.isRebuilding = false;
      entry.emptySinceMs = null;
    }
  }

  async #plan(found: Planned): Promise<OutputOf<'plan'>> {
    const entry = this.#entry(found.job);
    const { ledger } = entry;
    if (!isOpen(ledger.state)) return { answer: 'ended' };
    if (found.shards.length > 0 && ledger.openShards >= this.#ahead()) return { answer: 'wait' };
    return entry.writes.take(async () => {
      // Another worker has planned it, or planning has begun anew.
      if (!ledger.isOpen(found.of)) return { answer: 'taken' };
      const { shards, walks } = found;
      await this.#options.queue.publish(
        [...shards, ...walks].filter(({ id }) => !ledger.isKnown(id)),
        ledger.round,
      );
      const record: ClusterRecord = {
        t: 'planned',
        of: found.of,
        shards: shards.map(({ id, items }) => [id, items.length, items.reduce((sum, [, , bytes]) => sum + bytes, 0)]),
        walks: walks.map(({ id }) => id),
        failed: found.failed,
        failedCount: found.failedCount,
        last: found.last,
      };
      await this.#append(entry, record);
      if (ledger.isComplete) queueMicrotask(() => void this.#endIfComplete(entry));
      return { answer: 'taken' };
    });
  }

  /** Resolves when it is on the disk. The first outcome of a shard counts, whoever sends another. */
  async #outcome(outcome: Outcome): Promise<void> {
    const entry = this.#entries.get(outcome.job);
    // What was moved for an earlier plan is looked at again by whoever has the shard now, and counted once.
    if (entry === undefined || outcome.round < entry.ledger.round) return;
    let isFirst = false;
    await this.#write(entry, () => {
      isFirst = !entry.ledger.hasEnded(outcome.shard);
      return isFirst ? { t: 'outcome', ...outcome } : null;
    });
    this.#attempts.ended(outcome);
    if (isFirst) this.#options.queue.ended({ job: outcome.job, ...timeOf(outcome) });
    if (entry.ledger.isComplete) await this.#endIfComplete(entry);
  }

  async #endIfComplete(entry: Entry): Promise<void> {
    const { ledger } = entry;
    const { clock, queue, info } = this.#options;
    if (!ledger.isComplete || !isOpen(ledger.state) || entry.isRebuilding) return;
    if (hasEndWork(ledger.head.spec) && !ledger.isKnown(ledger.lastWalk().id)) return this.#publishEnd(entry);
    const state = ledger.counts.failedCount > 0 ? 'failed' : 'done';
    await this.#write(entry, () => (isOpen(ledger.state) ? { t: 'state', state, atMs: clock.now() } : null));
    this.#announce();
    info(`${ledger.head.title}: ${state}, ${ledger.counts.files} files.`);
    await this.#closeJournal(entry);
    await queue.removeJob(ledger.head.id);
  }

  /** Some worker writes what there is to write about all shards; the job ends when it has. */
  async #publishEnd(entry: Entry): Promise<void> {
    const { ledger, writes } = entry;
    const walk = ledger.lastWalk();
    await writes.take(async () => {
      if (!ledger.isComplete || ledger.isKnown(walk.id)) return;
      await this.#options.queue.publish([walk], ledger.round);
      const found = { shards: [], walks: [walk.id], failed: [], failedCount: 0, last: false };
      await this.#append(entry, { t: 'planned', of: walk.id, ...found });
    });
  }

  async #write(entry: Entry, record: ClusterRecord | (() => ClusterRecord | null)): Promise<void> {
    await entry.writes.take(async () => {
      const written = typeof record === 'function' ? record() : record;
      if (written !== null) await this.#append(entry, written);
    });
  }

  async #append(entry: Entry, record: ClusterRecord): Promise<void> {
    const { folder, info } = this.#options;
    const path = join(folder, `${entry.ledger.head.id}.jsonl`);
    entry.journal ??= (await openJournal(path, listOf(clusterRecord))).journal;
    try {
      await entry.journal.append([record], 'synced');
    } catch (thrown) {
      // Whoever sent it tries again.
      const error = localError(thrown, path);
      if (!this.#isStuck) info(`A journal cannot be written: ${error.message}. Jobs wait for the disk.`);
      this.#isStuck = true;
      throw error;
    }
    if (this.#isStuck) info('Journals can be written again.');
    this.#isStuck = false;
    entry.ledger.apply(record);
  }

  /** A measurement begins when so many machines are ready. One that is lost later is not replaced. */
  async #ready({ job, shard, node }: InputOf<'ready'>): Promise<OutputOf<'ready'>> {
    const entry = this.#entry(job);
    const { ledger, ready, writes } = entry;
    const { spec } = ledger.head;
    if (spec.kind !== 'lab') throw invalidInput('job', 'it measures nothing.', 'Use the same version everywhere.');
    ready.set(shard, node);
    return writes.take(async () => {
      if (ledger.started === null) {
        const present = new Set([...this.#nodes].flatMap(([id, { isLost }]) => (isLost ? [] : [id])));
        const by = [...ready].filter(([, one]) => present.has(one));
        if (new Set(by.map(([, one]) => one)).size < spec.nodes) return { startAtMs: null, ready: by.length };
        await this.#append(entry, { t: 'started', atMs: this.#options.clock.now() + startsAfterMs, by });
      }
      const { started } = ledger;
      if (started?.by.get(shard) === node) return { startAtMs: started.atMs, ready: spec.nodes };
      throw new StowageError('conflict.other', 'A machine was lost while it measured.', {
        context: {
          finding: 'machine-lost',
          problem: 'the machine that had this part of the measurement was lost while it measured.',
        },
      });
    });
  }

  /** In the order of the journal. */
  async #times(job: string): Promise<ShardTime[]> {
    const { ledger } = this.#entry(job);
    const { records } = await readJournal(join(this.#options.folder, `${job}.jsonl`), listOf(clusterRecord));
    const times = new Map<string, ShardTime>();
    for (const record of records) {
      if (record.t === 'attempt')
        times.set(`${record.shard} ${record.node} ${record.startedAtMs}`, shardTime.parse(record));
      if (record.t === 'outcome' && ledger.isCounted(record.shard)) times.set(record.shard, timeOf(record));
    }
    return [...times.values()];
  }

  /** `leases`: what the node has now. */
  #noteLeases({ beat, atMs }: Node, leases: Beat['leases']): void {
    const { clock } = this.#options;
    const now = { atMs: clock.now(), monotonicMs: clock.monotonic() };
    const before = { leases: beat.leases, atMs: now.atMs - (now.monotonicMs - atMs) };
    const hasEnded = ({ job, shard }: Beat['leases'][number]): boolean =>
      this.#entries.get(job)?.ledger.hasEnded(shard) === true;
    this.#attempts.report(beat, leases, before, now, hasEnded);
  }

  async #writeAttempts(): Promise<void> {
    const { queue, clock } = this.#options;
    for (const attempt of this.#attempts.take(clock.monotonic())) {
      const entry = this.#entries.get(attempt.job);
      if (entry === undefined) continue;
      await this.#write(entry, { t: 'attempt', ...shardTime.parse(attempt) });
      queue.ended(attempt);
      if (!isOpen(entry.ledger.state)) await this.#closeJournal(entry);
    }
  }

  async #closeJournal(entry: Entry): Promise<void> {
    await entry.writes.take(async () => {
      await entry.journal?.close();
      entry.journal = null;
    });
  }

  async #outcomes(job: string): Promise<Outcome[]> {
    const { ledger } = this.#entry(job);
    const { records } = await readJournal(join(this.#options.folder, `${job}.jsonl`), listOf(clusterRecord));
    const counted = new Map<string, Outcome>();
    for (const record of records) {
      if (record.t === 'outcome' && ledger.isCounted(record.shard))
        counted.set(record.shard, { ...record, failed: [] });
    }
    return [...counted.values()];
  }

  #beat(beat: Beat): void {
    const atMs = this.#options.clock.monotonic();
    const node = this.#nodes.get(beat.node);
    if (node !== undefined) this.#noteLeases(node, beat.state === 'leaving' ? [] : beat.leases);
    if (beat.state === 'leaving') {
      this.#nodes.delete(beat.node);
      this.#draining.delete(beat.node);
      this.#paused.delete(beat.node);
      return;
    }
    if (node === undefined) {
      // A hub that was started again has ordered it before.
      if (beat.ordered === 'draining') this.#draining.add(beat.node);
      if (beat.ordered === 'paused') this.#paused.add(beat.node);
      const rate = new RecentRate();
      rate.add(atMs, beat.bytesMoved);
      const added: Node = { beat, atMs, isLost: false, rate, taken: [] };
      this.#nodes.set(beat.node, added);
      this.#noteLeases(added, beat.leases);
      this.#options.info(`${beat.name} has joined with ${beat.slots} slots.`);
      return;
    }
    node.taken = node.taken.filter((reply) => beat.held.includes(reply));
    node.rate.add(atMs, beat.bytesMoved);
    Object.assign(node, { beat, atMs, isLost: false });
  }

  #drain(nameOrId: string): NodeView {
    return this.#onNodes(nameOrId, (node) => this.#draining.add(node));
  }

  #pause(nameOrId: string, become: 'paused' | 'resumed'): NodeView {
    return this.#onNodes(nameOrId, (node) => {
      if (become === 'paused') this.#paused.add(node);
      else {
        this.#paused.delete(node);
        this.#draining.delete(node);
      }
    });
  }

  /** All of that name. Returns the first one. */
  #onNodes(nameOrId: string, change: (node: string) => void): NodeView {
    const found = [...this.#nodes.values()].filter(({ beat }) => beat.node === nameOrId || beat.name === nameOrId);
    const [first] = found;
    if (first === undefined) {
      throw invalidInput('NODE', `there is no worker “${nameOrId}”.`, 'See stowage nodes list.');
    }
    for (const { beat } of found) change(beat.node);
    this.#announce();
    this.#show();
    return this.#nodeView(first);
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      this.#takeFromLost();
      this.#announce();
      if (clock.monotonic() - this.#shownMs >= showEveryMs) this.#show();
      await this.#writeAttempts().catch(() => undefined);
      if (clock.monotonic() - this.#watchedMs >= watchEveryMs) {
        this.#watchedMs = clock.monotonic();
        for (const entry of this.#entries.values()) await this.#watch(entry).catch(() => undefined);
      }
      await clock.sleep(announceMs, signal).catch(() => undefined);
    }
  }

  #takeFromLost(): void {
    const { clock, queue, info } = this.#options;
    const nowMs = clock.monotonic();
    for (const [id, node] of this.#nodes) {
      const silentMs = nowMs - node.atMs;
      if (silentMs > forgetAfterMs) {
        this.#nodes.delete(id);
        this.#paused.delete(id);
      }
      if (silentMs < lostAfterMs || node.isLost) continue;
      node.isLost = true;
      const { held, leases, name } = node.beat;
      info(`${name} does not report any more; ${leases.length} shards go to others.`);
      for (const reply of held) queue.takeBack(reply);
      node.taken.push(...held);
      this.#noteLeases(node, []);
      node.beat = { ...node.beat, leases: [], held: [] };
    }
  }

  /** What the journal has as open must be in the queue. */
  async #watch(entry: Entry): Promise<void> {
    const { ledger } = entry;
    const { queue, clock, info, rebuildAfterMs = defaultRebuildAfterMs } = this.#options;
    if (!isOpen(ledger.state) || entry.isRebuilding) return;
    if (ledger.isComplete) return this.#endIfComplete(entry);
    if ((await queue.held(ledger.head.id)) > 0) {
      entry.emptySinceMs = null;
      return;
    }
    const nowMs = clock.monotonic();
    entry.emptySinceMs ??= nowMs;
    if (nowMs - entry.emptySinceMs < rebuildAfterMs) return;
    info(`${ledger.head.title}: the queue has lost ${ledger.openWork} pieces of work, which are planned again.`);
    await queue.addJob(ledger.head.id);
    await this.#rebuild(entry, 'open');
  }

  #ahead(): number {
    return Math.min(maxAhead, Math.max(minAhead, aheadPerSlot * this.#slots()));
  }

  #slots(): number {
    return this.#present().reduce((sum, { beat }) => sum + beat.slots, 0);
  }

  #present(): readonly Node[] {
    return [...this.#nodes.values()].filter(({ isLost }) => !isLost);
  }

  #announce(): void {
    const { queue, clock } = this.#options;
    const ahead = this.#ahead();
    const state: HubState = {
      atMs: clock.now(),
      jobs: [...this.#entries.values()]
        .filter(({ ledger }) => isOpen(ledger.state))
        .map(({ ledger }) => ({
          id: ledger.head.id,
          state: ledger.state,
          createdAtMs: ledger.head.createdAtMs,
          round: ledger.round,
          plans: !ledger.isPlanned && ledger.openShards < ahead,
          share: this.#share(ledger),
        })),
      nodes: [...this.#nodes.keys()],
      draining: [...this.#draining],
      paused: [...this.#paused],
      taken: Object.fromEntries([...this.#nodes].flatMap(([id, { taken }]) => (taken.length > 0 ? [[id, taken]] : []))),
    };
    queue.announce(state);
  }

  /** For those who look. */
  #show(): void {
    const { queue, clock } = this.#options;
    this.#shownMs = clock.monotonic();
    const jobs = [...this.#entries.values()].filter(
      ({ ledger: { endedAtMs } }) => endedAtMs === null || clock.now() - endedAtMs < endedShownMs,
    );
    for (const entry of jobs) {
      const running = entry.ledger.underWay(this.#present().flatMap(({ beat }) => beat.leases));
      entry.rate.add(
        this.#shownMs,
        running.reduce((sum, { bytes }) => sum + bytes, entry.ledger.counts.bytes),
      );
    }
    queue.show({
      nodes: [...this.#nodes.values()].map((node) => this.#nodeView(node)),
      jobs: jobs.slice(-maxListed).map((entry) => ({ ...this.#view(entry), failed: [] })),
    });
  }

  /** By the number of shards that each runs; nodes without one may begin with an equal part. */
  #share({ head, limitRate }: Ledger): Record<string, number> | null {
    if (limitRate === null) return null;
    const nodes = this.#present();
    const running = nodes.map(({ beat }) => beat.leases.filter(({ job }) => job === head.id).length);
    const all = running.reduce((sum, count) => sum + count, 0);
    const shareOf = (count: number): number => (all === 0 ? 1 / Math.max(1, nodes.length) : count / all);
    return Object.fromEntries(
      nodes.map(({ beat }, index) => [beat.node, Math.floor(limitRate * shareOf(running[index] ?? 0))]),
    );
  }

  /** @throws StowageError `not-found.job` */
  #entry(job: string): Entry {
    const entry = this.#entries.get(job);
    if (entry !== undefined) return entry;
    throw new StowageError('not-found.job', 'The hub has no such job.', { context: { job } });
  }

  #view({ ledger, rate }: Entry): JobView {
    const { head, counts, found, endedAtMs } = ledger;
    const leases = ledger.underWay(this.#present().flatMap(({ beat }) => beat.leases));
    const sum = (field: 'files' | 'bytes'): number => leases.reduce((all, lease) => all + lease[field], 0);
    return {
      id: head.id,
      title: head.title,
      target: targetOf(head.spec),
      kind: head.spec.kind,
      state: ledger.state,
      createdAtMs: head.createdAtMs,
      elapsedMs: (endedAtMs ?? this.#options.clock.now()) - head.createdAtMs,
      ...counts,
      filesMoved: counts.files + sum('files'),
      bytesMoved: counts.bytes + sum('bytes'),
      filesFound: found.files,
      bytesFound: found.bytes,
      bytesPerSecond: ledger.state === 'running' ? rate.perSecond(this.#options.clock.monotonic()) : 0,
      isPlanned: ledger.isPlanned,
      shards: ledger.endedShards + ledger.openShards,
      shardsDone: ledger.endedShards,
      shardsRunning: leases.length,
      nodes: ledger.nodes,
      redelivered: ledger.redelivered,
      latencyMs: ledger.latencyMs,
      limitRate: ledger.limitRate,
      waitsFor: isOpen(ledger.state) ? this.#waitsFor(ledger, leases.length) : null,
    };
  }

  #waitsFor({ head, started }: Ledger, running: number): HubReason | null {
    const present = this.#present();
    if (head.spec.kind === 'lab' && started === null && present.length < head.spec.nodes)
      return { kind: 'machines', present: present.length, needed: head.spec.nodes };
    if (running > 0) return null;
    if (present.length === 0) return { kind: 'no-workers' };
    const reasons = present.map(({ beat }) => beat.cannot[head.id] ?? null);
    return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
  }

  #nodeView({ beat, atMs, isLost, rate }: Node): NodeView {
    const { node, name, pid, slots, labels, version, cores, offsetMs, uncertainMs, leases } = beat;
    const nowMs = this.#options.clock.monotonic();
    const ofHub = this.#draining.has(node) ? 'draining' : this.#paused.has(node) ? 'paused' : null;
    const state = isLost ? 'lost' : (ofHub ?? beat.state);
    return {
      node,
      name,
      pid,
      slots,
      labels,
      version,
      cores,
      offsetMs,
      uncertainMs,
      state,
      running: leases.length,
      job: leases[0]?.job ?? '',
      leases,
      bytesPerSecond: isLost ? 0 : rate.perSecond(nowMs),
      lastBeatMs: Math.round(nowMs - atMs),
      problem: Object.values(beat.cannot)[0] ?? null,
    };
  }
}

/** Of its last worker. */
const timeOf = (outcome: Outcome): ShardTime =>
  shardTime.parse({ ...outcome, bytes: outcome.lastBytes ?? outcome.bytes });
