// What a job on many machines adds up to, from the records of the hub's journal: which pieces of planning and which shards
// are open, and what the ended ones moved. Each shard counts once, however often it ended. Pure.
import type { FailedItem } from '@shared/model/transfer';
import { type ClusterJobState, type ClusterRecord, type ShardCounts, addCounts, noCounts } from './messages';
import { walkOf } from './shards';
import { limitRateOf } from './specs';

export type JobHead = Extract<ClusterRecord, { t: 'job' }>;

/** As many failures as a summary names. */
const maxFailures = 100;

/** What is held of each shard that has ended: there may be hundreds of thousands. */
type Ended = ShardCounts;

const noFailures: FailedItem[] = [];

interface Known {
  readonly files: number;
  readonly bytes: number;
}

export class Ledger {
  readonly head: JobHead;
  state: ClusterJobState = 'running';
  endedAtMs: number | null = null;
  round = 0;
  limitRate: number | null;
  /** Of a measurement: when it began, and which node has which shard; null before. */
  started: { readonly atMs: number; readonly by: ReadonlyMap<string, string> } | null = null;
  readonly #openWalks = new Set<string>();
  readonly #endedWalks = new Set<string>();
  readonly #openShards = new Map<string, Known>();
  readonly #endedShards = new Map<string, Ended>();
  /** Those that ended before planning began anew: they count again when they are planned again. */
  #earlier = new Map<string, Ended>();
  readonly #unplanned: FailedItem[] = [];
  #unplannedCount = 0;
  #sum: ShardCounts = noCounts;
  readonly #nodes = new Set<string>();
  #redelivered = 0;
  readonly latencyMs = { p50: 0, p95: 0, p99: 0 };
  #found: Known = { files: 0, bytes: 0 };

  constructor(head: JobHead) {
    this.head = head;
    this.limitRate = limitRateOf(head.spec);
    this.#openWalks.add(this.firstWalk().id);
  }

  /** Null when they do not begin with a job. */
  static of(records: readonly ClusterRecord[]): Ledger | null {
    const [head, ...rest] = records;
    if (head?.t !== 'job') return null;
    const ledger = new Ledger(head);
    for (const record of rest) ledger.apply(record);
    return ledger;
  }

  get isPlanned(): boolean {
    return this.#openWalks.size === 0;
  }
  get openShards(): number {
    return this.#openShards.size;
  }
  get endedShards(): number {
    return this.#endedShards.size;
  }
  /** Pieces of work that some worker still has to do. */
  get openWork(): number {
    return this.#openShards.size + this.#openWalks.size;
  }
  get isComplete(): boolean {
    return this.openWork === 0;
  }
  get nodes(): number {
    return this.#nodes.size;
  }
  /** How often a shard was given to another worker, or to the same one again. */
  get redelivered(): number {
    return this.#redelivered;
  }
  get found(): Known {
    return this.#found;
  }
  /** With the failures of planning. */
  get counts(): ShardCounts {
    const unplanned = { ...noCounts, failed: this.#unplanned, failedCount: this.#unplannedCount };
    return addCounts(unplanned, this.#sum, maxFailures);
  }
  firstWalk() {
    return walkOf(this.head.id, { at: 'start' }, this.round);
  }

  /** What follows when everything else has ended. */
  lastWalk() {
    return walkOf(this.head.id, { at: 'end' }, this.round);
  }

  hasEnded(shard: string): boolean {
    return this.#endedShards.has(shard) || this.#earlier.has(shard);
  }

  /** Of all leases, those that count beside the outcomes: a worker holds a shard for a moment after its outcome. */
  underWay<L extends { readonly job: string; readonly shard: string }>(leases: readonly L[]): readonly L[] {
    return leases.filter(({ job, shard }) => job === this.head.id && !this.hasEnded(shard));
  }

  /** Whether its outcome is among the counts: a shard of an earlier plan is not, unless it was planned again. */
  isCounted(shard: string): boolean {
    return this.#endedShards.has(shard);
  }

  /** Whether it is in the queue already, or done. */
  isKnown(id: string): boolean {
    return this.#openShards.has(id) || this.hasEnded(id) || this.#openWalks.has(id) || this.#endedWalks.has(id);
  }

  isOpen(id: string): boolean {
    return this.#openShards.has(id) || this.#openWalks.has(id);
  }

  apply(record: ClusterRecord): void {
    switch (record.t) {
      case 'job':
        return;
      case 'planned':
        return this.#planned(record);
      case 'outcome':
        return this.#ended(record);
      case 'again':
        return this.#again(record.round, record.what);
      case 'state':
        this.state = record.state;
        this.endedAtMs = record.state === 'running' || record.state === 'paused' ? null : record.atMs;
        return;
      case 'rate':
        this.limitRate = record.bytesPerSecond;
        return;
      case 'attempt':
        return;
      case 'started':
        this.started = { atMs: record.atMs, by: new Map(record.by) };
    }
  }

  #planned({ of, shards, walks, failed, failedCount, last }: Extract<ClusterRecord, { t: 'planned' }>): void {
    for (const [id, files, bytes] of shards) {
      const earlier = this.#earlier.get(id);
      if (earlier !== undefined) {
        this.#earlier.delete(id);
        this.#endedShards.set(id, earlier);
        this.#count(earlier, { files, bytes });
      } else if (this.isKnown(id)) continue;
      else this.#openShards.set(id, { files, bytes });
      this.#found = { files: this.#found.files + files, bytes: this.#found.bytes + bytes };
    }
    for (const id of walks) if (!this.isKnown(id)) this.#openWalks.add(id);
    if (!last || !this.#openWalks.delete(of)) return;
    this.#endedWalks.add(of);
    this.#unplanned.push(...failed.slice(0, maxFailures - this.#unplanned.length));
    this.#unplannedCount += failedCount;
    this.#found = { ...this.#found, files: this.#found.files + failedCount };
  }

  #ended(ended: Extract<ClusterRecord, { t: 'outcome' }>): void {
    if (this.hasEnded(ended.shard)) return;
    const known = this.#openShards.get(ended.shard);
    this.#openShards.delete(ended.shard);
    const { files, bytes, skipped, failed, failedCount, requests, retries, throttled } = ended;
    const failures = failed.length === 0 ? noFailures : failed;
    const compact = { files, bytes, skipped, failed: failures, failedCount, requests, retries, throttled };
    this.#endedShards.set(ended.shard, compact);
    this.#count(compact, known ?? { files: 0, bytes: 0 });
    this.#nodes.add(ended.node);
    this.#redelivered += ended.deliveries - 1;
    for (const name of ['p50', 'p95', 'p99'] as const)
      this.latencyMs[name] = Math.max(this.latencyMs[name], ended[name]);
  }

  /** `known`: what planning has found of it. */
  #count(ended: Ended, known: Known): void {
    this.#sum = addCounts(this.#sum, ended, maxFailures);
    const files = ended.files + ended.skipped + ended.failedCount;
    this.#found = { ...this.#found, files: this.#found.files + files - known.files };
  }

  #again(round: number, what: 'open' | 'failed'): void {
    this.round = round;
    this.#earlier = new Map([...this.#earlier, ...this.#endedShards]);
    if (what === 'failed') {
      for (const [id, { failedCount }] of this.#earlier) if (failedCount > 0) this.#earlier.delete(id);
    }
    this.#openWalks.clear();
    this.#endedWalks.clear();
    this.#openShards.clear();
    this.#endedShards.clear();
    this.#unplanned.length = 0;
    this.#unplannedCount = 0;
    this.#openWalks.add(this.firstWalk().id);
    this.#sum = noCounts;
    this.#found = { files: 0, bytes: 0 };
  }
}
