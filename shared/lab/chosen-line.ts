// The simulated line that a run uses: a preset, with single properties changed. Pure.
import { invalidInput } from '../errors';
import { t } from '../strings/t';
import { type LineSettings, isLinePresetId, linePreset, lineSettings } from './line/line-settings';
import { type ParameterValues, textOf } from './parameters';

export type LineProperty = keyof LineSettings;
const unchanged = 'none';

/** @throws StowageError `invalid.input` that names the property */
export function chosenLine(values: ParameterValues): LineSettings {
  const id = textOf(values, 'line');
  const settings = linePreset(isLinePresetId(id) ? id : 'none').settings;
  const changed = {
    ...settings,
    ...lineChanges(values.lineChanges === undefined ? unchanged : textOf(values, 'lineChanges')),
  };
  const parsed = lineSettings.safeParse(changed);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalidInput(
    'Changes to the line',
    t`${where} is out of bounds.`,
    t`Use a positive number, or 0 where nothing is to be simulated.`,
  );
}

/** `delayMs=40;lossShare=0.01`; `none` removes a rate or a limit. */
export function lineChanges(text: string): Partial<Record<LineProperty, number | null>> {
  if (text === unchanged || text === '') return {};
  return Object.fromEntries(
    text.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=').map((piece) => piece.trim());
      if (!isProperty(name)) {
        throw invalidInput(
          'Changes to the line',
          t`there is no ${name}.`,
          t`Use ${Object.keys(lineSettings.shape).join(', ')}.`,
        );
      }
      const number = value === unchanged ? null : Number(value);
      if (value === '' || Number.isNaN(number)) {
        throw invalidInput('Changes to the line', t`${name} has no number.`, t`Write for example ${name}=40.`);
      }
      return [name, number];
    }),
  );
}

export function lineChangesText(changes: Partial<Record<LineProperty, number | null>>): string {
  const parts = Object.entries(changes).map(([name, value]) => `${name}=${value ?? unchanged}`);
  return parts.length === 0 ? unchanged : parts.join(';');
}

const isProperty = (name: string): name is LineProperty => Object.hasOwn(lineSettings.shape, name);
