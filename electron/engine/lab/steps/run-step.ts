// Runs one step, whatever its kind, and prepares what the first of them needs.
import type { Step } from '@shared/lab/steps';
import { fillForReading, runReads } from './read-step';
import { runOperations } from './operation-step';
import { runStress } from './stress-step';
import type { StepContext } from './step-context';
import { moveOf, runTransfers } from './transfer-step';
import { runWrites, tableTarget } from './write-step';

/** Not measured; once a run. */
export async function prepareSteps(steps: readonly Step[], context: Omit<StepContext, 'planned'>): Promise<void> {
  const transfers = steps.flatMap((step) => (step.kind === 'transfer' ? [moveOf(step, context.signal)] : []));
  if (transfers.length > 0) await context.bench.files.prepare(transfers, context.signal);
  const read = steps.reduce((max, step) => (step.kind === 'read' ? Math.max(max, step.entities) : max), 0);
  if (read > 0) await fillForReading(tableTarget(context), context.bench, read);
}

export function runStep(context: StepContext): Promise<void> {
  const { step } = context.planned;
  switch (step.kind) {
    case 'transfer':
      return runTransfers(step, context);
    case 'write':
      return runWrites(step, context);
    case 'operation':
      return runOperations(step, context);
    case 'read':
      return runReads(step, context);
    case 'stress':
      return runStress(step, context);
  }
}
