import { afterEach, describe, expect, it } from 'vitest';
import { counted } from './counted';
import { asOne, keyOf, plural, setLanguage, spokenTag, t } from './t';

const german = {
  tag: 'de',
  catalogue: {
    'Delete {0}': '{0} löschen',
    '{0} of {1}': 'von {1} sind es {0}',
    '{0} row | {0} rows': '{0} Zeile | {0} Zeilen',
    'One run was imported | {0} runs were imported': 'Ein Lauf übernommen | {0} Läufe übernommen',
  },
};
const polish = {
  tag: 'pl',
  catalogue: { '{0} row | {0} rows': '{0} wiersz | {0} wiersze | {0} wierszy | {0} wiersza' },
};

afterEach(() => setLanguage({ tag: 'en', catalogue: {} }));

const taken = (count: number): string => plural(count)`One run was imported | ${count} runs were imported`;

describe('texts', () => {
  it('are English until a language is chosen', () => {
    expect(spokenTag()).toBe('en');
    expect(t`Delete ${'movies'}`).toBe('Delete movies');
    expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
    expect([1, 2].map(taken)).toEqual(['One run was imported', '2 runs were imported']);
  });

  it('are looked up by their English with numbered placeholders, which a translation may reorder', () => {
    setLanguage(german);
    expect(t`Delete ${'movies'}`).toBe('movies löschen');
    expect(t`${1} of ${2}`).toBe('von 2 sind es 1');
  });

  it('follow a change of language even if they were created before it', () => {
    const word = (): string => t`Delete ${'movies'}`;
    expect(word()).toBe('Delete movies');
    setLanguage(german);
    expect(word()).toBe('movies löschen');
  });

  it('are English where the language has none', () => {
    setLanguage(german);
    expect(t`Rename ${'movies'}`).toBe('Rename movies');
    expect(t`toString`).toBe('toString');
  });

  it('hold braces and placeholders of values as they are', () => {
    setLanguage(german);
    expect(t`Delete ${'{0} {1}'}`).toBe('{0} {1} löschen');
  });
});

describe('plurals', () => {
  it('take the form of the language, and the values of the last form in English', () => {
    setLanguage(german);
    expect([1, 7].map(taken)).toEqual(['Ein Lauf übernommen', '7 Läufe übernommen']);
  });

  it('have as many forms as the language', () => {
    setLanguage(polish);
    expect([1, 2, 5, 22, 1.5].map((count) => counted(count, 'row').replace(/^\d+ /, ''))).toEqual([
      'wiersz',
      'wiersze',
      'wierszy',
      'wiersze',
      'wiersza',
    ]);
  });
});

it('numbers the values of each plural form separately', () => {
  expect(keyOf(['', ' of ', ' row | ', ' of ', ' rows'])).toBe('{0} of {1} row | {0} of {1} rows');
});

describe('texts that run from right to left', () => {
  const name = (text: string): string => `\u2068${text}\u2069`;

  it('isolate each inserted value, and leave the separators outside', () => {
    expect(asOne('8 %')).toBe('8 %');
    setLanguage({ tag: 'he', catalogue: {}, direction: 'rtl' });
    expect(asOne('8 %')).toBe(name('8 %'));
    expect(t`Delete ${'movies'}`).toBe(`Delete ${name('movies')}`);
    expect(asOne(', UTC')).toBe(`, ${name('UTC')}`);
    expect(asOne(' · 65 B')).toBe(` · ${name('65 B')}`);
    expect(asOne('Reading: ')).toBe(`${name('Reading')}: `);
    expect(asOne('')).toBe('');
    expect(asOne(' ')).toBe(' ');
  });

  it('leave a name unchanged, whatever it begins and ends with', () => {
    setLanguage({ tag: 'he', catalogue: {}, direction: 'rtl' });
    for (const text of ['/a/b/', 'C:', ';x', '\u2013', 'a, b: c']) expect(asOne(text)).toBe(name(text));
  });
});
