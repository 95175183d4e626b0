// What an experiment is: parameters with bounds, a run that reports steps, and clean-up that always happens.
import { StowageError, invalidInput } from '@shared/errors';
import type { Distribution, ExperimentInfo } from '@shared/model/lab';
import type { Account } from '../azure/account';
import type { Clock } from '../ports';

export interface ExperimentContext {
  readonly account: Account;
  readonly parameters: Readonly<Record<string, number>>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onStep: (step: string, done: number, total: number) => void;
}

export interface ExperimentResult {
  readonly distributions: Distribution[];
  readonly requests: number;
}

export interface Experiment extends ExperimentInfo {
  run(context: ExperimentContext): Promise<ExperimentResult>;
}

/** Defaults filled in; unknown names and values out of bounds are refused with the field's name. */
export function checkParameters(
  info: ExperimentInfo,
  given: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const known = new Map(info.parameters.map((parameter) => [parameter.name, parameter]));
  for (const name of Object.keys(given)) {
    if (!known.has(name)) {
      throw invalidInput(name, `${info.title} has no such parameter.`, `It has ${[...known.keys()].join(', ')}.`);
    }
  }
  const checked = new Map<string, number>();
  for (const { name, title, min, max, defaultValue } of known.values()) {
    const value = given[name] ?? defaultValue;
    if (!Number.isFinite(value) || value < min || value > max) {
      throw invalidInput(title, `${value} is out of bounds.`, `Use ${min} to ${max}.`);
    }
    checked.set(name, value);
  }
  return Object.fromEntries(checked);
}

/** A checked parameter; a name the experiment did not declare is a bug of ours. */
export function parameter(context: ExperimentContext, name: string): number {
  const value = context.parameters[name];
  if (value === undefined) throw new StowageError('bug.unexpected', `The experiment has no parameter ${name}.`);
  return value;
}
