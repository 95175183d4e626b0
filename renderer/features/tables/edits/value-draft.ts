// The text of a value while it is typed: parsed as a value of its type, checked against the rules of the service, and
// unchanged, valid, doubtful or rejected with an explanation.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { replaceText } from '@renderer/ui';
import { useState } from 'react';
import { t } from '@shared/strings/t';
import { convertValue } from '@shared/edit/convert-value';
import { hexToBase64 } from '@shared/query/edm-value';
import type { GridColumn } from '../result/grid-column';
import { exactText } from '../result/value-format';
import type { TableService } from '@shared/model/table-service';
import { type EntityProblem, keyProblems, nameProblems, propertyProblems } from '@shared/edit/entity-rules';
import type { EntityKeys } from '@shared/model/edit';
import { isTaken } from '../staging/property-changes';
import type { ShownRow } from '../staging/staged-rows';

interface ValueDraft {
  readonly text: string;
  readonly isTouched: boolean;
  /** Set after a failed commit, until the text changes. */
  readonly report: { readonly kind: 'rejected' | 'doubtful'; readonly sentence: string } | undefined;
  readonly change: (text: string) => void;
  readonly reset: () => void;
  /**
   * Undefined when the report has to be read first. A second `press` then accepts a doubtful value; leaving the field
   * never does.
   */
  readonly commit: (by: 'press' | 'leaving') => Committed | undefined;
}

type Committed = { readonly kind: 'untouched' } | { readonly kind: 'value'; readonly value: EdmValue };

export interface ValueDraftInput {
  readonly type: EdmType;
  /** Undefined if the entity does not have the property. */
  readonly value: EdmValue | undefined;
  /** The text to start with instead of that of the value. */
  readonly typed?: string | undefined;
  /** The text that was rejected here before, and where to store another one. */
  readonly saved?: DraftText | undefined;
  /** Why a value of the right type cannot be staged. */
  readonly problem: (value: EdmValue) => string | undefined;
}

export interface DraftText {
  readonly text: string | undefined;
  /** Undefined: there is no rejected text any more. */
  readonly store: (text: string | undefined) => void;
}

export function useValueDraft({ type, value, typed, saved: rejectedText, problem }: ValueDraftInput): ValueDraft {
  const judge = (text: string): TypedText => {
    const read = readEdited(text, type, value);
    const against = read.kind === 'rejected' ? undefined : problem(read.value);
    return against === undefined ? read : { kind: 'rejected', sentence: against };
  };
  const [draft, setDraft] = useState(typed ?? rejectedText?.text);
  const [report, setReport] = useState(() =>
    rejectedText?.text === undefined ? undefined : invalidText(judge(rejectedText.text)),
  );
  const initial = value === undefined ? '' : fieldText(value);
  const text = draft ?? initial;
  const commit = (by: 'press' | 'leaving'): Committed | undefined => {
    if (text === initial) {
      rejectedText?.store(undefined);
      return { kind: 'untouched' };
    }
    const read = judge(text);
    if (read.kind === 'value' || (read.kind === 'doubtful' && report !== undefined && by === 'press')) {
      rejectedText?.store(undefined);
      return { kind: 'value', value: read.value };
    }
    setReport(read);
    rejectedText?.store(text);
    return undefined;
  };
  return {
    text,
    isTouched: text !== initial,
    report:
      report?.kind === 'doubtful'
        ? { kind: 'doubtful', sentence: t`${report.sentence} Press Enter again to confirm.` }
        : report,
    change: (next) => {
      setDraft(next);
      setReport(undefined);
    },
    reset: () => {
      setDraft(undefined);
      setReport(undefined);
      rejectedText?.store(undefined);
    },
    commit,
  };
}

/** The report about a text; undefined if it is a value. */
function invalidText(read: TypedText): Exclude<TypedText, { kind: 'value' }> | undefined {
  return read.kind === 'value' ? undefined : read;
}

/** Alt+Enter in a text field. */
export function insertNewLine(field: HTMLTextAreaElement): void {
  replaceText(field, { from: field.selectionStart, to: field.selectionEnd, text: '\n' });
}

/** `doubtful`: the value differs from the text that was typed; the sentence explains how. */
export type TypedText =
  | { readonly kind: 'value'; readonly value: EdmValue }
  | { readonly kind: 'doubtful'; readonly value: EdmValue; readonly sentence: string }
  | { readonly kind: 'rejected'; readonly sentence: string };

/** Parses the text as a value of the type. Binary is base64, or hexadecimal digits after `0x`. */
export function readTyped(typed: string, type: EdmType): TypedText {
  if (type === 'Edm.String') return { kind: 'value', value: { type, value: typed } };
  if (type === 'Edm.Binary' && /^\s*0x/i.test(typed)) return readHex(typed);
  if (typed.trim() === '' && type !== 'Edm.Binary') {
    return { kind: 'rejected', sentence: t`Enter ${examples[type]}, or press Esc to keep the current value.` };
  }
  const conversion = convertValue({ type: 'Edm.String', value: typed }, type);
  switch (conversion.kind) {
    case 'exact':
      return { kind: 'value', value: conversion.value };
    case 'lossy':
      return { kind: 'doubtful', value: conversion.value, sentence: conversion.reason };
    case 'impossible':
      return { kind: 'rejected', sentence: t`${conversion.reason} Enter ${examples[type]}.` };
  }
}

/**
 * The value after editing its text. Untouched text is the value itself. A text field knows only one kind of line end: a
 * value that had the other one throughout gets it back.
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
    sentence: t`The text mixes different line endings. All of them will become line feeds.`,
  };
}

/** The text of a value in a multi-line field. */
export function fieldText(value: EdmValue): string {
  return exactText(value).replace(/\r\n|\r/g, '\n');
}

/** The type of a text in a cell: an absent property gets the type of its column. */
export function typeInColumn({ types }: Pick<GridColumn, 'types'>, value: EdmValue | undefined): EdmType {
  return value?.type ?? types[0] ?? 'Edm.String';
}

/** For the message about a text that is not a value of the type. */
const examples: Readonly<Record<EdmType, string>> = {
  'Edm.String': t`text`,
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
    return { kind: 'rejected', sentence: t`Enter hexadecimal digits after 0x, two for each byte.` };
  }
  return { kind: 'value', value: { type: 'Edm.Binary', value: hexToBase64(digits) } };
}

export function valueProblemOf(name: string, value: EdmValue, service: TableService): string | undefined {
  return sentence(propertyProblems({ name, value }, 'known', service)[0]);
}

/** As `valueProblemOf`, for a message that names the property itself. */
export function storedValueProblemOf(name: string, value: EdmValue, service: TableService): string | undefined {
  const [first] = propertyProblems({ name, value }, 'known', service);
  return first === undefined ? undefined : `${first.problem} ${first.fix}`;
}

export function keyProblemOf(
  name: 'PartitionKey' | 'RowKey',
  keys: EntityKeys,
  service: TableService,
): string | undefined {
  return sentence(keyProblems(keys, service).find(({ field }) => field === name));
}

/** Why a property of the row cannot get this name. `name`: its present name; empty for a new one. */
export function nameProblemOf(
  { entity, read, edit }: ShownRow,
  { name, to, service }: { readonly name: string; readonly to: string; readonly service: TableService },
): string | undefined {
  if (to === name) return undefined;
  const problem = sentence(nameProblems(to, service)[0]);
  if (problem !== undefined) return problem;
  const changes = edit?.kind === 'update' || edit?.kind === 'change-keys' ? edit.changes : [];
  const isHeld =
    entity.properties.some((property) => property.name === to) || isTaken(read?.properties ?? [], changes, name, to);
  return isHeld
    ? t`The entity already has a property ${to}, or had it when it was read. Choose another name.`
    : undefined;
}

function sentence(problem: EntityProblem | undefined): string | undefined {
  return problem === undefined ? undefined : `${problem.field}: ${problem.problem} ${problem.fix}`;
}
