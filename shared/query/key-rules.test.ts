import { describe, expect, it } from 'vitest';
import {
  checkKey,
  checkNewTableName,
  checkTableName,
  isForbiddenInKeys,
  isPropertyName,
  loneSurrogateAt,
} from './key-rules';

const rejection = (value: string): string => {
  try {
    checkKey('RowKey', value);
  } catch (thrown) {
    return String(thrown);
  }
  return 'taken';
};

describe('a character that no key can hold', () => {
  it('is shown if it is visible, and otherwise by its number', () => {
    expect(rejection('a/b')).toContain('contains /,');
    for (const [character, name] of [
      ['\u0000', 'U+0000'],
      ['\n', 'U+000A'],
      ['\u001f', 'U+001F'],
      ['\u007f', 'U+007F'],
      ['\u009f', 'U+009F'],
    ] as const)
      expect(rejection(`a${character}b`)).toContain(`contains ${name},`);
  });

  it('is rejected, and no other', () => {
    for (let codePoint = 0; codePoint < 0x200; codePoint += 1)
      expect(rejection(String.fromCodePoint(codePoint)) !== 'taken').toBe(isForbiddenInKeys(codePoint));
    expect([0x20, 0x7e, 0xa0].map(isForbiddenInKeys)).toEqual([false, false, false]);
    const forbidden = [0x00, 0x1f, 0x23, 0x2f, 0x3f, 0x5c, 0x7f, 0x9f];
    expect(forbidden.every(isForbiddenInKeys)).toBe(true);
  });
});

describe('half a surrogate pair', () => {
  it.each<[string, string, number]>([
    ['at the beginning', '\ud800a', 0],
    ['at the end', 'a\udbff', 1],
    ['right after a pair', '\u{1f6a2}\ud83d', 2],
    ['of the second half, right after a pair', '\u{1f6a2}\udea2', 2],
    ['of the first second half', '\udc00\udc00', 0],
    ['before another first half', '\ud83d\ud83d\udea2', 0],
    ['before the last character that is no second half', '\ud83d\udbff', 0],
    ['before the first character that is no second half', '\ud83d\ue000', 0],
  ])('is found %s', (_, text, at) => {
    expect(loneSurrogateAt(text)).toBe(at);
    expect(rejection(text)).toContain(`at position ${at + 1}.`);
  });

  it.each(['', 'a', '\ud7ff\ue000', '\ud800\udc00', '\udbff\udfff', 'a\u{1f6a2}\u{1f6a2}b'])('is not in %j', (text) => {
    expect(loneSurrogateAt(text)).toBe(-1);
    expect(rejection(text)).toBe('taken');
  });
});

describe('a key', () => {
  it.each(['a', 'é', '\u{1f6a2}'])('holds 512 units of %s, and not one more', (character) => {
    const longest = character.repeat(512 / character.length);
    expect(rejection(longest)).toBe('taken');
    expect(rejection(`${longest}a`)).toContain('is 513 characters long');
  });
});

describe('the name of a table', () => {
  it.each(['Abc', 'z09', 'a'.repeat(63), '$MetricsA', `$Metrics${'a'.repeat(55)}`])('can be %s', (name) => {
    expect(() => checkTableName(name)).not.toThrow();
  });

  it.each([
    ['T', 'is 1 character long.'],
    ['To', 'is 2 characters long.'],
    ['a'.repeat(64), 'is 64 characters long.'],
    ['ab-', 'contains something other than letters and digits, or starts with a digit.'],
    ['-ab', 'contains something other than letters and digits, or starts with a digit.'],
    [`${'a'.repeat(62)}-`, 'contains something other than letters and digits, or starts with a digit.'],
    ['$Metrics', 'contains something other than letters and digits, or starts with a digit.'],
    ['a$MetricsA', 'contains something other than letters and digits, or starts with a digit.'],
  ])('is not %s, which %s', (name, text) => {
    expect(() => checkTableName(name)).toThrow(`“${name}” ${text}`);
  });
});

describe('the name of a table that is to be made', () => {
  it.each(['tables', 'Tables', '$MetricsHourPrimaryTransactionsBlob'])('is not %s, which the service has', (name) => {
    expect(() => checkTableName(name)).not.toThrow();
    expect(() => checkNewTableName(name)).toThrow('is reserved by the service.');
  });
});

it('a property name holds letters and digits to its end, of any script', () => {
  const names = ['a', '_1', 'größe', 'a'.repeat(255), 'a-b', '1a', 'a b', 'a'.repeat(256), ''];
  expect(names.map(isPropertyName)).toEqual([true, true, true, true, false, false, false, false, false]);
});

it('a long key is rejected by its length, before its characters are looked at', () => {
  expect(rejection('\ud800'.repeat(600))).toContain('600 characters long');
});
