// Short copies of long texts: what statistics keep of a value must hold neither a long text nor the page it came from.

/** Longer texts are kept as their beginning. */
export const longestKept = 120;

/** A copy that shares no memory with the text it was cut from: engines keep the whole page behind a part of it. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}

export interface ShortText {
  readonly text: string;
  readonly isCut: boolean;
}

/** At most `longestKept` UTF-16 units, never half a character. */
export function shortText(text: string): ShortText {
  if (text.length <= longestKept) return { text: detached(text), isCut: false };
  const last = text.charCodeAt(longestKept - 1);
  const cut = last >= 0xd800 && last <= 0xdbff ? longestKept - 1 : longestKept;
  return { text: detached(text.slice(0, cut)), isCut: true };
}
