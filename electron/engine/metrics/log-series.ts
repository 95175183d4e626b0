// Figures over time computed from single requests: for a filter, which the overall history cannot answer. Pure.
import { type LoggedRequest, type MonitorSeries, type SeriesPoint, otherNames } from '@shared/model/monitor';
import { Aggregate, pointOf } from './aggregate';
import { hasFailed, throttleCauseOf } from './request-record';

export interface Steps {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly count: number;
}

/** Steps are whole seconds, or a quarter of a second for short spans; at most `max` of them, aligned to the step. */
export function stepsOf(fromMs: number, toMs: number, max: number): Steps {
  const spanMs = Math.max(1, toMs - fromMs);
  const minMs = spanMs / max;
  let stepMs = minMs <= 250 ? 250 : Math.ceil(minMs / 1_000) * 1_000;
  const startOf = (): number => Math.floor(fromMs / stepMs) * stepMs;
  // Alignment adds a step before the requested start; the newest step must not be cut off for it.
  while (max > 1 && Math.ceil((toMs - startOf()) / stepMs) > max) stepMs = Math.floor(stepMs / 1_000 + 1) * 1_000;
  const start = startOf();
  const count = Math.max(1, Math.min(max, Math.ceil((toMs - start) / stepMs)));
  return { fromMs: start, toMs: start + count * stepMs, stepMs, count };
}

/** The bytes of a request are spread over its duration, not counted at its end. */
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
      const cause = throttleCauseOf(request);
      if (cause !== '') {
        step.throttled += 1;
        step.countCause(cause, 1);
      }
      if (request.attempt > 1) step.retries += 1;
      if (hasFailed(request)) step.failed += 1;
    }
    this.#spread(request);
  }

  answer(known: Known): MonitorSeries {
    const { fromMs, stepMs } = this.#steps;
    return seriesOf(
      [...this.#aggregates].map(([index, aggregate]) => ({ atMs: fromMs + (index + 1) * stepMs, aggregate })),
      stepMs,
      known,
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

/** The time whose work the aggregates hold; it may begin and end within a step. */
export interface Covered {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Known {
  readonly completeFromMs: number;
  readonly covered: Covered;
}

/** Less of a step makes no rate: a single request in it would be a peak. */
const minCoveredMs = 1_000;

function coveredMs(stepEndMs: number, stepMs: number, { fromMs, toMs }: Covered): number {
  const ms = Math.min(stepEndMs, toMs) - Math.max(stepEndMs - stepMs, fromMs);
  return Math.max(ms, Math.min(stepMs, minCoveredMs));
}

/** Number of operations drawn by name; more lines would not be readable. */
const shownNames = 7;

/** Pure: turns the aggregates of steps, in any order, into chart data. Rates are those of the time covered. */
export function seriesOf(
  steps: readonly { readonly atMs: number; readonly aggregate: Aggregate }[],
  stepMs: number,
  { completeFromMs, covered }: Known,
): MonitorSeries {
  const inOrder = [...steps].sort((a, b) => a.atMs - b.atMs);
  const spansMs = inOrder.map(({ atMs }) => coveredMs(atMs, stepMs, covered));
  const points: SeriesPoint[] = inOrder.map(({ atMs, aggregate }, step) =>
    pointOf(aggregate, atMs, spansMs[step] ?? stepMs),
  );
  const named = (countsOf: (aggregate: Aggregate) => ReadonlyMap<string, number>): readonly NamedCounts[] =>
    namedCounts(inOrder.map(({ aggregate }) => countsOf(aggregate)));
  const perSecond = (count: number, step: number): number => (count * 1_000) / (spansMs[step] ?? stepMs);
  return {
    stepMs,
    points,
    completeFromMs,
    operations: named(({ operations }) => operations).map(({ name, perStep }) => ({
      operation: name,
      perStep: perStep.map(perSecond),
    })),
    throttles: named(({ causes }) => causes).map(({ name, perStep }) => ({ cause: name, perStep })),
  };
}

interface NamedCounts {
  readonly name: string;
  readonly perStep: number[];
}

/** The most frequent names with their counts in each step, the rest together, so that nothing is missing from the sum. */
function namedCounts(steps: readonly ReadonlyMap<string, number>[]): readonly NamedCounts[] {
  const sums = new Map<string, number>();
  for (const step of steps) for (const [name, count] of step) sums.set(name, (sums.get(name) ?? 0) + count);
  const shown = [...sums.keys()]
    .filter((name) => name !== otherNames)
    .sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0))
    .slice(0, shownNames);
  const rest = steps.map((step) =>
    [...step].reduce((sum, [name, count]) => (shown.includes(name) ? sum : sum + count), 0),
  );
  return [
    ...shown.map((name) => ({ name, perStep: steps.map((step) => step.get(name) ?? 0) })),
    ...(rest.some((count) => count > 0) ? [{ name: otherNames, perStep: rest }] : []),
  ];
}
