// How many columns of a terminal a text takes: wide characters and emoji take two, marks that join others none.

const plain = /^[\u0020-\u007e]*$/u;
/** East Asian letters and signs in full width, and what is shown as a picture. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\p{Emoji_Presentation}\ufe0f\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const narrow = /[\uff61-\uffdc]/u;
const nothing = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of letters.segment(text)) width += columnsOf(segment);
  return width;
}

/** Filled with spaces up to that many columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** As much of its beginning as fits, and no half of a letter. */
export function cutTo(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, Math.max(0, columns));
  let left = columns;
  let kept = '';
  for (const { segment } of letters.segment(text)) {
    left -= columnsOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return kept;
}

function columnsOf(letter: string): number {
  if (nothing.test(letter)) return 0;
  return wide.test(letter) && !narrow.test(letter) ? 2 : 1;
}
