// Which worker stopped working on a shard without ending it, and since when it had it: seen by the hub from what each worker
// reports. A shard whose outcome arrives was no attempt. Pure; both clocks of the hub are passed in.
import type { ShardTime } from '@shared/model/hub';
import type { Beat, Outcome } from './messages';

export interface Moment {
  /** Wall time, and monotonic. */
  readonly atMs: number;
  readonly monotonicMs: number;
}

type Lease = Beat['leases'][number];
export type Attempt = ShardTime & { readonly job: string };

interface Since {
  readonly atMs: number;
  readonly bytes: number;
  hasEnded: boolean;
}

/** Within which the outcome of a shard arrives after the last report that names it. */
const outcomeWithinMs = 5000;
/** Workers report twice a second. */
const uncertainMs = 500;

export class Attempts {
  /** By node, and by lease. */
  readonly #since = new Map<string, Map<string, Since>>();
  #left: { readonly attempt: Attempt; readonly leftMs: number }[] = [];

  /** `before`: what the node reported before, when. `hasEnded`: whether an outcome of that shard is known. */
  report(
    { node, name }: Pick<Beat, 'node' | 'name'>,
    leases: readonly Lease[],
    before: { readonly leases: readonly Lease[]; readonly atMs: number },
    now: Moment,
    hasEnded: (lease: Lease) => boolean,
  ): void {
    const since = this.#since.get(node) ?? new Map<string, Since>();
    this.#since.set(node, since);
    const present = new Set(leases.map(keyOf));
    for (const lease of before.leases) {
      const began = since.get(keyOf(lease));
      if (began === undefined || present.has(keyOf(lease))) continue;
      since.delete(keyOf(lease));
      if (began.hasEnded) continue;
      const attempt: Attempt = {
        job: lease.job,
        shard: lease.shard,
        end: 'returned',
        node: name,
        startedAtMs: began.atMs,
        tookMs: Math.max(0, before.atMs - began.atMs),
        uncertainMs,
        files: 0,
        bytes: Math.max(0, lease.bytes - began.bytes),
        failedCount: 0,
        deliveries: lease.deliveries,
      };
      this.#left.push({ attempt, leftMs: now.monotonicMs });
    }
    for (const lease of leases) {
      if (since.has(keyOf(lease))) continue;
      since.set(keyOf(lease), { atMs: now.atMs, bytes: lease.bytes, hasEnded: hasEnded(lease) });
    }
    if (since.size === 0) this.#since.delete(node);
  }

  ended(outcome: Pick<Outcome, 'job' | 'shard' | 'deliveries'>): void {
    for (const since of this.#since.values()) {
      const began = since.get(keyOf(outcome));
      if (began !== undefined) began.hasEnded = true;
    }
    this.#left = this.#left.filter(({ attempt }) => keyOf(attempt) !== keyOf(outcome));
  }

  /** Those whose outcome does not come any more; each once. */
  take(monotonicMs: number): readonly Attempt[] {
    const isDue = ({ leftMs }: { readonly leftMs: number }): boolean => monotonicMs - leftMs > outcomeWithinMs;
    const due = this.#left.filter(isDue);
    if (due.length > 0) this.#left = this.#left.filter((one) => !isDue(one));
    return due.map(({ attempt }) => attempt);
  }
}

/** Each time that a shard is given out is one of its own. */
const keyOf = ({ job, shard, deliveries }: Pick<Lease, 'job' | 'shard' | 'deliveries'>): string =>
  `${job} ${shard} ${deliveries}`;
