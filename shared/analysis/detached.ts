// Short copies of long texts, so that statistics keep neither a long text nor the page it came from in memory.

/** Longer texts are stored as their beginning. */
export const maxDetachedLength = 120;

/** A copy with separate memory: V8 would otherwise retain the whole page for a substring of it. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}

export interface ShortText {
  readonly text: string;
  readonly isCut: boolean;
}

/** At most `maxDetachedLength` UTF-16 units, never half a character. */
export function shortText(text: string): ShortText {
  if (text.length <= maxDetachedLength) return { text: detached(text), isCut: false };
  const last = text.charCodeAt(maxDetachedLength - 1);
  const cut = last >= 0xd800 && last <= 0xdbff ? maxDetachedLength - 1 : maxDetachedLength;
  return { text: detached(text.slice(0, cut)), isCut: true };
}
