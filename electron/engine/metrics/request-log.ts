// The latest requests, one by one, in constant memory: a ring buffer of columns that overwrites older ones.
import {
  type LoggedRequest,
  type OverLimit,
  type RequestFacets,
  type RequestColumn,
  type RequestFilter,
  type RequestOrder,
  type RequestPage,
  overLimit as overLimits,
} from '@shared/model/monitor';
import { type RequestRecord, hasFailed, isThrottled } from './request-record';

export const maxRequests = 100_000;
/** Queries and headers are long: those of the latest requests are enough to inspect one. */
export const maxHeads = 10_000;

export interface RequestedPage {
  readonly filter: RequestFilter;
  readonly order: RequestOrder;
  /** null: up to the newest there is. */
  readonly newest: number | null;
  readonly offset: number;
  readonly limit: number;
}

const facetLimit = 200;
const maxOutOfOrder = 1_000;
/** Texts that are matched when a request is added. */
const maxShared = 2_000;

const textColumns = [
  'connectionId',
  'service',
  'operation',
  'resource',
  'partition',
  'method',
  'errorCode',
  'overLimit',
] as const;
type TextColumn = (typeof textColumns)[number];

export class RequestLog {
  readonly #size: number;
  readonly #at: Float64Array;
  readonly #bytesUp: Float64Array;
  readonly #bytesDown: Float64Array;
  readonly #queue: Float32Array;
  readonly #firstByte: Float32Array;
  readonly #total: Float32Array;
  readonly #status: Uint16Array;
  readonly #attempt: Uint16Array;
  readonly #entities: Uint16Array;
  readonly #reused: Uint8Array;
  readonly #texts: Record<TextColumn, string[]>;
  /** Addresses are split into the folder, which many files share, and the last segment. */
  readonly #folders: string[] = [];
  readonly #leaves: string[] = [];
  readonly #heads: (string | undefined)[] = [];
  /** Requests repeat their texts: each text is stored once. */
  readonly #known = new Map<string, string>();
  #count = 0;

  constructor(size = maxRequests) {
    this.#size = size;
    this.#at = new Float64Array(size);
    this.#bytesUp = new Float64Array(size);
    this.#bytesDown = new Float64Array(size);
    this.#queue = new Float32Array(size);
    this.#firstByte = new Float32Array(size);
    this.#total = new Float32Array(size);
    this.#status = new Uint16Array(size);
    this.#attempt = new Uint16Array(size);
    this.#entities = new Uint16Array(size);
    this.#reused = new Uint8Array(size);
    this.#texts = {
      connectionId: [],
      service: [],
      operation: [],
      resource: [],
      partition: [],
      method: [],
      errorCode: [],
      overLimit: [],
    };
  }

  /** Requests since the log began; the number of the newest. */
  get newest(): number {
    return this.#count;
  }
  get retained(): number {
    return Math.min(this.#count, this.#size);
  }
  get oldestAtMs(): number | null {
    return this.#count === 0 ? null : (this.#at[this.#slot(this.#oldest)] ?? null);
  }

  add(record: RequestRecord): void {
    const slot = this.#count % this.#size;
    this.#at[slot] = record.atMs;
    this.#bytesUp[slot] = record.bytesUp;
    this.#bytesDown[slot] = record.bytesDown;
    this.#queue[slot] = record.queueMs;
    this.#firstByte[slot] = record.firstByteMs;
    this.#total[slot] = record.totalMs;
    this.#status[slot] = record.status;
    this.#attempt[slot] = record.attempt;
    this.#entities[slot] = record.entities;
    this.#reused[slot] = record.reusedConnection ? 1 : 0;
    for (const column of textColumns) this.#texts[column][slot] = this.#shared(record[column]);
    const { address } = record;
    const leafAt = address.lastIndexOf('/') + 1;
    this.#folders[slot] = this.#shared(address.slice(0, leafAt));
    // A slice would keep the whole address in memory, so the segment is copied.
    this.#leaves[slot] = Buffer.from(address.slice(leafAt)).toString();
    this.#heads[this.#count % maxHeads] = record.head;
    this.#count += 1;
  }

  page({ filter, order, newest, offset, limit }: RequestedPage): RequestPage {
    const upTo = Math.min(newest ?? this.#count, this.#count);
    const numbers: number[] = [];
    for (let number = upTo; number >= this.#oldest && number > 0; number -= 1) {
      if (this.#matches(this.#slot(number), filter)) numbers.push(number);
    }
    this.#sort(numbers, order);
    const rows = numbers.slice(offset, offset + limit).map((number) => this.#read(number));
    return { rows, matched: numbers.length, newest: upTo, retained: this.retained, oldestAtMs: this.oldestAtMs };
  }

  /** @param numbers the newest first, which requests that are equal in the column remain */
  #sort(numbers: number[], { by, direction }: RequestOrder): void {
    if (by === 'time') {
      if (direction === 'ascending') numbers.reverse();
      return;
    }
    const valueAt = this.#column(by);
    const sign = direction === 'ascending' ? 1 : -1;
    numbers.sort((a, b) => {
      const [one, other] = [valueAt(this.#slot(a)), valueAt(this.#slot(b))];
      return one === other ? 0 : one < other ? -sign : sign;
    });
  }

  #column(by: Exclude<RequestColumn, 'time'>): (slot: number) => string | number {
    const { operation, resource } = this.#texts;
    switch (by) {
      case 'operation':
        return (slot) => operation[slot] ?? '';
      case 'resource':
        return (slot) => resource[slot] ?? '';
      case 'status':
        return (slot) => this.#status[slot] ?? 0;
      case 'attempt':
        return (slot) => this.#attempt[slot] ?? 0;
      case 'sent':
        return (slot) => this.#bytesUp[slot] ?? 0;
      case 'received':
        return (slot) => this.#bytesDown[slot] ?? 0;
      case 'duration':
        return (slot) => this.#total[slot] ?? 0;
    }
  }

  /** Calls `take` for each match, oldest first. */
  forEach(filter: RequestFilter, take: (request: LoggedRequest) => void): void {
    for (let number = Math.max(1, this.#oldest); number <= this.#count; number += 1) {
      if (this.#matches(this.#slot(number), filter)) take(this.#read(number));
    }
  }

  /** Calls `take` for each request that ended since then, newest first. */
  forEachSince(fromMs: number, take: (request: LoggedRequest) => void): void {
    const last = Math.max(this.#oldest, 1);
    // Worker threads report in batches, so a few requests that ended earlier may be between later ones.
    let earlier = 0;
    for (let number = this.#count; number >= last && earlier < maxOutOfOrder; number -= 1) {
      if ((this.#at[this.#slot(number)] ?? 0) >= fromMs) take(this.#read(number));
      else earlier += 1;
    }
  }

  facets(): RequestFacets {
    const count = (texts: readonly string[]): RequestFacets['operations'] => {
      const found = new Map<string, number>();
      for (const text of texts) if (text !== '') found.set(text, (found.get(text) ?? 0) + 1);
      return [...found]
        .map(([value, requests]) => ({ value, requests }))
        .sort((a, b) => b.requests - a.requests || (a.value < b.value ? -1 : 1))
        .slice(0, facetLimit);
    };
    const { connectionId, operation, resource } = this.#texts;
    return { connections: count(connectionId), operations: count(operation), resources: count(resource) };
  }

  #shared(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size === maxShared) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }

  get #oldest(): number {
    return this.#count - this.retained + 1;
  }

  #slot(number: number): number {
    return (number - 1) % this.#size;
  }

  #matches(slot: number, filter: RequestFilter): boolean {
    const at = this.#at[slot] ?? 0;
    return (
      (filter.fromMs === null || at >= filter.fromMs) &&
      (filter.toMs === null || at <= filter.toMs) &&
      (filter.connectionId === null || this.#texts.connectionId[slot] === filter.connectionId) &&
      (filter.service === null || this.#texts.service[slot] === filter.service) &&
      (filter.operation === null || this.#texts.operation[slot] === filter.operation) &&
      (filter.resource === null || this.#texts.resource[slot] === filter.resource) &&
      (filter.partition === null ||
        (this.#texts.service[slot] === 'table' && this.#texts.partition[slot] === filter.partition)) &&
      (this.#total[slot] ?? 0) >= filter.slowerThanMs &&
      this.#hasOutcome(slot, filter.outcome)
    );
  }

  #hasOutcome(slot: number, outcome: RequestFilter['outcome']): boolean {
    switch (outcome) {
      case 'any':
        return true;
      case 'failed':
        return hasFailed({ errorCode: this.#texts.errorCode[slot] ?? '' });
      case 'throttled':
        return isThrottled({ status: this.#status[slot] ?? 0, errorCode: this.#texts.errorCode[slot] ?? '' });
      case 'retried':
        return (this.#attempt[slot] ?? 1) > 1;
    }
  }

  #headOf(number: number): Pick<LoggedRequest, 'head'> {
    const head = number > this.#count - maxHeads ? this.#heads[(number - 1) % maxHeads] : undefined;
    return head === undefined ? {} : { head };
  }

  #read(number: number): LoggedRequest {
    const slot = this.#slot(number);
    const { connectionId, service, operation, resource, partition, method, errorCode, overLimit } = this.#texts;
    return {
      number,
      atMs: this.#at[slot] ?? 0,
      connectionId: connectionId[slot] ?? '',
      service: service[slot] === 'table' ? 'table' : 'blob',
      operation: operation[slot] ?? '',
      resource: resource[slot] ?? '',
      partition: partition[slot] ?? '',
      entities: this.#entities[slot] ?? 0,
      method: method[slot] ?? '',
      address: (this.#folders[slot] ?? '') + (this.#leaves[slot] ?? ''),
      ...this.#headOf(number),
      status: this.#status[slot] ?? 0,
      errorCode: errorCode[slot] ?? '',
      overLimit: overLimitOf(overLimit[slot] ?? ''),
      attempt: this.#attempt[slot] ?? 1,
      bytesUp: this.#bytesUp[slot] ?? 0,
      bytesDown: this.#bytesDown[slot] ?? 0,
      queueMs: this.#queue[slot] ?? 0,
      firstByteMs: this.#firstByte[slot] ?? 0,
      totalMs: this.#total[slot] ?? 0,
      reusedConnection: this.#reused[slot] === 1,
    };
  }
}

function overLimitOf(text: string): OverLimit {
  return overLimits.options.find((one) => one === text) ?? '';
}
