// Makes every character of a blob name visible: what a font would hide or swallow becomes a labelled mark.
// Names are never changed, only shown; `plain` parts hold the exact text.
import { t } from '@shared/strings/t';
import { isIdleJoiner, isUnseen } from '@shared/visible-text';

export type NamePart =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string; readonly meaning: string };

/** Non-ASCII spaces, which look like ordinary ones in a list. */
const oddBlank = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

/** Splits a name into plain text and marks. Leading and trailing spaces and a trailing dot are also marked. */
export function nameParts(name: string): readonly NamePart[] {
  const characters = [...name];
  const parts: NamePart[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') parts.push({ kind: 'plain', text: plain });
    plain = '';
  };
  characters.forEach((character, index) => {
    const mark = markOf(character, index, characters);
    if (mark === null) {
      plain += character;
      return;
    }
    flush();
    parts.push(mark);
  });
  flush();
  return parts;
}

/** The name with marks written out, for tooltips, announcements and accessible names. */
export function spokenName(name: string): string {
  if (name === '') return t`(empty name)`;
  return nameParts(name)
    .map((part) => (part.kind === 'plain' ? part.text : `[${part.meaning}]`))
    .join('');
}

function markOf(character: string, index: number, characters: readonly string[]): NamePart | null {
  const code = character.codePointAt(0) ?? 0;
  const label = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (character === ' ') return spaceMark(index, characters);
  if (character === '.' && index === characters.length - 1 && index > 0) {
    return { kind: 'mark', text: '.', meaning: t`ends with a dot` };
  }
  if (code >= 0xd800 && code <= 0xdfff) return { kind: 'mark', text: '\ufffd', meaning: t`half a character ${label}` };
  if (code < 0x20)
    return { kind: 'mark', text: String.fromCodePoint(0x2400 + code), meaning: t`control character ${label}` };
  if (code === 0x7f) return { kind: 'mark', text: '\u2421', meaning: t`control character ${label}` };
  if (isIdleJoiner(character, characters[index - 1], characters[index + 1])) return hiddenMark(label);
  return oddBlank.test(character) || isUnseen(character) ? hiddenMark(label) : null;
}

function spaceMark(index: number, characters: readonly string[]): NamePart | null {
  const leading = characters.slice(0, index).every((other) => other === ' ');
  const trailing = characters.slice(index + 1).every((other) => other === ' ');
  if (!leading && !trailing) return null;
  return { kind: 'mark', text: '\u2423', meaning: leading ? t`leading space` : t`trailing space` };
}

function hiddenMark(label: string): NamePart {
  return { kind: 'mark', text: label, meaning: t`invisible character ${label}` };
}
