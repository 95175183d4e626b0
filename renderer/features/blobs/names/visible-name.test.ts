// Names keep every character, and nothing in them stays unseen.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nameParts, spokenName } from './visible-name';

const marks = (name: string): readonly string[] =>
  nameParts(name).flatMap((part) => (part.kind === 'mark' ? [part.meaning] : []));

describe('nameParts', () => {
  it('leaves ordinary and odd but visible names as one plain part', () => {
    for (const name of [
      'IMG_0421.heic',
      '100 % sure; really.txt',
      "o'neil #1?.txt",
      'Kraków.png',
      '👩‍🚀 log.txt',
      '.config',
    ]) {
      expect(nameParts(name)).toEqual([{ kind: 'plain', text: name }]);
    }
  });

  it('marks characters that a list would hide', () => {
    expect(marks('name.')).toEqual(['ends with a dot']);
    expect(marks(' a ')).toEqual(['leading space', 'trailing space']);
    expect(marks('a\nb')).toEqual(['control character U+000A']);
    expect(marks('a\u202egpj.exe')).toEqual(['invisible character U+202E']);
    expect(marks('pay\u200dpal')).toEqual(['invisible character U+200D']);
    expect(marks('a\u3164b\u034fc\u{e0041}d')).toEqual([
      'invisible character U+3164',
      'invisible character U+034F',
      'invisible character U+E0041',
    ]);
    expect(marks('a\ud800')).toEqual(['half a character U+D800']);
  });

  it('shows control characters as their pictures', () => {
    expect(nameParts('\u0001x')[0]).toEqual({ kind: 'mark', text: '␁', meaning: 'control character U+0001' });
    const all = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('');
    const pictures = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(0x2400 + code));
    expect(nameParts(`${all}\u007f`).map(({ text }) => text)).toEqual([...pictures, '␡']);
  });

  it('never loses or adds plain text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const plain = nameParts(name).filter((part) => part.kind === 'plain');
        const markCount = nameParts(name).length - plain.length;
        const plainCharacters = plain.reduce((sum, part) => sum + [...part.text].length, 0);
        expect(plainCharacters + markCount).toBe([...name].length);
      }),
    );
  });
});

describe('spokenName', () => {
  it('writes marks out', () => {
    expect(spokenName('odd.')).toBe('odd[ends with a dot]');
    expect(spokenName('')).toBe('(empty name)');
  });
});
