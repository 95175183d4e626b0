import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Encoding, decodeText, detectEncoding, encodeText, encodingOf, encodings } from './encoding';
import { isMultibyte } from '@shared/preview/charsets';
import { type RawPage, textRows, textSpan } from './text-page';

const anyEncoding = fc.constantFrom(...encodings.map(({ value }) => value));
/**
 * Characters of one to four bytes, line ends of both kinds, some that look like either in another encoding, and some
 * whose second byte is a letter, a backslash or a digit in encodings of two bytes.
 */
const characters = [
  'a',
  'é',
  '\n',
  '\r\n',
  '€',
  '😀',
  '\u0a0a',
  '\u0d0a',
  'zz',
  '\t',
  '表',
  'ソ',
  'ｱ',
  '漢字',
  '각',
  'ж',
  '0',
];
const anyText = fc.array(fc.constantFrom(...characters), { maxLength: 120 }).map((parts) => parts.join(''));

/** If an encoding lacks a character, another one replaces it. */
function bytesOf(text: string, encoding: Encoding): Uint8Array {
  const known = Array.from(text, (character) => (encodeText(character, encoding) === null ? 'x' : character)).join('');
  const bytes = encodeText(known, encoding);
  if (bytes === null) throw new Error('not in this encoding');
  return bytes;
}

const pageAt = (whole: Uint8Array, offset: number, length: number): RawPage => {
  const bytes = whole.subarray(offset, offset + length);
  const endsAt = offset + bytes.length === whole.length ? 'boundary' : 'anywhere';
  return { offset, bytes, keep: 0, startsAt: 'boundary', endsAt };
};

function pagesOf(whole: Uint8Array, encoding: Encoding, pageBytes: number): readonly RawPage[] {
  const pages: RawPage[] = [];
  for (let offset = 0; offset < whole.length;) {
    const page = pageAt(whole, offset, pageBytes);
    pages.push(page);
    offset += textSpan(page, encoding).to;
  }
  return pages;
}

describe('pages of text', () => {
  it('put together are the bytes, and no character is split between two', () => {
    fc.assert(
      fc.property(anyText, anyEncoding, fc.integer({ min: 8, max: 40 }), (text, encoding, pageBytes) => {
        const whole = bytesOf(text, encoding);
        const parts = pagesOf(whole, encoding, pageBytes).map((page) => {
          const { from, to } = textSpan(page, encoding);
          return page.bytes.subarray(from, to);
        });
        expect(parts.flatMap((part) => [...part])).toEqual([...whole]);
        expect(parts.map((part) => decodeText(part, encoding)).join('')).toBe(decodeText(whole, encoding));
      }),
      { numRuns: 500 },
    );
  });

  it('have the lines of the text, however narrow the rows and wherever pages end', () => {
    fc.assert(
      fc.property(
        anyText,
        anyEncoding,
        fc.integer({ min: 8, max: 60 }),
        fc.integer({ min: 2, max: 9 }),
        (text, encoding, pageBytes, columns) => {
          const whole = bytesOf(text, encoding);
          const lines: string[] = [];
          let firstLine = 0;
          for (const page of pagesOf(whole, encoding, pageBytes)) {
            const rows = textRows(page, textSpan(page, encoding), encoding, columns);
            rows.starts.forEach((start, row) => {
              const line = firstLine + (rows.lines[row] ?? 0);
              const shown = decodeText(page.bytes.subarray(start, rows.ends[row]), encoding);
              expect([...shown].length).toBeLessThanOrEqual(columns);
              lines[line] = (lines[line] ?? '') + shown;
            });
            firstLine += rows.lineBreaks;
          }
          // A carriage return is a part of its line break; one that a page cut off from it stays to be seen.
          const written = decodeText(whole, encoding).split('\n');
          if (written[written.length - 1] === '') written.pop();
          expect(lines.map((line) => line.replace(/\r+$/u, ''))).toEqual(
            written.map((line) => line.replace(/\r+$/u, '')),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('start with a complete line and contain the requested position, wherever they were cut', () => {
    fc.assert(
      fc.property(anyText, anyEncoding, fc.nat(), fc.nat(), (text, encoding, start, position) => {
        const whole = bytesOf(`${text}end`, encoding);
        const offset = start % whole.length;
        const bytes = whole.subarray(offset);
        // If several bytes make a character, an ASCII character has to come first to show where they begin.
        const keep = isMultibyte(encoding) ? bytes.length - 1 : position % bytes.length;
        const page: RawPage = { offset, bytes, keep, startsAt: 'anywhere', endsAt: 'boundary' };
        const { from, to } = textSpan(page, encoding);
        expect(to).toBe(bytes.length);
        const cutCharacter = 4;
        expect(from).toBeLessThanOrEqual(Math.max(keep, cutCharacter));
        const before = decodeText(whole.subarray(0, offset + from), encoding);
        expect(before + decodeText(bytes.subarray(from), encoding)).toBe(decodeText(whole, encoding));
      }),
      { numRuns: 500 },
    );
  });

  it('contain complete characters when a line does not end in them', () => {
    const whole = new TextEncoder().encode('€'.repeat(100));
    expect(textSpan(pageAt(whole, 0, 64), 'utf-8')).toEqual({ from: 0, to: 63 });
  });
});

describe('detectEncoding', () => {
  const text = 'Ships, größer than 100 t\r\n'.repeat(20);
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('detects %s with its mark and without', (encoding) => {
    expect(detectEncoding(bytesOf(text, encoding))).toBe(encoding);
    expect(detectEncoding(bytesOf(`\ufeff${text}`, encoding))).toBe(encoding);
  });

  it('treats invalid UTF-8 as Windows-1252, and bytes with zeros as binary', () => {
    expect(detectEncoding(bytesOf(text, 'windows-1252'))).toBe('windows-1252');
    expect(detectEncoding(Uint8Array.from([0x41, 0, 0, 0x42, 0x43, 0x44]))).toBe('binary');
    expect(detectEncoding(Uint8Array.from({ length: 256 }, (_, index) => index || 1))).toBe('binary');
  });

  it('does not blame a character that the sample cuts', () => {
    expect(detectEncoding(bytesOf('lost: \ufffd', 'utf-8'))).toBe('utf-8');
    const broken = [...bytesOf('Größe: 3 µm\nstraße: ', 'utf-8'), 0xff, 0x0a];
    expect(detectEncoding(Uint8Array.from(broken))).toBe('utf-8');
    expect(detectEncoding(new TextEncoder().encode('€'.repeat(30_000)).subarray(0, 65_537))).toBe('utf-8');
  });

  it('reads back what it writes, and reports what it cannot write', () => {
    fc.assert(
      fc.property(anyText, anyEncoding, (written, encoding) => {
        const bytes = encodeText(written, encoding);
        if (bytes === null) expect(encoding).not.toMatch(/^utf/u);
        else expect(decodeText(bytes, encoding)).toBe(written);
      }),
    );
  });
});

describe('encodingOf', () => {
  const cargo = '積荷目録\nソース表\n';
  it.each(['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr', 'windows-1251', 'koi8-r', 'utf-16le'] as const)(
    'is the one that the content type names: %s',
    (encoding) => {
      const bytes = bytesOf(`${cargo}груз, 화물, 貨物`, encoding);
      expect(encodingOf(bytes, `text/plain; charset=${encoding}`)).toBe(encoding);
      expect(encodingOf(bytes, `text/plain;format=flowed; Charset="${encoding.toUpperCase()}"`)).toBe(encoding);
    },
  );

  it.each([
    ['a mark', '\ufeffmanifest', 'utf-8', 'shift_jis', 'utf-8'],
    ['UTF-8 that is no Latin-1', 'größer', 'utf-8', 'iso-8859-1', 'utf-8'],
    ['UTF-8 that is no UTF-16', 'größer', 'utf-8', 'utf-16', 'utf-8'],
    ['bytes that are no UTF-8', 'größer', 'windows-1252', 'utf-8', 'windows-1252'],
    ['a name that nobody knows', 'größer', 'utf-8', 'klingon', 'utf-8'],
  ] as const)('is decoded from its bytes: %s', (_what, text, encoding, declared, read) => {
    expect(encodingOf(bytesOf(text, encoding), `text/plain; charset=${declared}`)).toBe(read);
  });

  it('is undefined when the bytes are not text', () => {
    expect(encodingOf(Uint8Array.from([0x41, 0, 0, 0x42, 0x43, 0x44]), 'text/plain; charset=big5')).toBe('binary');
  });

  it('continues from the first unambiguous character when no line ends', () => {
    const whole = bytesOf(`a${'表'.repeat(40)}`, 'shift_jis');
    const page: RawPage = {
      offset: 0,
      bytes: whole.subarray(0, 64),
      keep: 0,
      startsAt: 'boundary',
      endsAt: 'anywhere',
    };
    expect(textSpan(page, 'shift_jis')).toEqual({ from: 0, to: 63 });
  });
});
