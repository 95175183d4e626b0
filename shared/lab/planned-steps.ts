// The steps of a run, each with two names: one for its rows, the same in every language and format so that runs can be
// compared wherever they were made, and one for people. Pure.
import { neutralFormats, writtenAs } from '../strings/formats';
import { inEnglish } from '../strings/t';
import type { Experiment, LabelledStep } from './experiment';
import type { ParameterValues } from './parameters';

export interface NamedStep extends LabelledStep {
  /** The label in the language and the formats of this process. */
  readonly words: string;
}

export function plannedSteps(experiment: Experiment, values: ParameterValues): readonly NamedStep[] {
  const localized = experiment.steps(values);
  const neutral = inEnglish(() => writtenAs(neutralFormats, () => experiment.steps(values)));
  return neutral.map((one, index) => ({ ...one, words: localized[index]?.label ?? one.label }));
}
