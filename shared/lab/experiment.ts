// Declaration of an experiment: its parameters, the steps they lead to, and the analysis of its rows. The engine runs
// it, the window shows it.
import { z } from 'zod';
import { inEnglish, t } from '../strings/t';
import type { SampleColumn } from './columns';
import { linePresets } from './line-settings';
import { type DeclaredParameter, type ParameterValues, declaredParameter, parameterValues } from './parameters';
import type { RunResult } from './results';
import type { Sample } from './run';
import type { OwnFile, Step } from './steps';
import { neutralFormats, writtenAs } from '../strings/formats';

const experimentPreset = z.object({ id: z.string(), title: z.string(), values: parameterValues });
export type ExperimentPreset = z.infer<typeof experimentPreset>;

export const offeredExperiment = z.object({
  id: z.string(),
  title: z.string(),
  /** One sentence: what it finds out. */
  purpose: z.string(),
  /** The published study whose method it follows. */
  study: z.string(),
  service: z.enum(['blob', 'table']),
  parameters: z.array(declaredParameter),
  presets: z.array(experimentPreset),
  /** How many connections a run may use, in turn; one if absent. */
  maxTargets: z.int().optional(),
  /** Whether it can move the files of a folder. */
  takesFolder: z.boolean().optional(),
  /** Whether it can take one sample an hour, or at another interval, for days. */
  takesTimetable: z.boolean().optional(),
});
export type OfferedExperiment = z.infer<typeof offeredExperiment>;

export interface LabelledStep {
  readonly label: string;
  readonly step: Step;
}

export interface Experiment extends Omit<OfferedExperiment, 'parameters' | 'presets'> {
  readonly parameters: readonly DeclaredParameter[];
  readonly presets: readonly ExperimentPreset[];
  readonly columns: readonly SampleColumn[];
  /** Those of one repetition, in the order in which a user would list them. */
  readonly steps: (values: ParameterValues, own?: readonly OwnFile[]) => readonly LabelledStep[];
  /** Also for an incomplete run. `values` are the parameters of the run; without them its line is not known. */
  readonly analyse: (samples: readonly Sample[], values?: ParameterValues) => RunResult;
}

/** Settings of every experiment besides its parameters. */
export function commonParameters(defaults: {
  readonly repetitions: number;
  readonly line: string;
}): readonly DeclaredParameter[] {
  return [
    number(
      'repetitions',
      t`Repetitions`,
      t`How often each setting is measured, in random order (from the seed).`,
      defaults.repetitions,
      1,
      50,
    ),
    number(
      'seed',
      t`Seed`,
      t`Determines the order and the payload; 0 chooses and records a new one.`,
      0,
      0,
      2 ** 31 - 1,
    ),
    {
      kind: 'choice',
      name: 'line',
      title: t`Network`,
      help: t`The network simulated between this computer and a local store or emulator.`,
      options: linePresets.map(({ id, title }) => ({ value: id, title })),
      defaultValue: defaults.line,
    },
    {
      kind: 'text',
      name: 'lineChanges',
      title: t`Changes to the network`,
      help: t`Individual network properties, as name=value;name=value. “none” uses the preset.`,
      maxLength: 400,
      defaultValue: 'none',
    },
    number('maxRequests', t`Maximum requests`, t`The run stops before it sends more.`, 50_000, 1, 5_000_000),
    number('maxMebibytes', t`Maximum data`, t`The run stops before it transfers more.`, 4096, 1, 1_048_576, 'MiB'),
    number('maxMinutes', t`Maximum time`, t`The run stops when it takes longer.`, 15, 1, 1440, 'min'),
  ];
}

/** A number with bounds; whole. */
export function number(
  name: string,
  title: string,
  help: string,
  defaultValue: number,
  min: number,
  max: number,
  unit = '',
): DeclaredParameter {
  return { kind: 'number', name, title, help, unit, min, max, isWhole: true, defaultValue };
}

/** Several whole numbers. */
export function numbers(
  name: string,
  title: string,
  help: string,
  defaultValue: readonly number[],
  min: number,
  max: number,
  unit = '',
): DeclaredParameter {
  return {
    kind: 'numbers',
    name,
    title,
    help,
    unit,
    min,
    max,
    isWhole: true,
    most: 24,
    defaultValue: [...defaultValue],
  };
}

export function choice(
  name: string,
  title: string,
  help: string,
  options: readonly (readonly [value: string, title: string])[],
): DeclaredParameter {
  return {
    kind: 'choice',
    name,
    title,
    help,
    options: options.map(([value, label]) => ({ value, title: label })),
    defaultValue: options[0]?.[0] ?? '',
  };
}

// The steps of a run, each with two names: one for its rows, the same in every language and format so that runs can be
// compared wherever they were made, and one for readers.

interface NamedStep extends LabelledStep {
  /** The label in the language and the formats of this process. */
  readonly words: string;
}

export function plannedSteps(
  experiment: Experiment,
  values: ParameterValues,
  own?: readonly OwnFile[],
): readonly NamedStep[] {
  const localized = experiment.steps(values, own);
  const neutral = inEnglish(() => writtenAs(neutralFormats, () => experiment.steps(values, own)));
  return neutral.map((one, index) => ({ ...one, words: localized[index]?.label ?? one.label }));
}
