import { describe, expect, it } from 'vitest';
import {
  escapedJson,
  isIdleJoiner,
  markedPieces,
  unseenMarks,
  visibleLine,
  visibleLines,
  withMarks,
} from './visible-text';

describe('a text on one line', () => {
  it('shows each control character as its picture, and what has none by its number', () => {
    expect(visibleLine('a\nb\r\n\tc\u0000\u001b[31m\u007f')).toBe('a␊b␍␊␉c␀␛[31m␡');
    expect(visibleLine('\u009b31m x\u202ey\u200b\ufeff\u2028')).toBe('[U+009B]31m x[U+202E]y[U+200B][U+FEFF][U+2028]');
  });

  it('marks joiners that join nothing, fillers and tags', () => {
    expect(visibleLine('a\u200db \u200c\u3164 \u{e0041}')).toBe('a[U+200D]b [U+200C][U+3164] [U+E0041]');
  });

  it('marks variation selectors that choose no form, and leaves those of emoji and ideographs', () => {
    expect(visibleLine('a\ufe0f.txt \ufe0e')).toBe('a[U+FE0F].txt [U+FE0E]');
    expect(visibleLine('é\ufe00 я\ufe01')).toBe('é[U+FE00] я[U+FE01]');
    for (const formed of ['\u2764\ufe0f', '1\ufe0f\u20e3', '\u845b\ufe00']) expect(visibleLine(formed)).toBe(formed);
  });

  it('shows characters differently that no font distinguishes', () => {
    expect(visibleLine('a\uffff b\ufffe \ufdd0 \ufff9')).toBe('a[U+FFFF] b[U+FFFE] [U+FDD0] [U+FFF9]');
  });

  it('leaves everything else alone, blanks and joined signs too', () => {
    const plain = 'Grüße \u00a0 日本 👩‍👧 \ufffd ␊ \\n';
    expect(visibleLine(plain)).toBe(plain);
  });
});

it.each([
  ['\u200d', '日', '本', false],
  ['\u200c', 'a', '本', true],
  ['\u200c', '日', 'a', true],
  ['\u200d', '日', undefined, true],
  ['\u200d', undefined, '本', true],
  ['日', '日', 'a', false],
])('a joiner (%j) between %j and %j hides something: %s', (joiner, before, after, hides) => {
  expect(isIdleJoiner(joiner, before, after)).toBe(hides);
});

it('JSON with escapes is the same value, in ASCII where a character could not be seen', () => {
  const value = { 'a\u009b': 'x\u202ey\u{e0041}\u00ad', lines: '1\n2' };
  const text = escapedJson(JSON.stringify(value, undefined, 1));
  expect(text).toContain('x\\u202ey\\udb40\\udc41\\u00ad');
  expect(JSON.parse(text)).toEqual(value);
});

describe('a piece of a text', () => {
  it('marks invisible characters, and leaves a joiner at its end to the next piece', () => {
    expect(withMarks('tenant\u200b\n\u202e')).toBe('tenant[U+200B]\n[U+202E]');
    expect(withMarks('👩\u200d')).toBe('👩\u200d');
  });
});

describe('a text of many lines', () => {
  it('keeps its lines and tabs, and marks everything else that is unseen', () => {
    expect(visibleLines('a\r\n\tb\u0007 \u202ex')).toBe('a\r\n\tb␇ [U+202E]x');
    expect(unseenMarks('a\r\n\tb\u0007 \u202ex\u0007\u202e')).toEqual(['␇', 'U+202E']);
    expect(unseenMarks('👩‍👧 a\u200db')).toEqual(['U+200D']);
  });
});

describe('a text in pieces', () => {
  it('is cut at a mark, and is the same text when joined', () => {
    const text = 'a\u200bb\n\u202ec ';
    const pieces = markedPieces(text);
    expect(pieces?.map(({ text: piece, mark }) => mark ?? piece)).toEqual(['a', 'U+200B', 'b\n', 'U+202E', 'c ']);
    expect(pieces?.map((piece) => piece.text).join('')).toBe(text);
    expect(markedPieces('plain ')).toBeNull();
    expect(unseenMarks('plain')).toEqual([]);
    expect(markedPieces(' \u200b\u200b')).toEqual([
      { text: ' ' },
      { text: '\u200b', mark: 'U+200B' },
      { text: '\u200b', mark: 'U+200B' },
    ]);
  });

  it('has marks for blanks at the ends of a key, also where it has nothing else', () => {
    const marks = (key: string): readonly string[] | undefined =>
      markedPieces(key, 'marked')?.map(({ text, mark }) => mark ?? text);
    expect(marks(' a b\u00a0')).toEqual(['␣', 'a b', '␣']);
    expect(marks('  ')).toEqual(['␣', '␣']);
    expect(marks('a b')).toBeUndefined();
    expect(marks('\ufeffa\u200bb \ufeff')).toEqual(['U+FEFF', 'a', 'U+200B', 'b', '␣', 'U+FEFF']);
  });

  it('gives up on marks where there are too many, and on no text', () => {
    const text = '\u0000'.repeat(5_000);
    const pieces = markedPieces(text) ?? [];
    expect(pieces.length).toBeLessThan(1_100);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });
});
