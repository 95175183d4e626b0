// Figures over time out of single requests: for a filter, where the history of everything says nothing. Pure.
import type { LoggedRequest, MonitorSeries, SeriesPoint } from '@shared/model/monitor';
import { Aggregate, otherOperations, pointOf } from './aggregate';
import { hasFailed, isThrottled } from './request-record';

export interface Steps {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly count: number;
}

/** Whole seconds a step, or a quarter where that is too long; never more than `most` steps. Ends lie on the step. */
export function stepsOf(fromMs: number, toMs: number, most: number): Steps {
  const spanMs = Math.max(1, toMs - fromMs);
  const leastMs = spanMs / most;
  const stepMs = leastMs <= 250 ? 250 : Math.ceil(leastMs / 1_000) * 1_000;
  const start = Math.floor(fromMs / stepMs) * stepMs;
  const count = Math.max(1, Math.min(most, Math.ceil((toMs - start) / stepMs)));
  return { fromMs: start, toMs: start + count * stepMs, stepMs, count };
}

/** Bytes of a request count where it moved them: spread over its time, not heaped on its end. */
export class SeriesOfRequests {
  readonly #steps: Steps;
  readonly #aggregates = new Map<number, Aggregate>();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  add(request: LoggedRequest): void {
    const step = this.#at(this.#indexOf(request.atMs));
    if (step !== undefined) {
      step.latency.record(request.totalMs);
      step.countOperation(request.operation, 1);
      if (isThrottled(request)) step.throttled += 1;
      if (request.attempt > 1) step.retries += 1;
      if (hasFailed(request)) step.failed += 1;
    }
    this.#spread(request);
  }

  answer(completeFromMs: number): MonitorSeries {
    const { fromMs, stepMs } = this.#steps;
    return seriesOf(
      [...this.#aggregates].map(([index, aggregate]) => ({ atMs: fromMs + (index + 1) * stepMs, aggregate })),
      stepMs,
      completeFromMs,
    );
  }

  #spread({ atMs, totalMs, bytesUp, bytesDown }: LoggedRequest): void {
    if (bytesUp + bytesDown === 0) return;
    const first = this.#indexOf(atMs - totalMs);
    const last = this.#indexOf(atMs);
    for (let index = first; index <= last; index += 1) {
      const step = this.#at(index);
      if (step === undefined) continue;
      const share = first === last ? 1 : this.#overlapMs(index, atMs - totalMs, atMs) / totalMs;
      step.uploadBytes += bytesUp * share;
      step.downloadBytes += bytesDown * share;
    }
  }

  #overlapMs(index: number, fromMs: number, toMs: number): number {
    const startMs = this.#steps.fromMs + index * this.#steps.stepMs;
    return Math.max(0, Math.min(toMs, startMs + this.#steps.stepMs) - Math.max(fromMs, startMs));
  }

  #indexOf(atMs: number): number {
    return Math.floor((atMs - this.#steps.fromMs) / this.#steps.stepMs);
  }

  #at(index: number): Aggregate | undefined {
    if (index < 0 || index >= this.#steps.count) return undefined;
    let aggregate = this.#aggregates.get(index);
    if (aggregate === undefined) {
      aggregate = new Aggregate();
      this.#aggregates.set(index, aggregate);
    }
    return aggregate;
  }
}

/** Operations drawn by name; a chart with more lines says nothing. */
const shownOperations = 7;

/** Pure: aggregates of steps, in any order, to what the charts draw. */
export function seriesOf(
  steps: readonly { readonly atMs: number; readonly aggregate: Aggregate }[],
  stepMs: number,
  completeFromMs: number,
): MonitorSeries {
  const inOrder = [...steps].sort((a, b) => a.atMs - b.atMs);
  const points: SeriesPoint[] = inOrder.map(({ atMs, aggregate }) => pointOf(aggregate, atMs, stepMs));
  const sums = new Aggregate();
  for (const { aggregate } of inOrder) {
    for (const [operation, requests] of aggregate.operations) sums.countOperation(operation, requests);
  }
  const named = [...sums.operations.keys()]
    .filter((operation) => operation !== otherOperations)
    .sort((a, b) => (sums.operations.get(b) ?? 0) - (sums.operations.get(a) ?? 0));
  const shown = named.slice(0, shownOperations);
  const perSecond = (count: number): number => (count * 1_000) / stepMs;
  const rest = inOrder.map(({ aggregate }) =>
    perSecond(
      [...aggregate.operations].reduce((sum, [name, requests]) => (shown.includes(name) ? sum : sum + requests), 0),
    ),
  );
  return {
    stepMs,
    points,
    completeFromMs,
    operations: [
      ...shown.map((operation) => ({
        operation,
        perStep: inOrder.map(({ aggregate }) => perSecond(aggregate.operations.get(operation) ?? 0)),
      })),
      ...(rest.some((count) => count > 0) ? [{ operation: otherOperations, perStep: rest }] : []),
    ],
  };
}
