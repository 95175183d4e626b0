// What the planning of one part of a job has found: collects items into shards, and sends them with further parts in
// messages that the server takes.
import type { StowageError } from '@shared/errors';
import type { FailedItem } from '@shared/model/transfer';
import { MiB } from '@shared/units';
import type { Account } from '../azure/account';
import {
  type Planned,
  type ShardItem,
  type ShardWork,
  type WalkFrom,
  type WalkWork,
  maxShardFailures,
} from './messages';
import type { HubLine } from './work-queue';
import { ShardCutter, shardOf, walkOf } from './shards';

/** What is sent at once, by the length of its names: a message must not be larger than the server takes. */
const maxSentLength = MiB;

export interface PlanPorts {
  /** With the connection of this machine. */
  readonly open: (endpoint: string) => Promise<Account>;
  /** Sends what was found, and waits while there is enough to do. */
  readonly send: (found: Planned) => Promise<void>;
  readonly line: Pick<HubLine, 'call'>;
  readonly round: number;
  readonly signal: AbortSignal;
}

/** What a part has found and not sent yet. */
export class Findings {
  readonly #part: WalkWork;
  readonly #ports: PlanPorts;
  readonly #cutter: ShardCutter;
  #shards: ShardWork[] = [];
  #walks: WalkWork[] = [];
  #length = 0;
  readonly #failed: FailedItem[] = [];
  #failedCount = 0;

  constructor(part: WalkWork, ports: PlanPorts) {
    this.#part = part;
    this.#ports = ports;
    this.#cutter = new ShardCutter(part.job);
  }

  async add(source: string, target: string, bytes: number): Promise<void> {
    const full = this.#cutter.add([source, target, bytes]);
    if (full === null) return;
    this.#shards.push(full);
    await this.#sendIfLong(full.items.reduce((sum, item) => sum + item[0].length + item[1].length, 0));
  }

  /** A shard of this item alone. */
  async addAlone(item: ShardItem): Promise<void> {
    this.#shards.push(shardOf(this.#part.job, [item]));
    await this.#sendIfLong(item[0].length + item[1].length);
  }

  fail(source: string, target: string, { code, message, context }: StowageError): void {
    this.#failedCount += 1;
    if (this.#failed.length >= maxShardFailures) return;
    this.#failed.push({ source, target, code, message, context: { ...context } });
  }

  async goOn(from: WalkFrom): Promise<void> {
    this.#walks.push(walkOf(this.#part.job, from, this.#ports.round));
    await this.#sendIfLong(JSON.stringify(from).length);
  }

  async end(): Promise<void> {
    const rest = this.#cutter.rest();
    if (rest !== null) this.#shards.push(rest);
    await this.#send('last');
  }

  async #sendIfLong(length: number): Promise<void> {
    this.#length += length;
    if (this.#length >= maxSentLength) await this.#send('more follows');
  }

  async #send(which: 'more follows' | 'last'): Promise<void> {
    const [shards, walks, last] = [this.#shards, this.#walks, which === 'last'];
    [this.#shards, this.#walks, this.#length] = [[], [], 0];
    const failures = last ? { failed: this.#failed, failedCount: this.#failedCount } : noFailures;
    await this.#ports.send({ job: this.#part.job, of: this.#part.id, shards, walks, ...failures, last });
  }
}

const noFailures = { failed: [], failedCount: 0 };
