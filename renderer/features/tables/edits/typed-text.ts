// Converts typed text to a value of a type and back: exact wire text, or a sentence that explains the problem.
import { convertValue } from '@shared/edit/convert-value';
import type { EdmType, EdmValue } from '@shared/model/entity';
import { hexToBase64 } from '@shared/query/edm-value';
import { t } from '@shared/strings/t';
import type { GridColumn } from '../result/grid-column';
import { exactText } from '../result/value-format';

/** `doubtful`: the text is a value, but not exactly as it was typed; the sentence says what it becomes. */
export type TypedText =
  | { readonly kind: 'value'; readonly value: EdmValue }
  | { readonly kind: 'doubtful'; readonly value: EdmValue; readonly sentence: string }
  | { readonly kind: 'refused'; readonly sentence: string };

/** What the text is as a value of the type. Binary is base64, or hexadecimal digits after `0x`. */
export function readTyped(typed: string, type: EdmType): TypedText {
  if (type === 'Edm.String') return { kind: 'value', value: { type, value: typed } };
  if (type === 'Edm.Binary' && /^\s*0x/i.test(typed)) return readHex(typed);
  if (typed.trim() === '' && type !== 'Edm.Binary') {
    return { kind: 'refused', sentence: t`Give ${examples[type]}. Escape leaves the value as it is.` };
  }
  const conversion = convertValue({ type: 'Edm.String', value: typed }, type);
  switch (conversion.kind) {
    case 'exact':
      return { kind: 'value', value: conversion.value };
    case 'lossy':
      return { kind: 'doubtful', value: conversion.value, sentence: conversion.reason };
    case 'impossible':
      return { kind: 'refused', sentence: t`${conversion.reason} Give ${examples[type]}.` };
  }
}

/**
 * The value after editing its text. Text that was not touched is the value itself, and a text field knows one kind of
 * line end only: where the value had the other one throughout, it has it again.
 */
export function readEdited(typed: string, type: EdmType, before: EdmValue | undefined): TypedText {
  if (before?.type === type && typed === fieldText(before)) return { kind: 'value', value: before };
  if (before?.type !== 'Edm.String' || type !== 'Edm.String') return readTyped(typed, type);
  if (!before.value.includes('\r')) return readTyped(typed, type);
  const hasOnlyPairs = !/\r(?!\n)|(?<!\r)\n/.test(before.value);
  if (hasOnlyPairs) return readTyped(typed.replace(/\n/g, '\r\n'), type);
  return {
    kind: 'doubtful',
    value: { type, value: typed },
    sentence: t`The text mixes kinds of line ends. All of them become a line feed.`,
  };
}

/** The text of a value as a field of several lines shows it. */
export function fieldText(value: EdmValue): string {
  return exactText(value).replace(/\r\n|\r/g, '\n');
}

/** What a text in a cell is read as: an absent property gets the type that the others of its column have. */
export function typeInColumn({ types }: Pick<GridColumn, 'types'>, value: EdmValue | undefined): EdmType {
  return value?.type ?? types[0] ?? 'Edm.String';
}

/** For the sentence after a text that is no value of the type. */
const examples: Readonly<Record<EdmType, string>> = {
  'Edm.String': t`a text`,
  'Edm.Int32': t`a whole number from -2147483648 to 2147483647`,
  'Edm.Int64': t`a whole number such as 9007199254740993`,
  'Edm.Double': t`a number such as 3.5, NaN, -Infinity or Infinity`,
  'Edm.Boolean': t`true or false`,
  'Edm.DateTime': t`a UTC time such as 2024-05-01T08:30:00.1234567Z`,
  'Edm.Guid': t`a GUID such as 1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e`,
  'Edm.Binary': t`base64, or hexadecimal digits after 0x`,
};

function readHex(typed: string): TypedText {
  const digits = typed.trim().slice(2).replace(/\s/g, '');
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) {
    return { kind: 'refused', sentence: t`After 0x come hexadecimal digits, two for each byte.` };
  }
  return { kind: 'value', value: { type: 'Edm.Binary', value: hexToBase64(digits) } };
}
