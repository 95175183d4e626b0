import { describe, expect, it } from 'vitest';
import { checkKey, checkNewTableName, checkTableName, isForbiddenInKeys } from './key-rules';

const refusal = (value: string): string => {
  try {
    checkKey('RowKey', value);
  } catch (thrown) {
    return String(thrown);
  }
  return 'taken';
};

describe('a character that no key can hold', () => {
  it('is shown where it can be seen, and else told by its number', () => {
    expect(refusal('a/b')).toContain('contains /,');
    for (const [character, name] of [
      ['\u0000', 'U+0000'],
      ['\n', 'U+000A'],
      ['\u001f', 'U+001F'],
      ['\u007f', 'U+007F'],
      ['\u009f', 'U+009F'],
    ] as const)
      expect(refusal(`a${character}b`)).toContain(`contains ${name},`);
  });

  it('is refused, and no other', () => {
    for (let codePoint = 0; codePoint < 0x200; codePoint += 1)
      expect(refusal(String.fromCodePoint(codePoint)) !== 'taken').toBe(isForbiddenInKeys(codePoint));
    expect([0x20, 0x7e, 0xa0].map(isForbiddenInKeys)).toEqual([false, false, false]);
  });
});

describe('the name of a table', () => {
  it.each([
    ['T', 'is 1 character long.'],
    ['To', 'is 2 characters long.'],
  ])('is not %s, which %s', (name, words) => {
    expect(() => checkTableName(name)).toThrow(`“${name}” ${words}`);
  });
});

describe('the name of a table that is to be made', () => {
  it.each(['tables', 'Tables', '$MetricsHourPrimaryTransactionsBlob'])('is not %s, which the service has', (name) => {
    expect(() => checkTableName(name)).not.toThrow();
    expect(() => checkNewTableName(name)).toThrow('is reserved by the service.');
  });
});
