// The relevant part of a text in a comparison: a long common beginning is shortened to its end, so that the first
// difference is visible.
import { type MarkedText, markDifference } from './property-diff';

export interface Excerpt extends MarkedText {
  /** Characters before and after that are not shown. */
  readonly before: number;
  readonly after: number;
}

/** More is shown on demand elsewhere: a page must not stand still for one value. */
const longestShown = 4_000;
/** From here on what is alike at the beginning pushes the difference out of sight. */
const longestHead = 120;
const headLength = 40;

/**
 * @param against its differing part is marked; undefined where there is nothing to mark
 * @param near where nothing differs from `against`: the place where the text parts from this one is shown, unmarked
 */
export function excerptOf(text: string, against: string | undefined, near: string | undefined): Excerpt {
  if (against !== undefined && against !== text) return around(markDifference(text, against));
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
