// Replaces characters that are invisible, change the direction of text or ring a bell by visible marks. Pure.

/**
 * Control characters, direction marks, and characters without width; blanks are visible by their width. Those that no
 * font has, such as the U+FFFF that ends ranges of keys, would all be the same box.
 */
const hidden =
  /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
/** Joiners shape emoji and some scripts; next to ASCII or at an end they only hide something. */
const idleJoiner = /(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])/u;
const escapedInJson = new RegExp(`(?![\\n\\r\\t])(?:\\p{Cf}|${hidden.source})`, 'gu');
/** Variation selectors choose the form of an emoji or an ideograph; after letters of these scripts they only hide. */
const formless = '\\x00-\\x7f\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}';
const idleSelector = new RegExp(`(?<![^${formless}])[\ufe00-\ufe0f](?!\u20e3)`, 'u');
const unseen = new RegExp(`${hidden.source}|${idleJoiner.source}|${idleSelector.source}`, 'gu');

/** Includes line feeds and tabs. Joiners depend on their neighbours and are not decided here. */
export function isUnseen(character: string): boolean {
  return hidden.test(character);
}

/**
 * Whether a joiner or a variation selector hides rather than shapes. `before` and `after`: its neighbours, if any.
 */
export function isIdleJoiner(character: string, before: string | undefined, after: string | undefined): boolean {
  if (/^[\ufe00-\ufe0f]$/.test(character)) return idleSelector.test(`${before ?? ''}${character}${after ?? ''}`);
  const shapes = (neighbour: string | undefined): boolean => neighbour !== undefined && neighbour > '\x7f';
  return (character === '\u200c' || character === '\u200d') && !(shapes(before) && shapes(after));
}

/**
 * JSON text with every character escaped that a terminal could obey or that could hide or reorder others: the same
 * value when parsed. Those characters stand in strings only.
 */
export function escapedJson(json: string): string {
  return json.replace(escapedInJson, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}

/** The symbol of a control character, such as `␊` for a line feed; `U+202E` for others. */
export function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Most texts; quicker than looking for each mark. */
function isPlain(text: string): boolean {
  return !/[^ -~]/.test(text);
}

/** A text on one line: invisible characters become marks, in brackets if longer than one character. */
export function visibleLine(text: string): string {
  return isPlain(text) ? text : text.replace(unseen, bracketed);
}

/** As `visibleLine`, for a text that keeps its lines and tabs. */
export function visibleLines(text: string): string {
  if (isPlain(text)) return text;
  return text.replace(unseen, (character) => (isLayout(character) ? character : bracketed(character)));
}

/** As `visibleLines` for part of a text: joiners are left alone, because their neighbours may be in another part. */
export function withMarks(piece: string): string {
  if (!/[^ -~]/.test(piece)) return piece;
  return [...piece]
    .map((character) => (isUnseen(character) && !isLayout(character) ? bracketed(character) : character))
    .join('');
}

/** The distinct marks of a text in order, without those for lines and tabs. */
export function unseenMarks(text: string): readonly string[] {
  const found = (text.match(unseen) ?? []).filter((character) => !isLayout(character));
  return [...new Set(found.map(markOf))];
}

/** Part of a text; with a mark it is a single invisible character. */
export interface TextPiece {
  readonly text: string;
  readonly mark?: string;
}

/** Further marks add no information. */
const maxPieces = 1000;

/**
 * Splits a text that keeps its lines and tabs into parts at its marks; null when it has none.
 * @param ends whether leading and trailing blanks are marked too, as in keys, where they matter
 */
export function markedPieces(text: string, ends: 'marked' | 'plain' = 'plain'): readonly TextPiece[] | null {
  const start = ends === 'plain' ? 0 : text.length - text.trimStart().length;
  const stop = ends === 'plain' ? text.length : Math.max(start, text.trimEnd().length);
  const pieces: TextPiece[] = [...text.slice(0, start)].map(atEnd);
  let from = start;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    if (index < start || index >= stop || isLayout(character)) continue;
    if (pieces.length > maxPieces) break;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ text: character, mark: markOf(character) });
    from = index + character.length;
  }
  if (from < stop) pieces.push({ text: text.slice(from, stop) });
  pieces.push(...[...text.slice(stop)].map(atEnd));
  return pieces.some(({ mark }) => mark !== undefined) ? pieces : null;
}

function atEnd(blank: string): TextPiece {
  return { text: blank, mark: isUnseen(blank) ? markOf(blank) : '\u2423' };
}

function bracketed(character: string): string {
  const mark = markOf(character);
  return mark.length > 1 ? `[${mark}]` : mark;
}

function isLayout(character: string): boolean {
  return character === '\n' || character === '\r' || character === '\t';
}
