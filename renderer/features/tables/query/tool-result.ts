// The result of a key tool for the typed input: the key, its neighbours in the sort order, or what is missing.
import {
  type GuidFormat,
  type KeySample,
  type MomentTool,
  guidFormats,
  guidKey,
  momentKey,
  momentNeighbours,
  numberNeighbours,
  paddedNumber,
} from '@shared/query/key-tools';
import { type TimeZone, parseMoment } from '@shared/query/ticks';
import { t } from '@shared/strings/t';

export type Tool = MomentTool | 'padded-number' | 'guid';

export const tools: readonly { readonly value: Tool; readonly label: string; readonly description: string }[] = [
  { value: 'reversed-date', label: t`Reversed date`, description: t`newest day first` },
  { value: 'ticks', label: t`Ticks`, description: t`oldest first, 100 ns precision` },
  { value: 'reversed-ticks', label: t`Reversed ticks`, description: t`newest first, 100 ns precision` },
  { value: 'padded-number', label: t`Zero-padded number`, description: t`sorts by size` },
  { value: 'guid', label: 'GUID', description: t`one format for all` },
];

export const guidSpellings: readonly { readonly value: GuidFormat; readonly label: string }[] = [
  { value: 'hyphens', label: t`a1b2-…, lowercase` },
  { value: 'digits', label: t`32 digits, lowercase` },
  { value: 'upper-hyphens', label: t`A1B2-…, uppercase` },
  { value: 'upper-digits', label: t`32 digits, uppercase` },
];

export interface ToolInput {
  readonly tool: Tool;
  readonly moment: string;
  readonly zone: TimeZone;
  readonly number: string;
  readonly width: number;
  readonly guid: string;
  readonly guidFormat: GuidFormat;
}

export type ToolResult =
  | { readonly state: 'ready'; readonly key: string; readonly order: readonly KeySample[]; readonly note: string }
  | { readonly state: 'missing' }
  | { readonly state: 'wrong'; readonly sentence: string };

const momentNotes: Readonly<Record<MomentTool, string>> = {
  'reversed-date': t`Later days sort first.`,
  ticks: t`Earlier times sort first.`,
  'reversed-ticks': t`Later times sort first.`,
};

export function toolResult(input: ToolInput): ToolResult {
  switch (input.tool) {
    case 'padded-number':
      return numberResult(input);
    case 'guid':
      return guidResult(input);
    default:
      return momentResult(input.tool, input);
  }
}

/** Text already in the field goes where it belongs, so that a pasted date only needs a choice. */
export function startingInput(value: string, nowText: string): ToolInput {
  const base: ToolInput = {
    tool: 'reversed-date',
    moment: nowText,
    zone: 'utc',
    number: '',
    width: 10,
    guid: '',
    guidFormat: 'hyphens',
  };
  if (guidKey(value, 'hyphens') !== null) return { ...base, tool: 'guid', guid: value };
  if (parseMoment(value, 'utc') !== null) return { ...base, moment: value };
  if (paddedNumber(value, 18) !== null) return { ...base, tool: 'padded-number', number: value };
  return base;
}

function momentResult(tool: MomentTool, { moment, zone }: ToolInput): ToolResult {
  if (moment.trim() === '') return { state: 'missing' };
  const ticks = parseMoment(moment, zone);
  if (ticks === null) return { state: 'wrong', sentence: t`Enter a time such as 2026-10-14 08:21, or ticks.` };
  return {
    state: 'ready',
    key: momentKey(tool, ticks, zone),
    order: momentNeighbours(tool, ticks, zone),
    note: momentNotes[tool],
  };
}

function numberResult({ number, width }: ToolInput): ToolResult {
  if (number.trim() === '') return { state: 'missing' };
  const key = paddedNumber(number, width);
  if (key !== null) {
    return { state: 'ready', key, order: numberNeighbours(number, width), note: t`Numbers sort by size.` };
  }
  return /^\s*\d+\s*$/.test(number)
    ? {
        state: 'wrong',
        sentence: t`The number has more than ${width} digits and would sort incorrectly. Increase the number of digits.`,
      }
    : { state: 'wrong', sentence: t`Enter a whole number without a sign; signed numbers sort incorrectly.` };
}

function guidResult({ guid, guidFormat }: ToolInput): ToolResult {
  if (guid.trim() === '') return { state: 'missing' };
  const key = guidKey(guid, guidFormat);
  if (key === null) return { state: 'wrong', sentence: t`Enter 32 hexadecimal digits, with or without hyphens.` };
  const order = guidFormats.flatMap((format) => {
    const spelled = guidKey(guid, format);
    return spelled === null || format === guidFormat ? [] : [{ input: t`different key`, key: spelled }];
  });
  return {
    state: 'ready',
    key,
    order,
    note: t`Keys are compared character by character: a different format is a different key.`,
  };
}
