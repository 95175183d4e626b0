// The differences between two versions of an entity, and the relevant part of two texts: a long common beginning is
// shortened to its end, so that the first difference is visible. Pure.
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

/** The properties that the edit changes; all of them if the entity is created or deleted. */
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
interface MarkedText {
  readonly head: string;
  readonly differing: string;
  readonly tail: string;
}

/** The part of `text` that differs from `other`, without their common prefix and suffix. Whole characters only. */
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

/** As `markDifference`, but a word of letters is marked whole: that `paid` and `refunded` end in the same letter is chance. */
function markByWord(text: string, other: string): MarkedText {
  const { head, differing, tail } = markDifference(text, other);
  const theirs = other.slice(head.length, other.length - tail.length);
  const [before] = wordEnd.exec(head) ?? [''];
  const [after] = wordStart.exec(tail) ?? [''];
  const goesOn = [differing + tail, theirs + tail].some((rest) => /^\p{L}/u.test(rest));
  const cameFrom = [head + differing, head + theirs].some((rest) => /\p{L}$/u.test(rest));
  const [from, to] = [goesOn ? before.length : 0, cameFrom ? after.length : 0];
  return {
    head: head.slice(0, head.length - from),
    differing: head.slice(head.length - from) + differing + tail.slice(0, to),
    tail: tail.slice(to),
  };
}

/** Longer ones are no words: identifiers, encoded bytes. */
const wordEnd = /(?<!\p{L})\p{L}{1,24}$/u;
const wordStart = /^\p{L}{1,24}(?!\p{L})/u;

const longestShort = 24;

function shortText(value: EdmValue | null): string {
  if (value === null) return '';
  const text = exactText(value);
  if (text === '') return '""';
  return text.length > longestShort ? `${text.slice(0, longestShort - 1)}…` : text;
}

interface Excerpt extends MarkedText {
  /** Characters before and after that are not shown. */
  readonly before: number;
  readonly after: number;
}

/** More is shown on demand elsewhere: a page must not stand still for one value. */
const longestShown = 4_000;
/** From this length on a common prefix pushes the difference out of sight. */
const longestHead = 120;
const headLength = 40;

/**
 * @param against its differing part is marked; undefined if there is nothing to mark
 * @param near if nothing differs from `against`: the position where the text differs from this one is shown, unmarked
 */
export function excerptOf(text: string, against: string | undefined, near: string | undefined): Excerpt {
  if (against !== undefined && against !== text) return around(markByWord(text, against));
  if (near === undefined || near === text) return around({ head: '', differing: '', tail: text });
  const { head } = markDifference(text, near);
  return around({ head, differing: '', tail: text.slice(head.length) });
}

function around({ head, differing, tail }: MarkedText): Excerpt {
  const shownHead = head.length > longestHead ? wholeEnd(head, headLength) : head;
  const shownDiffering = wholeStart(differing, longestShown);
  const shownTail =
    shownDiffering.length < differing.length ? '' : wholeStart(tail, longestShown - shownDiffering.length);
  return {
    before: head.length - shownHead.length,
    head: shownHead,
    differing: shownDiffering,
    tail: shownTail,
    after: differing.length - shownDiffering.length + tail.length - shownTail.length,
  };
}

/** At most so many UTF-16 units, no pair of them cut in two. */
function wholeStart(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, isSecondOfPair(text, max) ? max - 1 : max);
}

function wholeEnd(text: string, max: number): string {
  const start = text.length - max;
  return text.slice(isSecondOfPair(text, start) ? start + 1 : start);
}

function isSecondOfPair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
