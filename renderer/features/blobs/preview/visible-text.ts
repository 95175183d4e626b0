// Text of a blob for the eye: what would hide, turn the direction or ring a bell becomes a mark. Pure.

export interface TextPart {
  readonly kind: 'plain' | 'mark';
  readonly text: string;
}

/** Above ASCII: what turns the direction of text, and what shows nothing. */
const hidden = /[\u0080-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

function isUnseen(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code < 0x20 ? character !== '\t' : code === 0x7f;
  return hidden.test(character);
}

export function visibleParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  for (const character of text) {
    if (!isUnseen(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') parts.push({ kind: 'plain', text: plain });
    plain = '';
    parts.push({ kind: 'mark', text: markOf(character) });
  }
  if (plain !== '') parts.push({ kind: 'plain', text: plain });
  return parts;
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
