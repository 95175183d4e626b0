// What running one step needs besides the step itself, and how its rows get their common columns.
import type { Sample } from '@shared/lab/run';
import type { PlannedStep } from '@shared/lab/steps';
import type { Bench } from '../bench/bench';

export interface StepContext {
  readonly bench: Bench;
  readonly planned: PlannedStep;
  /** The run's own table; empty when the experiment moves files. */
  readonly table: string;
  /** Names the run in keys. */
  readonly run: string;
  readonly node: string;
  /** Which of several targets the bench is on. */
  readonly target?: string | undefined;
  /** The bench's time at which the run began. */
  readonly zeroMs: number;
  readonly signal: AbortSignal;
  readonly emit: (sample: Sample) => void;
}

/** The columns that every row has. Times are the bench's. */
export function positionOf(context: StepContext, startMs: number, endMs: number): Sample {
  return {
    node: context.node,
    repetition: context.planned.repetition,
    step: context.planned.label,
    startMs: rounded(startMs - context.zeroMs),
    durationMs: rounded(endMs - startMs),
  };
}

/** Rounded to the microsecond: more digits are noise. */
export const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Runs that many at once until `next` has no more. Rejects with the first failure after the others have stopped. */
export async function inParallel<T>(
  concurrency: number,
  next: () => T | null,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  let failure: { readonly thrown: unknown } | null = null;
  const worker = async (_: unknown, index: number): Promise<void> => {
    for (let item = next(); item !== null && failure === null; item = next()) {
      try {
        await work(item, index);
      } catch (thrown) {
        failure ??= { thrown };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const failed = failure as { readonly thrown: unknown } | null;
  if (failed !== null) throw failed.thrown;
}
