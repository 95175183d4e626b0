// The user's input for an experiment, and its meaning: every parameter is text until it is parsed. Pure.
import { sentence as messageOf } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import { chosenLine } from '@shared/lab/line-settings';
import type { OfferedExperiment } from '@shared/lab/experiment';
import { type ParameterValues, checkParameters, formatParameter, parseParameter } from '@shared/lab/parameters';

/** By parameter; an absent one has its default. */
export type Draft = Readonly<Record<string, string>>;

export interface ReadDraft {
  /** Null while something does not make sense. */
  readonly values: ParameterValues | null;
  /** The errors, by parameter. */
  readonly problems: Readonly<Record<string, string>>;
}

/** The text of a parameter as the field shows it. */
export function draftText(experiment: OfferedExperiment, draft: Draft, name: string): string {
  const info = experiment.parameters.find((parameter) => parameter.name === name);
  return draft[name] ?? (info === undefined ? '' : formatParameter(info, info.defaultValue));
}

export function readDraft(experiment: OfferedExperiment, draft: Draft): ReadDraft {
  const problems: Record<string, string> = {};
  const values: Record<string, ParameterValues[string]> = {};
  for (const info of experiment.parameters) {
    try {
      values[info.name] = parseParameter(info, draftText(experiment, draft, info.name));
    } catch (thrown) {
      problems[info.name] = problemOf(thrown);
    }
  }
  if (Object.keys(problems).length > 0) return { values: null, problems };
  try {
    const checked = checkParameters(experiment.parameters, values);
    chosenLine(checked);
    return { values: checked, problems };
  } catch (thrown) {
    return { values: null, problems: { lineChanges: problemOf(thrown) } };
  }
}

/** A preset replaces everything that was typed. */
export function draftOf(experiment: OfferedExperiment, values: ParameterValues): Draft {
  return Object.fromEntries(
    experiment.parameters.flatMap((info) => {
      const value = values[info.name];
      return value === undefined ? [] : [[info.name, formatParameter(info, value)]];
    }),
  );
}

/** The preset that the draft equals; empty if the user changed it. */
export function presetOf(experiment: OfferedExperiment, draft: Draft): string {
  const read = readDraft(experiment, draft).values;
  if (read === null) return '';
  const same = experiment.presets.find(
    ({ values }) => JSON.stringify(checkParameters(experiment.parameters, values)) === JSON.stringify(read),
  );
  return same?.id ?? '';
}

/** The problem without the field's name, which is shown above it already. */
function problemOf(thrown: unknown): string {
  const error = StowageError.from(thrown);
  const { problem, fix } = error.context;
  if (typeof problem !== 'string') return messageOf(error);
  const sentence = `${problem} ${typeof fix === 'string' ? fix : ''}`.trim();
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
