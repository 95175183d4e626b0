// The parameters of an experiment: meaning, unit and bounds, and how a value is parsed and checked.
import { z } from 'zod';
import { invalidInput } from '../errors';
import { plural, t } from '../strings/t';
import { GiB, KiB, MiB, formatRoundBytes, unitLabel } from '../units';

const about = {
  name: z.string(),
  title: z.string(),
  /** One sentence: what it changes. */
  help: z.string(),
};
const numeric = {
  ...about,
  /** `bytes` is written with binary units; other units are shown after the number. */
  unit: z.string(),
  min: z.number(),
  max: z.number(),
  /** Only whole numbers make sense. */
  isWhole: z.boolean(),
};

export const declaredParameter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), ...numeric, defaultValue: z.number() }),
  z.object({ kind: z.literal('numbers'), ...numeric, most: z.int(), defaultValue: z.array(z.number()) }),
  z.object({
    kind: z.literal('choice'),
    ...about,
    options: z.array(z.object({ value: z.string(), title: z.string() })),
    defaultValue: z.string(),
  }),
  z.object({ kind: z.literal('text'), ...about, maxLength: z.int(), defaultValue: z.string() }),
]);
export type DeclaredParameter = z.infer<typeof declaredParameter>;

const parameterValue = z.union([z.number(), z.array(z.number()), z.string()]);
export type ParameterValue = z.infer<typeof parameterValue>;

export const parameterValues = z.record(z.string(), parameterValue);
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/**
 * Defaults filled in, everything within its bounds.
 * @throws StowageError `invalid.input` that names the parameter
 */
export function checkParameters(parameters: readonly DeclaredParameter[], given: ParameterValues): ParameterValues {
  for (const name of Object.keys(given)) {
    if (parameters.some((parameter) => parameter.name === name)) continue;
    throw invalidInput(
      name,
      t`this parameter does not exist.`,
      t`Use ${parameters.map((parameter) => parameter.name).join(', ')}.`,
    );
  }
  return Object.fromEntries(
    parameters.map((parameter) => [parameter.name, checkParameter(parameter, given[parameter.name])]),
  );
}

/** @throws StowageError `invalid.input`; an absent value is the default */
function checkParameter(parameter: DeclaredParameter, value: ParameterValue | undefined): ParameterValue {
  const checked = value ?? parameter.defaultValue;
  switch (parameter.kind) {
    case 'number':
      if (typeof checked !== 'number') throw notOfKind(parameter, t`it is not a number.`);
      checkNumber(parameter, checked);
      return checked;
    case 'numbers': {
      if (!Array.isArray(checked)) throw notOfKind(parameter, t`it is not a list of numbers.`);
      if (checked.length === 0 || checked.length > parameter.most) {
        throw invalidInput(
          parameter.title,
          plural(checked.length)`${checked.length} value was given. | ${checked.length} values were given.`,
          t`Use 1 to ${parameter.most}, separated by commas.`,
        );
      }
      for (const one of checked) checkNumber(parameter, one);
      return [...new Set(checked)];
    }
    case 'choice':
      if (parameter.options.some((option) => option.value === checked)) return checked;
      throw notOfKind(parameter, t`“${String(checked)}” is unknown.`);
    case 'text':
      if (typeof checked === 'string' && checked !== '' && checked.length <= parameter.maxLength) return checked;
      throw invalidInput(parameter.title, t`it is empty or too long.`, t`Use 1 to ${parameter.maxLength} characters.`);
  }
}

/** Text of a field or of the command line: `1MiB, 4MiB`, `1,20,100`. @throws StowageError `invalid.input` */
export function parseParameter(parameter: DeclaredParameter, text: string): ParameterValue {
  switch (parameter.kind) {
    case 'number':
      return checkParameter(parameter, parseNumber(parameter, text));
    case 'numbers':
      return checkParameter(
        parameter,
        text
          .split(',')
          .filter((part) => part.trim() !== '')
          .map((part) => parseNumber(parameter, part)),
      );
    case 'choice':
    case 'text':
      return checkParameter(parameter, text.trim());
  }
}

/** As `parseParameter` reads it. */
export function formatParameter(parameter: DeclaredParameter, value: ParameterValue): string {
  if (parameter.kind === 'choice' || parameter.kind === 'text') return String(value);
  const one = (number: number): string => (parameter.unit === 'bytes' ? exactBytes(number) : String(number));
  return Array.isArray(value) ? value.map(one).join(', ') : one(Number(value));
}

/** For reading: `1 MiB`, `20 ms`, the title of a choice. */
export function describeParameter(parameter: DeclaredParameter, value: ParameterValue): string {
  if (parameter.kind === 'choice')
    return parameter.options.find((option) => option.value === value)?.title ?? String(value);
  if (parameter.kind === 'text') return String(value);
  if (parameter.unit === 'bytes')
    return (Array.isArray(value) ? value : [Number(value)]).map(formatRoundBytes).join(', ');
  const text = formatParameter(parameter, value);
  return parameter.unit === '' ? text : `${text} ${unitLabel(parameter.unit)}`;
}

/** @throws StowageError `bug.unexpected` where the experiment declared no such list */
export function numbersOf(values: ParameterValues, name: string): readonly number[] {
  const value = values[name];
  return Array.isArray(value) ? value : [Number(value)];
}

export function numberOf(values: ParameterValues, name: string): number {
  return Number(values[name]);
}

export function textOf(values: ParameterValues, name: string): string {
  return String(values[name]);
}

type Numeric = Extract<DeclaredParameter, { kind: 'number' | 'numbers' }>;

function checkNumber(parameter: Numeric, value: number): void {
  if (
    Number.isFinite(value) &&
    value >= parameter.min &&
    value <= parameter.max &&
    (!parameter.isWhole || Number.isInteger(value))
  )
    return;
  throw invalidInput(parameter.title, t`${formatParameter(parameter, value)} is out of range.`, bounds(parameter));
}

function notOfKind(parameter: DeclaredParameter, problem: string): Error {
  const fix =
    parameter.kind === 'choice'
      ? t`Use ${parameter.options.map((option) => option.value).join(', ')}.`
      : parameter.kind === 'text'
        ? ''
        : bounds(parameter);
  return invalidInput(parameter.title, problem, fix);
}

function bounds(parameter: Numeric): string {
  const [min, max] = [formatParameter(parameter, parameter.min), formatParameter(parameter, parameter.max)];
  return parameter.isWhole && parameter.unit !== 'bytes'
    ? t`Use whole numbers from ${min} to ${max}.`
    : t`Use ${min} to ${max}.`;
}

const sizes: Readonly<Record<string, number>> = { '': 1, b: 1, k: KiB, kib: KiB, m: MiB, mib: MiB, g: GiB, gib: GiB };

function parseNumber(parameter: Numeric, text: string): number {
  const match = /^(-?\d+(?:\.\d+)?)\s*([a-zA-Z/]*)$/.exec(text.trim());
  const unit = (match?.[2] ?? '').toLowerCase();
  const factor =
    parameter.unit === 'bytes' ? sizes[unit] : unit === '' || unit === parameter.unit.toLowerCase() ? 1 : undefined;
  if (match?.[1] === undefined || factor === undefined) {
    throw invalidInput(
      parameter.title,
      parameter.unit === 'bytes' ? t`“${text.trim()}” is not a size.` : t`“${text.trim()}” is not a number.`,
      parameter.unit === 'bytes' ? t`Use, for example, 256KiB or 4MiB.` : bounds(parameter),
    );
  }
  return parameter.unit === 'bytes' ? Math.round(Number(match[1]) * factor) : Number(match[1]) * factor;
}

/** The largest binary unit that divides the size: 1.5 MiB is `1536KiB`. */
function exactBytes(bytes: number): string {
  for (const [name, size] of [
    ['GiB', GiB],
    ['MiB', MiB],
    ['KiB', KiB],
  ] as const) {
    if (bytes >= size && bytes % size === 0) return `${bytes / size}${name}`;
  }
  return String(bytes);
}
