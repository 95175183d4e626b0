// Text of a blob for the eye: what would hide, turn the direction or ring a bell becomes a mark. Pure.

export interface TextPart {
  readonly kind: 'plain' | 'mark';
  readonly text: string;
}

/** Between the marks of two characters that have no picture of one letter. */
const betweenCodes = ' ';

/** Above ASCII: what turns the direction of text, and what shows nothing. */
const hidden = /[\u0080-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

function isUnseen(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code < 0x20 ? character !== '\t' : code === 0x7f;
  return hidden.test(character);
}

/** Neighbours of one kind are one part: thousands of zero bytes as an element each hold the window up for seconds. */
export function visibleParts(text: string): readonly TextPart[] {
  const parts: { kind: TextPart['kind']; text: string }[] = [];
  let last: (typeof parts)[number] | undefined;
  for (const character of text) {
    const kind = isUnseen(character) ? 'mark' : 'plain';
    const shown = kind === 'mark' ? markOf(character) : character;
    if (last?.kind !== kind) parts.push((last = { kind, text: shown }));
    else last.text += kind === 'mark' && shown.length > 1 ? betweenCodes + shown : shown;
  }
  return parts;
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
