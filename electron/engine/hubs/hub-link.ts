// The connection to one hub while somebody looks at it: joined with the first who does, left with the last one, and joined
// again when it was silent for long. Holds the nodes and jobs of the hub's last report.
import { StowageError } from '@shared/errors';
import type { HubLinkState, JobView, NodeView, OpenedHub, ShardTime } from '@shared/model/hub';
import type { HubLine } from '../cluster/work-queue';
import type { Clock } from '../ports';
import { createSnapshotWatch } from '../snapshot-watch';

export interface HubLinkPorts {
  /** Reads the join file each time: the hub may have a new certificate. */
  readonly join: () => Promise<HubLine>;
  readonly clock: Clock;
  readonly changed: () => void;
}

/** More than a hub needs between two reports. */
const silentAfterMs = 4000;
const rejoinAfterMs = 15_000;
const retryAfterMs = 5000;
const lookEveryMs = 500;
const maxListed = 300;
/** As many ended shards of a job as a window receives: the last ones. */
const maxEnded = 20_000;

interface JobEvent {
  readonly job: JobView;
  readonly ended: ShardTime[];
  readonly how: 'add' | 'replace';
}

export class HubLink {
  readonly #ports: HubLinkPorts;
  readonly #watch: ReturnType<typeof createSnapshotWatch>;
  #state: HubLinkState = 'closed';
  #error: StowageError | null = null;
  #nodes: readonly NodeView[] = [];
  readonly #jobs = new Map<string, JobView>();
  #line: HubLine | null = null;
  /** Grows whenever messages may have been missed. */
  #joins = 0;
  #users = 0;
  #closing = new AbortController();
  readonly #waiting = new Set<() => void>();

  constructor(ports: HubLinkPorts) {
    this.#ports = ports;
    this.#watch = createSnapshotWatch(ports.clock);
  }

  get state(): HubLinkState {
    return this.#state;
  }

  async watch(push: (hub: OpenedHub) => void, signal: AbortSignal): Promise<void> {
    const leave = this.#enter();
    try {
      const watched = { snapshot: () => this.#snapshot(), isMoving: () => false, minIntervalMs: lookEveryMs };
      await this.#watch.watch(watched, push, signal);
    } finally {
      leave();
    }
  }

  /** @throws StowageError why the hub cannot be joined, or what it answers */
  async use<T>(action: (line: HubLine) => Promise<T>, signal: AbortSignal): Promise<T> {
    const leave = this.#enter();
    try {
      while (this.#line === null) {
        if (this.#state === 'failed' && this.#error !== null) throw this.#error;
        await this.#change(signal);
      }
      return await action(this.#line);
    } finally {
      leave();
    }
  }

  /** @throws StowageError `not-found.job` */
  async watchJob(jobId: string, push: (event: JobEvent) => void, signal: AbortSignal): Promise<void> {
    const leave = this.#enter();
    try {
      while (!signal.aborted) {
        const line = this.#line;
        if (line === null || this.#state !== 'joined') await this.#change(signal);
        else await this.#follow(line, jobId, push, signal);
      }
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    } finally {
      leave();
    }
  }

  /** Ends when messages may have been missed. */
  async #follow(line: HubLine, jobId: string, push: (event: JobEvent) => void, signal: AbortSignal): Promise<void> {
    const joins = this.#joins;
    let ended: ShardTime[] = [];
    let how: JobEvent['how'] = 'replace';
    let shown: JobView | undefined;
    let doneBefore = 0;
    const unlisten = line.onEnded(jobId, (shard) => {
      ended.push(shard);
      this.#wake();
    });
    try {
      while (!signal.aborted && joins === this.#joins) {
        const listed = this.#jobs.get(jobId);
        if (how === 'add' && ended.length === 0 && (listed === undefined || listed === shown)) {
          await this.#change(signal);
          continue;
        }
        shown = listed;
        const job = await line.call('job', { job: jobId });
        // Planning has begun anew: what counts is read again.
        if (job.shardsDone < doneBefore) how = 'replace';
        doneBefore = job.shardsDone;
        if (how === 'replace') ended = [...(await this.#endedOf(line, job)), ...ended];
        push({ job, ended: ended.splice(0), how });
        how = 'add';
        await this.#ports.clock.sleep(lookEveryMs, signal);
      }
    } catch (thrown) {
      if (StowageError.from(thrown).kind !== 'network') throw thrown;
      await this.#ports.clock.sleep(lookEveryMs, signal);
    } finally {
      unlisten();
    }
  }

  async #endedOf(line: HubLine, { id, shardsDone }: JobView): Promise<ShardTime[]> {
    const found: ShardTime[] = [];
    for (let from = Math.max(0, shardsDone - maxEnded); ;) {
      const page = await line.call('times', { job: id, from }, 30_000);
      if (page.length === 0) return found;
      found.push(...page);
      from += page.length;
    }
  }

  #enter(): () => void {
    this.#users += 1;
    if (this.#users === 1) {
      this.#closing = new AbortController();
      void this.#run(this.#closing.signal);
    }
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#users -= 1;
      if (this.#users === 0) this.#closing.abort();
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#become('joining');
      try {
        await this.#stay(await this.#ports.join(), signal);
      } catch (thrown) {
        if (signal.aborted) break;
        this.#error = StowageError.from(thrown);
        this.#become('failed');
        await this.#ports.clock.sleep(retryAfterMs, signal).catch(() => undefined);
      }
    }
    // Somebody may have come again meanwhile.
    if (this.#closing.signal === signal) this.#become('closed');
  }

  /** Resolves when it was silent for long. */
  async #stay(line: HubLine, signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    let reportedMs = clock.monotonic();
    let isCurrent = false;
    try {
      signal.throwIfAborted();
      this.#line = line;
      this.#error = null;
      line.onView(({ nodes, jobs }) => {
        reportedMs = clock.monotonic();
        this.#nodes = nodes;
        for (const job of jobs) this.#jobs.set(job.id, job);
        if (isCurrent) this.#wake();
      });
      for (;;) {
        const silentMs = clock.monotonic() - reportedMs;
        if (silentMs > rejoinAfterMs) return;
        if (silentMs > silentAfterMs) {
          isCurrent = false;
          this.#become('silent');
        } else if (!isCurrent && (await this.#read(line))) {
          isCurrent = true;
          this.#joins += 1;
          this.#become('joined');
        }
        await clock.sleep(lookEveryMs, signal);
      }
    } finally {
      if (this.#line === line) this.#line = null;
      await line.close();
    }
  }

  /** Everything that a report does not repeat. False when the hub does not answer. */
  async #read(line: HubLine): Promise<boolean> {
    try {
      const [jobs, nodes] = await Promise.all([line.call('jobs', {}, 3000), line.call('nodes', {}, 3000)]);
      this.#jobs.clear();
      for (const job of jobs) this.#jobs.set(job.id, job);
      this.#nodes = nodes;
      return true;
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.code !== 'network.timeout') throw error;
      return false;
    }
  }

  #snapshot(): OpenedHub {
    const jobs = [...this.#jobs.values()].sort((one, other) => other.createdAtMs - one.createdAtMs);
    return {
      state: this.#state,
      error: this.#state === 'failed' ? (this.#error?.toShape() ?? null) : null,
      nodes: [...this.#nodes].sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
      jobs: jobs.slice(0, maxListed),
      further: Math.max(0, jobs.length - maxListed),
    };
  }

  #become(state: HubLinkState): void {
    const isOther = this.#state !== state;
    this.#state = state;
    this.#wake();
    if (isOther) this.#ports.changed();
  }

  #wake(): void {
    this.#watch.changed();
    for (const wake of this.#waiting) wake();
  }

  /** Resolves with the next change. Rejects when it is cancelled. */
  async #change(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
    signal.throwIfAborted();
  }
}
