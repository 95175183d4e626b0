// Text of a blob for display: characters that would be invisible, change the direction or ring a bell become marks.
// Pure.
import { isUnseen, markOf } from '@shared/visible-text';

export interface TextPart {
  readonly kind: 'plain' | 'mark';
  readonly text: string;
}

/** Between the marks of two characters that have no picture of one letter. */
const betweenCodes = ' ';

/** Neighbours of one kind are one part: thousands of zero bytes as an element each hold the window up for seconds. */
export function visibleParts(text: string): readonly TextPart[] {
  const parts: { kind: TextPart['kind']; text: string }[] = [];
  let last: (typeof parts)[number] | undefined;
  for (const character of text) {
    const kind = isUnseen(character) && character !== '\t' ? 'mark' : 'plain';
    const shown = kind === 'mark' ? markOf(character) : character;
    if (last?.kind !== kind) parts.push((last = { kind, text: shown }));
    else last.text += kind === 'mark' && shown.length > 1 ? betweenCodes + shown : shown;
  }
  return parts;
}
