// The distribution of table requests over partitions: requests and entities, by partition and time step. Pure.
import type { LoggedRequest, PartitionHeat } from '@shared/model/monitor';
import type { Steps } from './log-series';

const shownPartitions = 30;

interface HeatRow {
  readonly connectionId: string;
  readonly table: string;
  readonly partition: string;
  /** Step and entities of each request, in turn: most partitions are never shown, and most have few requests. */
  readonly seen: number[];
}

type KeyedRow = readonly [key: string, row: HeatRow];

const byRequests = ([a, one]: KeyedRow, [b, other]: KeyedRow): number =>
  other.seen.length - one.seen.length || (a < b ? -1 : 1);

/** Collects the rows of a heat map request by request; requests that name no partition are left out. */
export class HeatOfPartitions {
  readonly #steps: Steps;
  readonly #rows = new Map<string, HeatRow>();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  add({ service, connectionId, resource, partition, entities, atMs }: LoggedRequest): void {
    const index = Math.floor((atMs - this.#steps.fromMs) / this.#steps.stepMs);
    if (service !== 'table' || partition === '' || index < 0 || index >= this.#steps.count) return;
    const row = this.#rowOf(connectionId, resource, partition);
    row.seen.push(index, entities);
  }

  /** The partitions with the most requests. */
  answer(completeFromMs: number): PartitionHeat {
    const { fromMs, stepMs, count } = this.#steps;
    const busiest = this.#busiest();
    return {
      stepMs,
      stepsAtMs: Array.from({ length: count }, (_, index) => fromMs + (index + 1) * stepMs),
      partitions: busiest.map(([, { connectionId, table, partition, seen }]) => ({
        connectionId,
        table,
        partition,
        ...perStep(seen, count),
      })),
      more: this.#rows.size - busiest.length,
      completeFromMs,
    };
  }

  /** Those that are shown, in order; the others are not sorted, as there may be a hundred thousand. */
  #busiest(): readonly KeyedRow[] {
    const found: KeyedRow[] = [];
    for (const row of this.#rows) {
      const last = found[shownPartitions - 1];
      if (last !== undefined && byRequests(last, row) < 0) continue;
      const after = found.findIndex((one) => byRequests(one, row) > 0);
      if (after !== -1) found.splice(after, 0, row);
      else if (found.length < shownPartitions) found.push(row);
      found.length = Math.min(found.length, shownPartitions);
    }
    return found;
  }

  #rowOf(connectionId: string, table: string, partition: string): HeatRow {
    const key = JSON.stringify([table, partition, connectionId]);
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = { connectionId, table, partition, seen: [] };
      this.#rows.set(key, row);
    }
    return row;
  }
}

function perStep(seen: readonly number[], count: number): { readonly requests: number[]; readonly entities: number[] } {
  const requests = new Array<number>(count).fill(0);
  const entities = new Array<number>(count).fill(0);
  for (let at = 0; at < seen.length; at += 2) {
    const index = seen[at] ?? 0;
    requests[index] = (requests[index] ?? 0) + 1;
    entities[index] = (entities[index] ?? 0) + (seen[at + 1] ?? 0);
  }
  return { requests, entities };
}
