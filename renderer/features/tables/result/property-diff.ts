// The effect of an edit on each property, old and new side by side, and where two texts differ.
import { isIdentical, valuesByName } from '@shared/edit/changes';
import { resultOf } from '@shared/edit/plan-edit';
import type { StagedEdit } from '@shared/model/edit';
import type { EdmValue, Property } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { exactText } from './value-format';

/** Null: the entity does not hold it. */
export interface PropertyDiff {
  readonly name: string;
  readonly before: EdmValue | null;
  readonly after: EdmValue | null;
}

/** The properties that differ, those that are there before first, in their order. */
export function diffProperties(before: readonly Property[], after: readonly Property[]): PropertyDiff[] {
  const [old, now] = [valuesByName(before), valuesByName(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !isIdentical(old.get(name), now.get(name)))
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }));
}

/** What the edit changes; all properties where the entity comes or goes. */
export function diffOfEdit(edit: StagedEdit): PropertyDiff[] {
  const before = edit.kind === 'insert' ? [] : edit.read.properties;
  return diffProperties(before, resultOf(edit)?.properties ?? []);
}

/** The first changes in half a line: `Price 1.0 → 1.5, +2`. */
export function diffSummary(diff: readonly PropertyDiff[], shown = 2): string {
  const text = diff.slice(0, shown).map(({ name, before, after }) => {
    if (before === null) return `${name} ${shortText(after)}`;
    return after === null ? t`${name} removed` : `${name} ${shortText(before)} → ${shortText(after)}`;
  });
  return [...text, ...(diff.length > shown ? [`+${diff.length - shown}`] : [])].join(', ');
}

/** A text in three parts, of which the middle one is not in the other text. */
export interface MarkedText {
  readonly head: string;
  readonly differing: string;
  readonly tail: string;
}

/** Where `text` differs from `other`: everything between what they begin and end with alike. Whole characters only. */
export function markDifference(text: string, other: string): MarkedText {
  const [own, their] = [Array.from(text), Array.from(other)];
  const max = Math.min(own.length, their.length);
  let head = 0;
  while (head < max && own[head] === their[head]) head += 1;
  let tail = 0;
  while (tail < max - head && own[own.length - 1 - tail] === their[their.length - 1 - tail]) tail += 1;
  return {
    head: own.slice(0, head).join(''),
    differing: own.slice(head, own.length - tail).join(''),
    tail: tail === 0 ? '' : own.slice(-tail).join(''),
  };
}

const longestShort = 24;

function shortText(value: EdmValue | null): string {
  if (value === null) return '';
  const text = exactText(value);
  if (text === '') return '""';
  return text.length > longestShort ? `${text.slice(0, longestShort - 1)}…` : text;
}
