// How many columns of a terminal a text takes: wide characters and emoji take two, marks that join others none.

/**
 * Texts of which every character takes one column: Latin, Greek and Cyrillic letters without separate marks, and common
 * punctuation.
 */
const plain =
  /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u02ff\u0370-\u0373\u0376\u0377\u037b-\u037f\u0384-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u203b\u20a0-\u20bf]*$/u;
/**
 * Characters that Unicode calls wide or full width, and those shown as pictures. Not by script: characters that several
 * share, such as that of a long vowel, have none.
 */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}\ufe0f]/u;
/** Half-width letters, whose marks occupy a separate column. */
const half = /^[\uff61-\uffdc]+$/u;
const nothing = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
const pieceUnits = 256;
/** Created when it is first needed, because that takes some ms. */
let letters: Intl.Segmenter | undefined;

/** A text that fits, and the columns that it takes. */
export interface Fitted {
  readonly text: string;
  readonly width: number;
}

/** The text, or its beginning with an ellipsis if it takes more columns. Reads no further than that. */
export function fitTo(text: string, columns: number): Fitted {
  if (plain.test(text)) {
    return text.length <= columns
      ? { text, width: text.length }
      : { text: `${text.slice(0, columns - 1)}…`, width: columns };
  }
  let width = 0;
  let cut: Fitted = { text: '', width: 0 };
  let read = '';
  for (const letter of lettersOf(text)) {
    width += columnsOf(letter);
    if (width > columns) return { text: `${cut.text}…`, width: cut.width + 1 };
    read += letter;
    if (width < columns) cut = { text: read, width };
  }
  return { text, width };
}

/** As much of its beginning as fits, and no half of a letter. */
export function cutTo(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, Math.max(0, columns));
  let left = columns;
  let fitting = '';
  for (const letter of lettersOf(text)) {
    left -= columnsOf(letter);
    if (left < 0) break;
    fitting += letter;
  }
  return fitting;
}

/**
 * The letters of a text with their marks. The time that `Intl.Segmenter` takes grows with the square of the length, so it
 * gets one piece after another; a letter with more marks than a piece holds is divided.
 */
function* lettersOf(text: string): Generator<string, void, undefined> {
  letters ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let at = 0; at < text.length;) {
    const segments = [...letters.segment(text.slice(at, at + pieceUnits))];
    const isEnd = at + pieceUnits >= text.length;
    // The last one may continue in the next piece.
    const whole = isEnd || segments.length === 1 ? segments : segments.slice(0, -1);
    for (const { segment } of whole) {
      yield segment;
      at += segment.length;
    }
  }
}

function columnsOf(letter: string): number {
  if (half.test(letter)) return letter.length;
  if (nothing.test(letter)) return 0;
  return wide.test(letter) ? 2 : 1;
}
