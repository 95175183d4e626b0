// Characters that would hide, turn the direction of a text or ring a bell, as marks that a person sees. Pure.

/** Controls, what turns the direction of text, and what shows nothing. */
const unseen = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Line feeds and tabs among them. */
export function isUnseen(character: string): boolean {
  return character.search(unseen) === 0;
}

/** The picture of a control character, such as `␊` for a line feed; `U+202E` for what has none. */
export function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text on one line: what is unseen as its mark, in brackets where that is more than one letter. */
export function visibleLine(text: string): string {
  return text.replace(unseen, (character) => {
    const mark = markOf(character);
    return mark.length > 1 ? `[${mark}]` : mark;
  });
}
