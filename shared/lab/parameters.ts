// The parameters of an experiment: what each means, its unit and bounds, how it is read from text and checked.
import { z } from 'zod';
import { invalidInput } from '../errors';
import { plural, t } from '../strings/t';
import { GiB, KiB, MiB, formatRoundBytes } from '../units';

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

export const parameterInfo = z.discriminatedUnion('kind', [
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
export type ParameterInfo = z.infer<typeof parameterInfo>;

const parameterValue = z.union([z.number(), z.array(z.number()), z.string()]);
export type ParameterValue = z.infer<typeof parameterValue>;

export const parameterValues = z.record(z.string(), parameterValue);
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/**
 * Defaults filled in, everything within its bounds.
 * @throws StowageError `invalid.input` that names the parameter
 */
export function checkParameters(infos: readonly ParameterInfo[], given: ParameterValues): ParameterValues {
  for (const name of Object.keys(given)) {
    if (infos.some((info) => info.name === name)) continue;
    throw invalidInput(name, t`there is no such parameter.`, t`Use ${infos.map((info) => info.name).join(', ')}.`);
  }
  return Object.fromEntries(infos.map((info) => [info.name, checkParameter(info, given[info.name])]));
}

/** @throws StowageError `invalid.input`; an absent value is the default */
function checkParameter(info: ParameterInfo, value: ParameterValue | undefined): ParameterValue {
  const checked = value ?? info.defaultValue;
  switch (info.kind) {
    case 'number':
      if (typeof checked !== 'number') throw notOfKind(info, t`it is not a number.`);
      checkNumber(info, checked);
      return checked;
    case 'numbers': {
      if (!Array.isArray(checked)) throw notOfKind(info, t`it is not a list of numbers.`);
      if (checked.length === 0 || checked.length > info.most) {
        throw invalidInput(
          info.title,
          plural(checked.length)`${checked.length} value was given. | ${checked.length} values were given.`,
          t`Give 1 to ${info.most}, separated by commas.`,
        );
      }
      for (const one of checked) checkNumber(info, one);
      return [...new Set(checked)];
    }
    case 'choice':
      if (info.options.some((option) => option.value === checked)) return checked;
      throw notOfKind(info, t`“${String(checked)}” is not known.`);
    case 'text':
      if (typeof checked === 'string' && checked !== '' && checked.length <= info.maxLength) return checked;
      throw invalidInput(info.title, t`it is empty or too long.`, t`Use 1 to ${info.maxLength} characters.`);
  }
}

/** Text of a field or of the command line: `1MiB, 4MiB`, `1,20,100`. @throws StowageError `invalid.input` */
export function parseParameter(info: ParameterInfo, text: string): ParameterValue {
  switch (info.kind) {
    case 'number':
      return checkParameter(info, parseNumber(info, text));
    case 'numbers':
      return checkParameter(
        info,
        text
          .split(',')
          .filter((part) => part.trim() !== '')
          .map((part) => parseNumber(info, part)),
      );
    case 'choice':
    case 'text':
      return checkParameter(info, text.trim());
  }
}

/** As `parseParameter` reads it. */
export function formatParameter(info: ParameterInfo, value: ParameterValue): string {
  if (info.kind === 'choice' || info.kind === 'text') return String(value);
  const one = (number: number): string => (info.unit === 'bytes' ? exactBytes(number) : String(number));
  return Array.isArray(value) ? value.map(one).join(', ') : one(Number(value));
}

/** For reading: `1 MiB`, `20 ms`, the title of a choice. */
export function describeParameter(info: ParameterInfo, value: ParameterValue): string {
  if (info.kind === 'choice') return info.options.find((option) => option.value === value)?.title ?? String(value);
  if (info.kind === 'text') return String(value);
  if (info.unit === 'bytes') return (Array.isArray(value) ? value : [Number(value)]).map(formatRoundBytes).join(', ');
  const text = formatParameter(info, value);
  return info.unit === '' ? text : `${text} ${info.unit}`;
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

type Numeric = Extract<ParameterInfo, { kind: 'number' | 'numbers' }>;

function checkNumber(info: Numeric, value: number): void {
  if (Number.isFinite(value) && value >= info.min && value <= info.max && (!info.isWhole || Number.isInteger(value)))
    return;
  throw invalidInput(info.title, t`${formatParameter(info, value)} is out of bounds.`, bounds(info));
}

function notOfKind(info: ParameterInfo, problem: string): Error {
  const fix =
    info.kind === 'choice'
      ? t`Use ${info.options.map((option) => option.value).join(', ')}.`
      : info.kind === 'text'
        ? ''
        : bounds(info);
  return invalidInput(info.title, problem, fix);
}

function bounds(info: Numeric): string {
  const [least, most] = [formatParameter(info, info.min), formatParameter(info, info.max)];
  return info.isWhole && info.unit !== 'bytes'
    ? t`Use ${least} to ${most}, whole numbers.`
    : t`Use ${least} to ${most}.`;
}

const sizes: Readonly<Record<string, number>> = { '': 1, b: 1, k: KiB, kib: KiB, m: MiB, mib: MiB, g: GiB, gib: GiB };

function parseNumber(info: Numeric, text: string): number {
  const match = /^(-?\d+(?:\.\d+)?)\s*([a-zA-Z/]*)$/.exec(text.trim());
  const unit = (match?.[2] ?? '').toLowerCase();
  const factor = info.unit === 'bytes' ? sizes[unit] : unit === '' || unit === info.unit.toLowerCase() ? 1 : undefined;
  if (match?.[1] === undefined || factor === undefined) {
    throw invalidInput(
      info.title,
      info.unit === 'bytes' ? t`“${text.trim()}” is not a size.` : t`“${text.trim()}” is not a number.`,
      info.unit === 'bytes' ? t`Write for example 256KiB or 4MiB.` : bounds(info),
    );
  }
  return info.unit === 'bytes' ? Math.round(Number(match[1]) * factor) : Number(match[1]) * factor;
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
