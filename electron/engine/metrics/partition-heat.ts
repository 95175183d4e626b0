// How the table requests of some time spread over partitions: requests and entities, by partition and step. Pure.
import type { LoggedRequest, PartitionHeat } from '@shared/model/monitor';
import type { Steps } from './log-series';

const shownPartitions = 30;

interface HeatRow {
  readonly connectionId: string;
  readonly table: string;
  readonly partition: string;
  readonly requests: number[];
  readonly entities: number[];
  sum: number;
}

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
    row.requests[index] = (row.requests[index] ?? 0) + 1;
    row.entities[index] = (row.entities[index] ?? 0) + entities;
    row.sum += 1;
  }

  /** The partitions with the most requests. */
  answer(completeFromMs: number): PartitionHeat {
    const { fromMs, stepMs, count } = this.#steps;
    const busiest = [...this.#rows].sort(([a, one], [b, other]) => other.sum - one.sum || (a < b ? -1 : 1));
    return {
      stepMs,
      stepsAtMs: Array.from({ length: count }, (_, index) => fromMs + (index + 1) * stepMs),
      partitions: busiest
        .slice(0, shownPartitions)
        .map(([, { connectionId, table, partition, requests, entities }]) => ({
          connectionId,
          table,
          partition,
          requests,
          entities,
        })),
      more: Math.max(0, busiest.length - shownPartitions),
      completeFromMs,
    };
  }

  #rowOf(connectionId: string, table: string, partition: string): HeatRow {
    const key = JSON.stringify([table, partition, connectionId]);
    let row = this.#rows.get(key);
    if (row === undefined) {
      const zeroes = (): number[] => new Array<number>(this.#steps.count).fill(0);
      row = { connectionId, table, partition, requests: zeroes(), entities: zeroes(), sum: 0 };
      this.#rows.set(key, row);
    }
    return row;
  }
}
