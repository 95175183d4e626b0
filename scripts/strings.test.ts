// The catalogue of texts is current, every word of the window is in it, and other languages fit their keys.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formSeparator, keyOf as keyOfRunning, pluralOrder } from '@shared/strings/t';
import { inProject } from './project.mjs';
import { catalogueOf, fileOf, keyOf, textsOf } from './strings/find-texts.mjs';
import { codeTermsOf, untaggedIn } from './strings/find-untagged.mjs';
import { readSources, sourceOf } from './strings/read-source.mjs';

const folder = 'shared/strings';
const sources = readSources();
const keys = Object.keys(catalogueOf(sources));
const languages = readdirSync(inProject(folder)).flatMap((name) => /^(?!en)(\w+)\.json$/.exec(name)?.[1] ?? []);
const read = (name: string): string => readFileSync(inProject(`${folder}/${name}.json`), 'utf8');
const placeholders = (text: string): string => [...new Set(text.match(/\{\d+\}/g))].sort().join(' ');

/** So that a text added today need not wait for translators. */
const mayBeMissing = 0.03;

describe('the catalogue', () => {
  it('is current; after a change of texts, run `npm run strings`', () => {
    expect(read('en')).toBe(fileOf(catalogueOf(sources)));
  });

  it('contains every text that the window shows; texts listed here lack their t', () => {
    const codeTerms = codeTermsOf(sources);
    expect(sources.flatMap((source) => untaggedIn(source, codeTerms))).toEqual([]);
  });

  it('has plurals of two forms, and no other text with their separator', () => {
    const misfits = textsOf(sources).filter(
      ({ key, kind }) => key.split(formSeparator).length !== (kind === 'plural' ? 2 : 1),
    );
    expect(misfits).toEqual([]);
  });

  it('quotes with typographic marks; straight ones are of code', () => {
    expect(keys.filter((key) => key.includes('"'))).toEqual([]);
  });

  it('has the keys that are looked up while the window runs', () => {
    const parts = ['', ' of ', ' row | ', ' of ', ' rows'];
    expect(keyOf(parts)).toBe(keyOfRunning(parts));
  });
});

describe.each(languages)('%s', (language) => {
  const catalogue = JSON.parse(read(language)) as Record<string, string>;
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  it('has nearly all translations; `npm run strings` lists the missing ones', () => {
    const missing = keys.filter((key) => !Object.hasOwn(catalogue, key));
    expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(keys.length * mayBeMissing);
  });

  it('has no text that the window does not show', () => {
    expect(Object.keys(catalogue).filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('fills in the values of each text', () => {
    const wrong = Object.entries(catalogue).filter(([key, text]) => placeholders(key) !== placeholders(text));
    expect(wrong).toEqual([]);
  });

  it('uses as many values in each plural form as the last English form, where the first spells out the count', () => {
    const wrong = Object.entries(catalogue).filter(([key, text]) => {
      const [first = '', last] = key.split(formSeparator).map(placeholders);
      if (last === undefined || first === '' || first === last) return false;
      return text.split(formSeparator).some((form) => !form.includes(last.slice(-3)));
    });
    expect(wrong).toEqual([]);
  });

  it("has the language's number of forms for each plural", () => {
    const wrong = Object.entries(catalogue).filter(([key, text]) => {
      const isPlural = key.includes(formSeparator);
      return (
        text.split(formSeparator).length !== (isPlural ? pluralOrder.filter((one) => forms.includes(one)).length : 1)
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('untagged texts outside of the window', () => {
  const found = (code: string): number => untaggedIn(sourceOf('electron/engine/example.ts', code)).length;

  it.each([
    'const note = `${count} rows were read`;',
    'throw new StowageError("invalid.input", "for logs", { context: { problem: "is no number", field } });',
    'throw invalidInput("Lease ID", "is not one.", fix);',
    'const experiment = { title: "Latency" };',
  ])('are found: %s', (code) => {
    expect(found(code)).toBeGreaterThan(0);
  });

  it.each([
    'throw new StowageError("local.io", `Only ${count} bytes came.`);',
    'log(`The file was damaged; a copy is at ${copy}.`);',
    'throw invalidInput("Lease ID", t`is not one.`, t`Enter another.`);',
    'const detail = "There is a copy and no source.";',
  ])('are not: %s', (code) => {
    expect(found(code)).toBe(0);
  });
});

describe('untagged texts', () => {
  const found = (code: string): number => untaggedIn(sourceOf('renderer/example.tsx', code)).length;

  it.each([
    'const a = <p>Nothing here</p>;',
    'const a = <p>{isOpen ? "Close" : "Open"}</p>;',
    'const a = <Button label="Close" />;',
    'const a = { title: "Close" };',
    'const a = { title: count === 0 ? `Empty` : "" };',
    'function a() { return `${count} rows`; }',
    'const a = "Nothing was found.";',
  ])('are found: %s', (code) => {
    expect(found(code)).toBeGreaterThan(0);
  });

  it.each([
    'const a = <p className="two words">{t`Nothing here`}</p>;',
    'const a = { title: "JSON", kind: "table scan" } as const;'.replace('table scan', 'table-scan'),
    'const a = kind === "two words";',
    'throw new Error("not for people");',
    'const a = `translate(${x}px, 0)`;',
    'const a = plural(count)`${count} row | ${count} rows`;',
  ])('are not: %s', (code) => {
    expect(found(code)).toBe(0);
  });
});
